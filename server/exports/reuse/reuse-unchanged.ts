import type { Outcome } from '../../store/resources.ts';
import type { Ingested, IngestTask } from '../crawl/extract-links.ts';
import { type References, unpackReferences } from '../crawl/references.ts';
import type { Source } from '../origin/source.ts';
import type { PreviousResource } from './reuse-candidates.ts';
import type { CachedScan, ScanCache } from './scan-cache.ts';

/** What a resource of a previous job comes out as in this one. */
export type Reused = Readonly<{
  outcome: Outcome;
  references: References;
  packed: Uint8Array | undefined;
  reading?: CachedScan | undefined;
}>;

export type ReuseContext = Readonly<{
  dataFolder: string;
  source: Source;
  threads: Readonly<{ ingest: (task: IngestTask) => Promise<Ingested> }>;
  scanCache: ScanCache;
}>;

/** What a previous job acquired, where the origin's word is enough that it still is the same. */
export function takeOver(
  { source }: Pick<ReuseContext, 'source'>,
  url: string,
  previous: PreviousResource,
): Reused | undefined {
  const { resource, references, sinceMs } = previous;
  if (!references || !source.isUnchanged(url, resource.validator, sinceMs)) return undefined;
  return asBefore(previous, references.packed, { reused: true });
}

/** 304: nothing was transferred. Content that other code has read is read again. */
export async function unchanged(
  context: ReuseContext,
  url: string,
  previous: PreviousResource,
): Promise<Reused> {
  const { object, contentType } = previous.resource;
  if (previous.references) return asBefore(previous, previous.references.packed, { reused: true });
  const { found, reading } = await context.threads.ingest({
    dataFolder: context.dataFolder,
    site: context.source.site,
    url,
    reading: context.scanCache.wanted,
    contentType: contentType ?? '',
    knownObject: object,
  });
  const {
    kind = 'asset',
    title = null,
    layout = null,
    packed,
    isScripted = false,
    hasRoutes = false,
  } = found ?? {};
  const now = { kind, title, layout, isScripted, hasRoutes, reused: true };
  return { ...asBefore(previous, packed, now), reading };
}

/** The object of a previous job in which, if the origin sends the same bytes now, nothing else would be found. */
export function knownObject(previous: PreviousResource | undefined, contentType: string): string | undefined {
  const isReadAlike = previous?.references && previous.resource.contentType === contentType;
  return isReadAlike ? previous.resource.object : undefined;
}

/** The same bytes as in a previous job (`knownObject`): the same is found in them. */
export function sameBytes(previous: PreviousResource, known: Partial<Outcome>): Reused {
  return asBefore(previous, previous.references?.packed, known);
}

/** The outcome of a previous job, with what is known now. */
function asBefore(
  { resource }: PreviousResource,
  packed: Uint8Array | undefined,
  now: Partial<Outcome>,
): Reused {
  const { kind, httpStatus, contentType, validator, fileName, object, sizeBytes, title, layout, ...page } =
    resource;
  const { isScripted, hasRoutes } = page;
  const content = { contentType, fileName, object, sizeBytes } as const;
  const before = { kind, httpStatus, validator, ...content, title, layout } as const;
  return {
    outcome: { status: 'done', ...before, isScripted, hasRoutes, ...now },
    references: unpackReferences(packed),
    packed,
  };
}
