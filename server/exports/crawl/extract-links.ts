import { createHash } from 'node:crypto';
import { putObject, readObject } from '../../store/objects.ts';
import { readVendors, recogniser } from '../features/vendor-widgets.ts';
import { charactersOf, decodePart, readByteText, toBytes } from '../parse/charset.ts';
import { charsetOf, contentKind } from '../parse/content-type.ts';
import { cssReferences } from '../parse/css.ts';
import { packScan } from '../parse/packed-scan.ts';
import { isWithinPage, type Markers, type Role, scanPage, urlsOf } from '../parse/page.ts';
import { type CachedScan, type ScansWanted, writeScan } from '../reuse/scan-cache.ts';
import { webManifestUrls } from '../rewrite/webmanifest.ts';
import { packPage } from '../search/build/collected.ts';
import { extractPage } from '../search/extract/page.ts';
import { type Locate, locator } from '../site/locator.ts';
import { absoluteUrl, looksLikeRoute, type Site, siteKey } from '../site/site.ts';
import { asksPassword } from './login-detection.ts';
import { packReferences, type References } from './references.ts';

export type IngestTask = Readonly<{
  dataFolder: string;
  site: Site;
  url: string;
  contentType: string;
  /** Absent for content that is in the object store already. */
  bytes?: Uint8Array;
  /** SHA-256 of that content; with `bytes`, SHA-256 of content that has been scanned before. */
  knownObject?: string;
  /** Which scans of a page to cache. */
  reading?: ScansWanted;
}>;

export type Ingested = Readonly<{
  /** SHA-256 of the bytes, which are now in the object store. */
  object: string;
  sizeBytes: number;
  /** Absent if it is the known object. */
  found?: Found;
  /** Where the scan of a page is cached, if requested. */
  reading?: CachedScan;
}>;

/** Facts found in the content of a resource. */
export type Found = Readonly<{
  kind: 'page' | 'asset';
  title: string | null;
  /** Digest that pages of the same layout share. */
  layout: string | null;
  /** Whether opening it may run any code. */
  isScripted: boolean;
  /** Whether it links to fragments that may be pages of a client-side router. */
  hasRoutes: boolean;
  /** Whether it has a password field. */
  asksPassword: boolean;
  references: References;
  /** The references, packed for the store. */
  packed: Uint8Array | undefined;
}>;

/** State shared by all ingest tasks of a job. */
export type IngestContext = Readonly<{
  locateFrom: (base: string) => Locate;
  /** Present if the scan is to be cached. */
  markers: Markers | undefined;
}>;

export function ingestContext({ site, reading }: IngestTask): IngestContext {
  const markers = reading && recogniser(readVendors(), reading.policy).markers;
  return { locateFrom: locator(site), markers };
}

/** Returns a cache key for the context of a task. */
export function ingestContextKey({ site, reading }: IngestTask): string {
  return `${siteKey(site)} ${JSON.stringify(reading?.policy)}`;
}

/**
 * Stores fetched content and extracts its references. Runs in a stage thread.
 * @throws OffprintError `object-damaged`
 */
export function ingest(task: IngestTask, context: IngestContext = ingestContext(task)): Ingested {
  const { bytes: fetched, dataFolder, knownObject } = task;
  if (!fetched) {
    const bytes = readObject(dataFolder, knownObject ?? '');
    return { object: knownObject ?? '', sizeBytes: bytes.length, ...find(task, context, bytes) };
  }
  const bytes = Buffer.from(fetched.buffer, fetched.byteOffset, fetched.byteLength);
  const object = putObject(dataFolder, bytes);
  const kept = { object, sizeBytes: bytes.length };
  return object === knownObject ? kept : { ...kept, ...find(task, context, bytes) };
}

function find(
  task: IngestTask,
  { locateFrom, markers }: IngestContext,
  bytes: Buffer,
): Required<Pick<Ingested, 'found'>> & Pick<Ingested, 'reading'> {
  const kind = contentKind(task.contentType);
  const { site } = task;
  const linked = new Set<string>();
  const needed = new Set<string>();
  const guessed = new Set<string>();
  const pageUrl = absoluteUrl(site.origin, task.url);

  let hasRoutes = false;

  const note = (reference: string, role: Role, base: string, locate = locateFrom(base)): void => {
    const place = locate(reference, role === 'asset' || role === 'frame' || role === 'guess');
    if (place.kind !== 'internal') return;
    if (role === 'link' && MAY_BE_ROUTE.test(reference)) {
      hasRoutes ||= looksLikeRoute(URL.parse(reference, base)?.hash ?? '');
    }
    if (role === 'guess') guessed.add(place.path);
    else (role === 'link' || role === 'choice' ? linked : needed).add(place.path);
  };

  let title: string | null = null;
  let layout: string | null = null;
  let isScripted = false;
  let hasPassword = false;
  let reading: CachedScan | undefined;
  switch (kind) {
    case 'html':
    case 'xhtml':
    case 'svg': {
      const page = readByteText(bytes, charsetOf(task.contentType));
      const xml = kind !== 'html';
      const scan = scanPage(page, { xml, ...(markers && { markers }) });
      const base = scan.base === undefined ? pageUrl : (URL.parse(scan.base, pageUrl)?.href ?? pageUrl);
      const locate = locateFrom(base);
      for (const reference of scan.references) {
        if (reference.role === 'address') continue;
        if (isWithinPage(reference, scan.base !== undefined) && !looksLikeRoute(reference.value)) continue;
        for (const url of urlsOf(reference, page.encoding)) note(url, reference.role, base, locate);
      }
      if (kind !== 'svg') {
        title = scan.title;
        layout = createHash('sha256').update(scan.layout).digest('hex').slice(0, 16);
        ({ isScripted } = scan);
        hasPassword = asksPassword(page.text);
        if (task.reading) {
          const { folder, hasText } = task.reading;
          const text = hasText ? packPage(extractPage(charactersOf(page), { xml })) : undefined;
          reading = writeScan(folder, packScan(scan), text);
        }
      }
      break;
    }
    case 'css': {
      const css = readByteText(bytes, charsetOf(task.contentType) ?? 'utf-8');
      for (const reference of cssReferences(css.text, css.encoding)) {
        if (reference.value !== '') note(decodePart(reference.value, css.encoding), 'asset', pageUrl);
      }
      break;
    }
    case 'webmanifest':
      for (const url of webManifestUrls(toBytes(bytes.toString('latin1')).toString('utf8')))
        note(url, 'asset', pageUrl);
      break;
    case 'opaque':
  }
  const references = {
    linked: [...linked.difference(needed)].join('\n'),
    needed: [...needed].join('\n'),
    guessed: [...guessed.difference(needed)].join('\n'),
  };
  const found: Found = {
    kind: title === null ? 'asset' : 'page',
    title,
    layout,
    isScripted,
    hasRoutes,
    asksPassword: hasPassword,
    references,
    packed: packReferences(references),
  };
  return { found, ...(reading && { reading }) };
}

/** Matches a fragment that begins like a page path. */
const MAY_BE_ROUTE = /#\s*(?:!\s*)?\//;
