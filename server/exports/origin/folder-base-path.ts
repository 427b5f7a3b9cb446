import fs from 'node:fs';
import { readByteText } from '../parse/charset.ts';
import { scanPage } from '../parse/page.ts';
import { ADDRESS_MAX } from '../site/crawler-traps.ts';
import { normalPath, type Site } from '../site/site.ts';
import { canonicalHref } from './canonical-href.ts';
import { canonicalPlace } from './canonical-place.ts';
import type { Listing, SiteFile } from './list-directory.ts';
import { parseSitemap } from './sitemaps.ts';

/** Facts about a folder, found at the start and valid for the whole job. */
export type FolderFacts = Readonly<{
  kind: 'folder';
  /** Path below which its pages expect to be served: `/project`; empty for the root of a host. */
  mount: string;
  /** Its public places by host, from canonical links and the sitemap: `docs.example.com`, `/project`. */
  aliases: readonly (readonly [host: string, mount: string])[];
  /** Hosting rules that are not applied (hosting-rules.ts); absent if there are none. */
  conditionalRules?: readonly string[];
}>;

/** Enough pages to see what a generator writes, and few enough to be read in a moment. */
const PAGES_READ = 24;
const PAGE_MAX_BYTES = 2 ** 20;
const PATHS_OF_PAGE_MAX = 2_000;
const SITEMAP_MAX_BYTES = 16 * 2 ** 20;
const SITEMAP_ENTRIES_READ = 200;
/** Deeper than any host places a site. */
const MOUNT_SEGMENTS_MAX = 4;
/** A single broken link may end like the path of a file by chance. */
const PLACES_MIN = 2;

/**
 * Finds out below which path a built site expects to be served. If references are missing as written but exist
 * without their first segments, those segments are the mount. If the folder itself has files at that path, it is not
 * a mount. A canonical link or a sitemap whose addresses end like the paths of the folder gives its public place.
 * @param base mount set by the operator; empty to detect it
 */
export function folderFacts({ files }: Listing, base: string): FolderFacts {
  const places = new Map(files.map((file) => [file.url, file]));
  const has = (path: string): boolean => canonicalPlace((url) => places.has(url), path) !== undefined;
  const pages = somePages(files).map((file) => ({ url: file.url, ...readPage(file) }));
  const said: PublicPlace[] = pages
    .map(({ url, canonical }) => publicPlace(canonical, url))
    .filter((place) => place !== undefined);
  const canonical = mostOf(said, 1, String);
  const listed = sitemapPlace(places.get('/sitemap.xml'), has);
  const named: PublicPlace[] = [listed, canonical].filter((place) => place !== undefined);
  const folders = new Set(files.flatMap(({ url }) => mountsOf(url)));
  const isFree = (mount: string): boolean =>
    !folders.has(mount) &&
    (mount.split('/').length <= MOUNT_SEGMENTS_MAX + 1 ||
      !files.some(({ url }) => url.startsWith(`${mount}/`)));
  const paths = new Set(pages.flatMap(({ paths }) => paths));
  const mount = (): string =>
    mountOf(paths, has, isFree) ?? named.findLast(([, at]) => isFree(at))?.[1] ?? '';
  return { kind: 'folder', mount: base ? mountSaid(base) : mount(), aliases: [...new Map(named)] };
}

/** Returns the site of a folder: its origin, hosts and mounts. */
export function folderSite(facts: FolderFacts | null, names: readonly string[]): Site {
  const { mount = '', aliases = [] } = facts ?? {};
  const own = names[0] ?? 'localhost';
  const site = { origin: `https://${own}`, hosts: new Set(names), queriesSelect: false }; // same file for every query
  if (mount === '' && aliases.length === 0) return site;
  return {
    ...site,
    origin: site.origin + mount,
    hosts: new Set([...names, ...aliases.map(([host]) => host)]),
    mounts: new Map([...aliases, ...names.map((name) => [name, mount] as const)]),
  };
}

/** Normalizes the `base` setting: `/project/`, `project` and `https://example.com/project/` mean the same. */
function mountSaid(base: string): string {
  const path = URL.parse(base)?.pathname ?? `/${base}`;
  return (normalPath(path) ?? '').replace(/\/{2,}/g, '/').replace(/\/$/, '');
}

/** Returns the first page of the site and others at regular intervals. */
function somePages(files: readonly SiteFile[]): SiteFile[] {
  const pages = files.filter(({ isPage, sizeBytes }) => isPage && sizeBytes <= PAGE_MAX_BYTES);
  const step = Math.max(1, Math.ceil(pages.length / PAGES_READ));
  return pages.filter((_page, index) => index % step === 0);
}

type PageFacts = Readonly<{
  /** Paths of references that are resolved against the root of the host, or against a `<base>`. */
  paths: readonly string[];
  canonical: URL | undefined;
}>;

const NOWHERE = 'http://folder.invalid';

function readPage({ file, url }: SiteFile): PageFacts {
  let bytes: Buffer;
  try {
    bytes = fs.readFileSync(file);
  } catch {
    return { paths: [], canonical: undefined }; // reported when it is exported
  }
  const page = readByteText(bytes, undefined);
  const scan = scanPage(page);
  const said = URL.parse(scan.base ?? '', NOWHERE + url)?.href ?? NOWHERE;
  // A base may be as long as the page, and would be repeated in every reference.
  const isShort = said.length <= ADDRESS_MAX;
  const base = isShort ? said : NOWHERE;
  const isRooted = isShort && scan.base?.startsWith('/');
  const paths = scan.references
    .filter(({ role, syntax }) => syntax === 'url' && role !== 'guess')
    .filter(({ value }) => isRooted || /^\s*\/(?!\/)/.test(value))
    .slice(0, PATHS_OF_PAGE_MAX)
    .flatMap(({ value }) => URL.parse(value.trim(), base) ?? [])
    .filter(({ origin }) => origin === NOWHERE)
    .flatMap(({ pathname }) => normalPath(pathname) ?? []);
  return { paths, canonical: httpUrl(canonicalHref(page.text)) };
}

function httpUrl(address: string | undefined): URL | undefined {
  const url = URL.parse(address ?? '');
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

type PublicPlace = readonly [host: string, mount: string];

/** Returns the part of a page's canonical address that precedes its path in the folder. */
function publicPlace(canonical: URL | undefined, url: string): PublicPlace | undefined {
  const address = canonical && normalPath(canonical.pathname);
  if (!canonical || address === undefined) return undefined;
  const path = bare(url);
  return bare(address).endsWith(path)
    ? [canonical.host, bare(address).slice(0, bare(address).length - path.length)]
    : undefined;
}

function bare(path: string): string {
  return path.replace(/(\/index)?(\.html?)?\/?$/, '');
}

/**
 * Returns the place below which most addresses of a sitemap are files of the folder. A sitemap covers one host
 * (sitemaps.org).
 */
function sitemapPlace(file: SiteFile | undefined, has: (path: string) => boolean): PublicPlace | undefined {
  if (!file || file.sizeBytes > SITEMAP_MAX_BYTES) return undefined;
  let text: string;
  try {
    text = fs.readFileSync(file.file, 'utf8');
  } catch {
    return undefined;
  }
  const urls = parseSitemap(text)
    .pages.slice(0, SITEMAP_ENTRIES_READ)
    .flatMap((page) => URL.parse(page) ?? []);
  const [first] = urls;
  if (!first || urls.some(({ host }) => host !== first.host)) return undefined;
  const mounts = urls.flatMap(({ pathname }) => {
    const path = normalPath(pathname) ?? '/';
    return ['', ...mountsOf(path)].filter((mount) => has(path.slice(mount.length) || '/'));
  });
  const best = mostOf(mounts, urls.length / 2, (mount) => mount);
  return best === undefined ? undefined : [first.host, best];
}

/**
 * Returns the mount that the references imply. Undefined if they imply nothing, because they are relative or broken.
 */
function mountOf(
  paths: ReadonlySet<string>,
  has: (path: string) => boolean,
  isFree: (mount: string) => boolean,
): string | undefined {
  const rooted = [...paths].filter((path) => path !== '/');
  const there = rooted.filter(has).length;
  const mounts = rooted
    .filter((path) => !has(path))
    .flatMap((path) => mountsOf(path).filter((mount) => isBelow(mount, path, has)));
  const best = mostOf(mounts.filter(isFree), Math.max(PLACES_MIN, there + 1), (mount) => mount);
  return best ?? (there > 0 ? '' : undefined);
}

/** Whether a path below a mount is a file. The start page does not count: it would match every missing folder. */
function isBelow(mount: string, path: string, has: (path: string) => boolean): boolean {
  const within = path.slice(mount.length);
  return bare(within) !== '' && has(within);
}

/** Returns the possible mounts of a path: `/a` and `/a/b` for `/a/b/c`. */
function mountsOf(path: string): string[] {
  const segments = path.split('/').slice(1, -1);
  return segments
    .slice(0, MOUNT_SEGMENTS_MAX)
    .map((_segment, index) => `/${segments.slice(0, index + 1).join('/')}`);
}

/**
 * Returns the most frequent value, if it occurs at least `atLeast` times; of several, the one with the shortest name.
 */
function mostOf<Said>(
  said: readonly Said[],
  atLeast: number,
  nameOf: (value: Said) => string,
): Said | undefined {
  const groups = Map.groupBy(said, nameOf);
  const [best] = [...groups].sort(([a, as], [b, bs]) => bs.length - as.length || a.length - b.length);
  return best && best[1].length >= atLeast ? best[1][0] : undefined;
}
