import { createHash } from 'node:crypto';
import mime from 'mime-types';
import { compareBytes, isPlain } from '../site/compare-bytes.ts';

export type Allocation = Readonly<{ url: string; path: string }>;

export type Allocatable = Readonly<{
  url: string;
  kind: 'page' | 'asset' | 'redirect';
  contentType?: string | null;
  /** File name given by the origin; replaces the last segment of the URL, and the query. */
  fileName?: string | null;
}>;

/** Longest path in a bundle, in UTF-8 bytes; unpacked below a Windows profile, it stays under 260 characters. */
export const PATH_MAX_BYTES = 180;

/** Longest single name, in UTF-8 bytes. */
const NAME_MAX_BYTES = 120;

/**
 * Files and a folder reserved for the bundle itself. No file of a site may have one of these names or be inside the
 * folder.
 */
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

/** The bundle's start page, the site's or ours: no other spelling of its name may exist next to it. */
const START_NAME = 'index';
const START_FILE = `${START_NAME}.html`;

/**
 * Assigns every resource its file in the bundle. The result depends only on the set of resources, never on the order in
 * which they were found: they are sorted by the bytes of their URLs, and in a conflict the second one gets a different
 * name. A page `/a/b` becomes `a/b.html`, and `/a/b/` becomes `a/b/index.html`, which preserves relative depth. No two
 * paths are equal after NFC and case folding, none is a folder of another, and none contains a name reserved by
 * Windows.
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

/** Files of asset hosts go here, in a folder named after the host. */
const ASSET_HOSTS_FOLDER = '_assets';

function plainPath({ url, kind, contentType, fileName }: Allocatable): string {
  const host = /^https?:\/\/([^/?#]*)/.exec(url);
  const place = host ? `/${ASSET_HOSTS_FOLDER}/${host[1]}${url.slice(host[0].length)}` : url;
  const [, document = '', search = '', route] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(place) ?? [];
  // A route of a client-rendered site goes next to the document whose scripts render it.
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

/** On `file://`, browsers recognise XHTML only by its extension, and treat every file with that extension as XHTML. */
function pageName(name: string, contentType: string): string {
  const bare = name === '' ? START_NAME : name;
  if (/^application\/xhtml\+xml\b/i.test(contentType))
    return /\.(xhtml|xht)$/i.test(bare) ? bare : `${bare.replace(/\.html?$/i, '')}.xhtml`;
  const isNamed = contentType === '' ? /\.x?html?$/i : /\.html?$/i;
  return isNamed.test(bare) ? bare : `${bare}.html`;
}

/** On `file://`, browsers recognise the type of a style sheet, a script or an SVG image only by its extension. */
function withExtension(name: string, contentType: string): string {
  const type = contentType.replace(/;.*$/s, '').trim().toLowerCase();
  const strict = STRICT_TYPES.find(({ types }) => types.test(type));
  // An `.svgz` file has been decompressed, but a host would still declare that name as compressed.
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

/** Returns a name that is valid on Windows, macOS and Linux (Win32 "Naming Files, Paths, and Namespaces"). */
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
  // Too deep or too long overall: replace the folders with a single name.
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
  // If the name is taken as a folder, or one of its folders as a file, flatten the path.
  const flat = wanted.replaceAll('/', '_');
  for (let round = 0; ; round++) {
    for (const path of [wanted, flat]) {
      const candidate = hashed(path, round === 0 ? url : `${url} ${round}`);
      if (byteLength(candidate) <= PATH_MAX_BYTES && isFree(candidate)) return candidate;
    }
  }
}

/** Adds a hash to the last name of a path, truncating the name if necessary. */
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
