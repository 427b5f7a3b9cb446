import type { Outcome } from '../../store/resources.ts';
import type { Ingested, IngestTask } from '../crawl/extract-links.ts';
import { type References, unpackReferences } from '../crawl/references.ts';
import type { Source } from '../origin/source.ts';
import type { PreviousResource } from './reuse-candidates.ts';
import type { CachedScan, ScanCache } from './scan-cache.ts';

/** Result of reusing a resource of a previous job. */
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

/** Returns what a previous job acquired if the origin vouches that it is unchanged, without a request. */
export function takeOver(
  { source }: Pick<ReuseContext, 'source'>,
  url: string,
  previous: PreviousResource,
): Reused | undefined {
  const { resource, references, sinceMs } = previous;
  if (!references || !source.isUnchanged(url, resource.validator, sinceMs)) return undefined;
  return asBefore(previous, references.packed, { reused: true });
}

/** Handles status 304: nothing was transferred. Parses the content again if different code parsed it last time. */
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

/** Returns the object of a previous job whose findings can be reused if the origin sends the same bytes now. */
export function knownObject(previous: PreviousResource | undefined, contentType: string): string | undefined {
  const isReadAlike = previous?.references && previous.resource.contentType === contentType;
  return isReadAlike ? previous.resource.object : undefined;
}

/** Reuses the findings of a previous job for the same bytes (`knownObject`). */
export function sameBytes(previous: PreviousResource, known: Partial<Outcome>): Reused {
  return asBefore(previous, previous.references?.packed, known);
}

/** Returns the outcome of a previous job, updated with what is known now. */
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
