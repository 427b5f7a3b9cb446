import { createHash } from 'node:crypto';

export type Allocation = Readonly<{ url: string; path: string }>;

export type Allocatable = Readonly<{ url: string; kind: 'page' | 'asset' | 'redirect' }>;

/** Longest path in a bundle, in UTF-8 bytes: unpacked below a Windows profile it stays under 260 characters. */
export const PATH_MAX_BYTES = 180;

/** Longest single name, in UTF-8 bytes. */
const NAME_MAX_BYTES = 120;

/** Files that the bundle itself owns. */
const OWN_FILES = ['offprint.json', 'offprint.json.sig', 'offprint-site.js', 'offprint-features.css'];

/** The page that a bundle opens with, the site's or one of ours: no other spelling of its name may stand beside it. */
const START_FILE = 'index.html';

/**
 * Gives every resource its file in the bundle. The result depends only on the set of URLs, never on the order in
 * which they were found: they are taken sorted by bytes, and whoever comes second to a name gets another.
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
  return sorted.map(({ url, kind }) => {
    const wanted = shorten(plainPath(url, kind), url);
    const path = isFree(wanted) ? wanted : firstFree(wanted, url, isFree);
    take(path);
    return { url, path };
  });
}

/** Orders text as its UTF-8 bytes would be ordered. */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  return isPlain(a) && isPlain(b) ? (a < b ? -1 : 1) : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function plainPath(url: string, kind: Allocatable['kind']): string {
  const mark = url.indexOf('?');
  const pathname = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const names = pathname.slice(1).split('/').map(decodeName).map(safeName);
  let last = names.pop() ?? '';
  if (last === '') last = START_FILE;
  else if (kind !== 'asset' && !/\.x?html?$/i.test(last)) last += '.html';
  if (query !== '') last = insertBeforeExtension(last, `~${shortHash(query)}`);
  return [...names.map((name) => name || '_'), last].join('/');
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

function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
