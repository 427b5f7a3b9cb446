import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Packable, packable } from '../../bundles/deflate.ts';
import { readObject } from '../../store/objects.ts';
import { packText } from '../crawl/references.ts';
import type { FeaturePolicy } from '../features/feature-policy.ts';
import type { Vendor } from '../features/vendor-widgets.ts';
import { type Recogniser, recogniser } from '../features/vendor-widgets.ts';
import { decodePart, readByteText, toBytes } from '../parse/charset.ts';
import { charsetOf, contentKind } from '../parse/content-type.ts';
import { customPropertyUses } from '../parse/css.ts';
import { unpackScan } from '../parse/packed-scan.ts';
import { SITEMAP_MAX_BYTES } from '../parse/sitemap.ts';
import { entryKey, listening, type Subject, sharedKey } from '../reuse/entry-key.ts';
import { copyEarlier } from '../reuse/entry-reuse.ts';
import type { PreviousEntry } from '../reuse/reuse-candidates.ts';
import { type CachedScan, readScan } from '../reuse/scan-cache.ts';
import { isForCrawlers, rewriteForCrawlers } from '../rewrite/crawler-files.ts';
import { NOTHING, rewriteCss } from '../rewrite/css.ts';
import { EMBEDDED_TOTAL_MAX_BYTES } from '../rewrite/data-urls.ts';
import { type Links, type Problem, type Resolved, resolveReference } from '../rewrite/links.ts';
import { type FeatureNote, rewritePage } from '../rewrite/page.ts';
import { resolveStyleUrl } from '../rewrite/style-url.ts';
import { rewriteWebManifest } from '../rewrite/webmanifest.ts';
import { transformProblems } from '../rewrite/xslt.ts';
import type { JobLinks } from '../site/links-of-job.ts';
import { type Locate, locator } from '../site/locator.ts';
import { absoluteUrl } from '../site/site.ts';
import { withContents } from './contents.ts';

/** A resource to be converted into a file of the bundle. */
export type ProduceTask = Subject &
  Readonly<{
    /** Deflate the result if that makes it smaller. */
    compress: boolean;
    /** The entry at this path in the previous bundle. */
    earlier?: PreviousEntry;
    /** The cached scan of this page. */
    reading?: CachedScan;
  }>;

/** A file of the bundle, ready to be packed. */
export type Produced = Packable &
  Readonly<{
    problems: readonly Problem[];
    features: readonly FeatureNote[];
    /** The inputs that determined it, for a later export to compare (entry-key.ts). */
    digest: string;
    asked: Uint8Array;
    dataSha256: string;
  }>;

export type ProduceContext = Readonly<{
  dataFolder: string;
  links: Links;
  locateFrom: (base: string) => Locate;
  recogniser: Recogniser;
  /** The bundle has a search, which pages can open. */
  hasSearch: boolean;
  /** Key of the inputs shared by all entries. */
  shared: string;
}>;

export function produceContext(
  dataFolder: string,
  links: JobLinks,
  vendors: readonly Vendor[],
  policy: FeaturePolicy,
  fingerprint: string,
  hasSearch: boolean,
): ProduceContext {
  const shared = sharedKey(fingerprint, links, policy, hasSearch);
  const locateFrom = locator(links.site);
  return {
    dataFolder,
    links: withContents(dataFolder, links),
    locateFrom,
    recogniser: recogniser(vendors, policy),
    hasSearch,
    shared,
  };
}

/**
 * Converts the raw bytes of a resource into a file of the bundle. A pure function of the store; runs in a stage thread.
 */
export function produce(task: ProduceTask, context: ProduceContext): Produced {
  return copyEarlier(task, context) ?? make(task, context);
}

function make(task: ProduceTask, context: ProduceContext): Produced {
  const raw = readObject(context.dataFolder, task.object);
  const { links, asked } = listening(context.links);
  const { bytes, problems, features } = rewrite(raw, task, { ...context, links });
  const content = packable(bytes, task.path, task.compress);
  return {
    ...content,
    problems,
    features,
    digest: entryKey(context.shared, task, asked),
    asked: packText([...asked.keys()].join('\n')),
    dataSha256: content.method === 0 ? content.sha256 : sha256Of(content.data),
  };
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

type Rewritten = { bytes: Buffer; problems: readonly Problem[]; features: readonly FeatureNote[] };

function rewrite(
  raw: Buffer,
  task: ProduceTask,
  { links, locateFrom, recogniser, hasSearch }: Omit<ProduceContext, 'dataFolder' | 'shared'>,
): Rewritten {
  const kind = contentKind(task.contentType);
  switch (kind) {
    case 'html':
    case 'xhtml':
    case 'svg': {
      const page = readByteText(raw, charsetOf(task.contentType));
      const { url, path: file, isSnapshot, documents } = task;
      const context = {
        url,
        file,
        isSnapshot,
        documents,
        links,
        locateFrom,
        recogniser,
        hasSearch,
        xml: kind !== 'html',
      };
      const packed = task.reading && readScan(task.reading);
      const scan = packed === undefined ? undefined : unpackScan(packed, page.text);
      const { text, problems, features } = rewritePage(page, context, scan);
      return { bytes: toBytes(text), problems, features };
    }
    case 'css':
    case 'webmanifest': {
      const problems = new Map<string, Problem>();
      const locate = locateFrom(absoluteUrl(links.site.origin, task.url));
      const resolve = (reference: string, file: string, from: Locate): Resolved =>
        resolveReference(links, reference, {
          locate: from,
          file,
          element: kind,
          loads: true,
          expected: (url) => {
            const vendor = recogniser.byUrl(url);
            return vendor !== undefined && recogniser.keeps(vendor.feature);
          },
        });
      const written = (reference: string, resolved: Resolved): string | undefined => {
        if ('problem' in resolved && resolved.problem) problems.set(resolved.problem.url, resolved.problem);
        if (resolved.kind === 'keep') return reference;
        return resolved.kind === 'replace' ? resolved.url : undefined;
      };
      if (kind === 'webmanifest') {
        const text = rewriteWebManifest(raw.toString('utf8'), (reference) =>
          written(reference, resolve(reference, task.path, locate)),
        );
        return { bytes: Buffer.from(text), problems: [...problems.values()], features: [] };
      }
      const css = readByteText(raw, charsetOf(task.contentType) ?? 'utf-8');
      const ownUses = customPropertyUses(css.text);
      const budget = { leftBytes: EMBEDDED_TOTAL_MAX_BYTES };
      const { url: place, path: file } = task;
      const style = { links, locateFrom, locate, place, file, ownUses, budget, resolve };
      const text = rewriteCss(
        css.text,
        (bytes, reference) => {
          const url = decodePart(bytes, css.encoding);
          return written(url, resolveStyleUrl(url, reference, style)) ?? NOTHING;
        },
        css.encoding,
      );
      return {
        bytes: text === css.text ? raw : toBytes(text),
        problems: [...problems.values()],
        features: [],
      };
    }
    case 'opaque':
      return {
        bytes: withBasePath(raw, task, links),
        problems: transformProblems(raw, task.contentType),
        features: [],
      };
  }
}

/** Adds the base path to the addresses in files for search engines, whether compressed or not. */
function withBasePath(raw: Buffer, { url, contentType }: ProduceTask, links: Links): Buffer {
  if (links.basePath === '' || !isForCrawlers(url, contentType, raw.length)) return raw;
  const isGzip = raw[0] === 0x1f && raw[1] === 0x8b;
  const text = unzipped(raw, isGzip)?.toString('utf8');
  if (text === undefined) return raw;
  const rewritten = rewriteForCrawlers(text, url, links);
  if (rewritten === text) return raw;
  return isGzip ? gzipped(Buffer.from(rewritten)) : Buffer.from(rewritten);
}

/** Undefined if the data is damaged or longer than a sitemap may be. */
function unzipped(raw: Buffer, isGzip: boolean): Buffer | undefined {
  if (!isGzip) return raw;
  try {
    return gunzipSync(raw, { maxOutputLength: SITEMAP_MAX_BYTES });
  } catch {
    return undefined;
  }
}

/**
 * Wraps bytes in gzip format uncompressed, with an unspecified operating system (RFC 1952 §2.3.1): deflate output
 * depends on the processor, but bundles must not.
 */
function gzipped(bytes: Buffer): Buffer {
  const zipped = gzipSync(bytes, { level: 0 });
  zipped[9] = 255;
  return zipped;
}
