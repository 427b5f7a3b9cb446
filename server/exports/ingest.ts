import { createHash } from 'node:crypto';
import { putObject, readObject } from '../store/objects.ts';
import type { FeaturePolicy } from './features/policy.ts';
import { readVendors, recogniser } from './features/recognise.ts';
import { KnownReferences, pathFrom, plainFolder } from './known-references.ts';
import { asksPassword } from './login.ts';
import { codesOf } from './parse/character-codes.ts';
import { charactersOf, decodePart, readByteText, toBytes } from './parse/charset.ts';
import { cssReferences } from './parse/css.ts';
import { type HtmlVisitor, readHtml } from './parse/html.ts';
import { packScan } from './parse/packed-scan.ts';
import { isWithinPage, type Markers, type Role, scanPage, urlsOf } from './parse/page.ts';
import { readBoth } from './parse/read-both.ts';
import { type ReadingPlace, type WantedReading, writeReading } from './readings.ts';
import { packReferences, type References } from './references.ts';
import { webManifestUrls } from './rewrite/webmanifest.ts';
import { packPage } from './search/build/collected.ts';
import { type ExtractedPage, extractPage, pageOf } from './search/extract/page.ts';
import { openPieces } from './search/extract/pieces.ts';
import { absoluteUrl, locate, looksLikeRoute, type Site } from './site.ts';

/** How the content of a resource is read and rewritten. */
export type ContentKind = 'html' | 'xhtml' | 'svg' | 'css' | 'webmanifest' | 'opaque';

export type IngestTask = Readonly<{
  dataFolder: string;
  site: Site;
  url: string;
  contentType: string;
  /** Absent for content that is in the object store already. */
  bytes?: Uint8Array;
  /** SHA-256 of that; or, beside bytes, of content of which everything is known. */
  knownObject?: string;
  /** What is to be put aside of a page. */
  reading?: WantedReading;
}>;

export type Ingested = Readonly<{
  /** SHA-256 of the bytes, which now lie in the object store. */
  object: string;
  sizeBytes: number;
  /** Absent when it is the known object. */
  found?: Found;
  /** Where what was found in a page is put aside, when that is wanted. */
  reading?: ReadingPlace;
}>;

/** What was found in some content. */
export type Found = Readonly<{
  kind: 'page' | 'asset';
  title: string | null;
  /** Names what pages of one layout have in common. */
  layout: string | null;
  /** Whether anything in it may run when it is opened. */
  isScripted: boolean;
  /** It links to fragments that may be pages. */
  hasRoutes: boolean;
  /** It has a field for a password. */
  asksPassword: boolean;
  references: References;
  /** The same in the form that is kept. */
  packed: Uint8Array | undefined;
}>;

/**
 * Keeps what has been fetched and finds what it refers to. Runs in a stage thread.
 * @throws OffprintError `object-damaged`
 */
export function ingest(task: IngestTask): Ingested {
  const { bytes: fetched, dataFolder, knownObject } = task;
  if (!fetched) {
    const bytes = readObject(dataFolder, knownObject ?? '');
    return { object: knownObject ?? '', sizeBytes: bytes.length, ...find(task, bytes) };
  }
  const bytes = Buffer.from(fetched.buffer, fetched.byteOffset, fetched.byteLength);
  const object = putObject(dataFolder, bytes);
  const kept = { object, sizeBytes: bytes.length };
  return object === knownObject ? kept : { ...kept, ...find(task, bytes) };
}

function find(
  task: IngestTask,
  bytes: Buffer,
): Required<Pick<Ingested, 'found'>> & Pick<Ingested, 'reading'> {
  const kind = contentKind(task.contentType);
  const { site } = task;
  const linked = new Set<string>();
  const needed = new Set<string>();
  const pageUrl = absoluteUrl(site.origin, task.url);

  let hasRoutes = false;

  const note = (reference: string, role: Role, base: string): void => {
    const place = locate(site, reference, base, role === 'asset' || role === 'frame');
    if (place.kind !== 'internal') return;
    if (role === 'link' && MAY_BE_ROUTE.test(reference)) {
      hasRoutes ||= looksLikeRoute(URL.parse(reference, base)?.hash ?? '');
    }
    add(place.path, role);
  };
  const add = (place: string, role: Role): void => {
    (role === 'link' || role === 'choice' ? linked : needed).add(place);
  };

  let title: string | null = null;
  let layout: string | null = null;
  let isScripted = false;
  let hasPassword = false;
  let reading: ReadingPlace | undefined;
  switch (kind) {
    case 'html':
    case 'xhtml':
    case 'svg': {
      const page = readByteText(bytes, charsetOf(task.contentType));
      const xml = kind !== 'html';
      const markers = task.reading && markersOf(task.reading.policy);
      const pieces = task.reading?.hasText && !xml ? openPieces() : undefined;
      let isRead = false;
      const read = (visitor: HtmlVisitor): void => {
        if (pieces) isRead = readBoth(page, visitor, pieces.handler);
        else readHtml(page.text, visitor, xml);
      };
      const scan = scanPage(page, { xml, read, ...(markers && { markers }) });
      const base = scan.base === undefined ? pageUrl : (URL.parse(scan.base, pageUrl)?.href ?? pageUrl);
      const folder = plainFolder(site, base);
      const codes = codesOf(page.text);
      if (folder !== undefined) knownPaths.within(folder);
      const pathOf = (path: string): string | undefined => pathFrom(folder ?? '', path);
      for (const reference of scan.references) {
        const { syntax, role, value, valueStart } = reference;
        if (folder !== undefined && syntax === 'url' && valueStart >= 0) {
          const plain = knownPaths.at(codes, valueStart, valueStart + value.length, pathOf);
          if (plain) {
            add(plain.value, role);
            continue;
          }
        }
        if (isWithinPage(reference, scan.base !== undefined) && !looksLikeRoute(reference.value)) continue;
        for (const url of urlsOf(reference, page.encoding)) note(url, reference.role, base);
      }
      if (kind !== 'svg') {
        title = scan.title;
        layout = createHash('sha256').update(scan.layout).digest('hex').slice(0, 16);
        ({ isScripted } = scan);
        hasPassword = asksPassword(page.text);
        if (task.reading) {
          const { folder, hasText } = task.reading;
          const said = (): ExtractedPage =>
            pieces && isRead ? pageOf(pieces.end()) : extractPage(charactersOf(page), { xml });
          reading = writeReading(folder, packScan(scan), hasText ? packPage(said()) : undefined);
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

const knownPaths = new KnownReferences<string>();

/** Of the policy that came last: a job has one. */
let known: Readonly<{ key: string; markers: Markers }> | undefined;

function markersOf(policy: FeaturePolicy): Markers {
  const key = JSON.stringify(policy);
  if (known?.key !== key) known = { key, markers: recogniser(readVendors(), policy).markers };
  return known.markers;
}

/** A fragment that begins like the path of a page. */
const MAY_BE_ROUTE = /#\s*!?\s*\//;

/** What a media type means for us (WHATWG MIME Sniffing §4.6: parameters do not count). */
export function contentKind(contentType: string): ContentKind {
  switch (contentType.split(';')[0]?.trim().toLowerCase()) {
    case 'text/html':
      return 'html';
    case 'application/xhtml+xml':
      return 'xhtml';
    case 'image/svg+xml':
      return 'svg';
    case 'text/css':
      return 'css';
    case 'application/manifest+json':
      return 'webmanifest';
    default:
      return 'opaque';
  }
}

export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
}
