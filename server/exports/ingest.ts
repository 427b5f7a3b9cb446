import { putObject } from '../store/objects.ts';
import { decodePart, readByteText, toBytes } from './parse/charset.ts';
import { cssReferences } from './parse/css.ts';
import { type Role, scanPage, urlsOf } from './parse/page.ts';
import { webManifestUrls } from './rewrite/webmanifest.ts';
import { locate, type Site } from './site.ts';

/** How the content of a resource is read and rewritten. */
export type ContentKind = 'html' | 'xhtml' | 'svg' | 'css' | 'webmanifest' | 'opaque';

export type IngestTask = Readonly<{
  dataFolder: string;
  site: { origin: string; hosts: readonly string[]; queriesSelect: boolean };
  url: string;
  contentType: string;
  bytes: Uint8Array;
}>;

export type Ingested = Readonly<{
  /** SHA-256 of the bytes, which now lie in the object store. */
  object: string;
  sizeBytes: number;
  kind: 'page' | 'asset';
  title: string | null;
  layout: string | null;
  /**
   * Places of the site that this content refers to: those that readers follow links to, and those that it needs. A
   * line each: one text crosses between threads at a tenth of the cost of a hundred.
   */
  references: Readonly<{ linked: string; needed: string }>;
}>;

/** Keeps what has been fetched and finds what it refers to. Runs in a stage thread. */
export function ingest(task: IngestTask): Ingested {
  const bytes = Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength);
  const object = putObject(task.dataFolder, bytes);
  const kind = contentKind(task.contentType);
  const site: Site = { ...task.site, hosts: new Set(task.site.hosts) };
  const linked = new Set<string>();
  const needed = new Set<string>();
  const pageUrl = site.origin + task.url;

  const note = (reference: string, role: Role, base: string): void => {
    const place = locate(site, reference, base);
    if (place.kind !== 'internal') return;
    (role === 'link' ? linked : needed).add(place.path);
  };

  let title: string | null = null;
  let layout: string | null = null;
  switch (kind) {
    case 'html':
    case 'xhtml':
    case 'svg': {
      const page = readByteText(bytes, charsetOf(task.contentType));
      const scan = scanPage(page, { xml: kind !== 'html' });
      const base = scan.base === undefined ? pageUrl : (URL.parse(scan.base, pageUrl)?.href ?? pageUrl);
      for (const reference of scan.references) {
        if (reference.syntax === 'url' && reference.value.startsWith('#')) continue;
        for (const url of urlsOf(reference, page.encoding)) if (url !== '') note(url, reference.role, base);
      }
      if (kind !== 'svg') {
        title = scan.title;
        layout = scan.layout;
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
  return {
    object,
    sizeBytes: bytes.length,
    kind: title === null ? 'asset' : 'page',
    title,
    layout,
    references: { linked: [...linked.difference(needed)].join('\n'), needed: [...needed].join('\n') },
  };
}

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
