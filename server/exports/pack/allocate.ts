import { createHash } from 'node:crypto';
import mime from 'mime-types';
import { compareBytes, isPlain } from '../site/compare-bytes.ts';

export type Allocation = Readonly<{ url: string; path: string }>;

export type Allocatable = Readonly<{
  url: string;
  kind: 'page' | 'asset' | 'redirect';
  contentType?: string | null;
  /** Under which the origin has a file saved: it takes the place of the last name of its URL, and of the query. */
  fileName?: string | null;
}>;

/** Longest path in a bundle, in UTF-8 bytes: unpacked below a Windows profile it stays under 260 characters. */
export const PATH_MAX_BYTES = 180;

/** Longest single name, in UTF-8 bytes. */
const NAME_MAX_BYTES = 120;

/** Files that the bundle itself owns, and a folder: a site's file has another name than these, and is in none. */
const OWN_FILES = [
  'offprint.json',
  'offprint.json.sig',
  'offprint-site.js',
  'offprint-features.css',
  'offprint-playground.js',
  'offprint-playground',
  'offprint-runtime.js',
  'offprint-search',
];

/** The page that a bundle opens with, the site's or one of ours: no other spelling of its name may stand beside it. */
const START_NAME = 'index';
const START_FILE = `${START_NAME}.html`;

/**
 * Gives every resource its file in the bundle. The result depends only on the set of URLs and what is there, never on
 * the order in which they were found: they are taken sorted by bytes, and whoever comes second to a name gets another.
 * `/a/b` becomes `a/b.html` when it is a page, `/a/b/` becomes `a/b/index.html`, so relative depth stays. No two
 * paths are equal after NFC and case folding, none is a folder of another, none has a name that Windows reserves.
 */
export function allocatePaths(resources: readonly Allocatable[]): Allocation[] {
  const files = new Set(OWN_FILES.map(fold));
  const folders = new Set<string>();

  const isFree = (path: string): boolean => {
    const folded = fold(path);
    if (files.has(folded) || folders.has(folded)) return false;
    if (path !== START_FILE && (folded === START_FILE || folded.startsWith(`${START_FILE}/`))) return false;
    for (const folder of foldersOf(folded)) if (files.has(folder)) return false;
    return true;
  };
  const take = (path: string): void => {
    const folded = fold(path);
    files.add(folded);
    for (const folder of foldersOf(folded)) folders.add(folder);
  };

  // Pages before assets before redirects, so that what readers open keeps its plain name.
  const rank = { page: 0, asset: 1, redirect: 2 };
  const sorted = [...resources].sort((a, b) => rank[a.kind] - rank[b.kind] || compareBytes(a.url, b.url));
  return sorted.map((resource) => {
    const { url } = resource;
    const wanted = shorten(plainPath(resource), url);
    const path = isFree(wanted) ? wanted : firstFree(wanted, url, isFree);
    take(path);
    return { url, path };
  });
}

/** Where files of asset hosts go: below the name of their host. */
const ASSET_HOSTS_FOLDER = '_assets';

function plainPath({ url, kind, contentType, fileName }: Allocatable): string {
  const host = /^https?:\/\/([^/?#]*)/.exec(url);
  const place = host ? `/${ASSET_HOSTS_FOLDER}/${host[1]}${url.slice(host[0].length)}` : url;
  const [, document = '', search = '', route] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(place) ?? [];
  // A route of a client-rendered site stands beside the document whose scripts show it.
  const [pathname = '', query = ''] =
    route === undefined
      ? [document, search.slice(1)]
      : splitQuery(document.replace(/[^/]*$/, '') + route.replace(/^!?\//, ''));
  const names = pathname.slice(1).split('/').map(decodeName).map(safeName);
  let last = names.pop() ?? '';
  if (kind === 'asset' && fileName)
    return joined(names, withExtension(safeName(fileName), contentType ?? ''));
  if (kind === 'page') last = pageName(last, contentType ?? '');
  else if (last === '') last = START_FILE;
  else if (kind === 'asset') last = withExtension(last, contentType ?? '');
  else if (!/\.x?html?$/i.test(last)) last += '.html';
  if (query !== '') last = insertBeforeExtension(last, `~${shortHash(query)}`);
  return joined(names, last);
}

function joined(folders: readonly string[], last: string): string {
  return [...folders.map((name) => name || '_'), last].join('/');
}

/** From a file, a browser reads XHTML as such by the extension only, and what has that extension as nothing else. */
function pageName(name: string, contentType: string): string {
  const bare = name === '' ? START_NAME : name;
  if (/^application\/xhtml\+xml\b/i.test(contentType))
    return /\.(xhtml|xht)$/i.test(bare) ? bare : `${bare.replace(/\.html?$/i, '')}.xhtml`;
  const isNamed = contentType === '' ? /\.x?html?$/i : /\.html?$/i;
  return isNamed.test(bare) ? bare : `${bare}.html`;
}

/** From a file, a browser knows the type of a style sheet, a script or an SVG image by its extension only. */
function withExtension(name: string, contentType: string): string {
  const type = contentType.replace(/;.*$/s, '').trim().toLowerCase();
  const strict = STRICT_TYPES.find(({ types }) => types.test(type));
  // What was `.svgz` has been uncompressed: a host that knows the name would say that it still is.
  if (strict)
    return strict.names.test(name) ? name.replace(/(\.svg)z$/i, '$1') : `${name}.${strict.extension}`;
  if (/\.[A-Za-z0-9]{1,8}$/.test(name) || !/^(image|font|audio|video)\/|\/(pdf|json)$/.test(type))
    return name;
  const extension = mime.extension(type);
  return extension ? `${name}.${extension}` : name;
}

const STRICT_TYPES = [
  { types: /^text\/css$/, names: /\.css$/i, extension: 'css' },
  { types: /^(text|application)\/(x-)?(java|ecma)script$/, names: /\.[mc]?js$/i, extension: 'js' },
  { types: /^image\/svg\+xml$/, names: /\.svgz?$/i, extension: 'svg' },
];

function splitQuery(place: string): [pathname: string, query: string] {
  const mark = place.indexOf('?');
  return mark < 0 ? [place, ''] : [place.slice(0, mark), place.slice(mark + 1)];
}

function decodeName(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what Windows forbids in names
const FORBIDDEN = /[\x00-\x1f\x7f<>:"/\\|?*]/g;
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)/i;

/** A name that Windows, macOS and Linux all accept (Win32 "Naming Files, Paths, and Namespaces"). */
function safeName(name: string): string {
  if (name === '') return '';
  let safe = name.replace(FORBIDDEN, '_').replace(/[. ]+$/, (tail) => '_'.repeat(tail.length));
  if (safe === '.' || safe === '..') safe = safe.replaceAll('.', '_');
  if (RESERVED.test(safe)) safe = `_${safe}`;
  return safe;
}

function shorten(path: string, url: string): string {
  const names = path
    .split('/')
    .map((name) => (byteLength(name) > NAME_MAX_BYTES ? cut(name, NAME_MAX_BYTES, url) : name));
  const joined = names.join('/');
  if (byteLength(joined) <= PATH_MAX_BYTES) return joined;
  // Too deep or too long as a whole: the folders fold into one name that stands for them.
  const last = names.pop() ?? '';
  const folder = `_long/${shortHash(url.slice(0, url.lastIndexOf('/')))}`;
  return `${folder}/${byteLength(last) > NAME_MAX_BYTES ? cut(last, NAME_MAX_BYTES, url) : last}`;
}

function cut(name: string, maxBytes: number, url: string): string {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  const tail = `~${shortHash(url)}${extension}`;
  let left = maxBytes - byteLength(tail);
  let stem = '';
  for (const character of name.slice(0, name.length - extension.length)) {
    left -= byteLength(character);
    if (left < 0) break;
    stem += character;
  }
  return stem + tail;
}

function firstFree(wanted: string, url: string, isFree: (path: string) => boolean): string {
  // The name may be taken as a folder of others, or a folder of it as a file: then leave the folder.
  const flat = wanted.replaceAll('/', '_');
  for (let round = 0; ; round++) {
    for (const path of [wanted, flat]) {
      const candidate = hashed(path, round === 0 ? url : `${url} ${round}`);
      if (byteLength(candidate) <= PATH_MAX_BYTES && isFree(candidate)) return candidate;
    }
  }
}

/** The path with a hash in its last name, which is cut where that would make it too long. */
function hashed(path: string, key: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const room = Math.min(NAME_MAX_BYTES, PATH_MAX_BYTES - byteLength(folder));
  return folder + cut(path.slice(folder.length), room, key);
}

function insertBeforeExtension(path: string, part: string): string {
  const match = /\.[A-Za-z0-9]{1,8}$/.exec(path);
  return match ? path.slice(0, match.index) + part + match[0] : path + part;
}

function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
    folders.push(path.slice(0, slash));
  return folders;
}

function fold(path: string): string {
  return isPlain(path)
    ? path.toLowerCase()
    : path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
