import fs from 'node:fs';
import { readByteText } from '../parse/charset.ts';
import { scanPage } from '../parse/page.ts';
import { ADDRESS_MAX } from '../site/crawler-traps.ts';
import { normalPath, type Site } from '../site/site.ts';
import { canonicalHref } from './canonical-href.ts';
import { canonicalPlace } from './canonical-place.ts';
import type { Listing, SiteFile } from './list-directory.ts';
import { parseSitemap } from './sitemaps.ts';

/** What was found out about a folder at the start: it holds for the whole job. */
export type FolderFacts = Readonly<{
  kind: 'folder';
  /** Path below which its pages expect to stand: `/project`; empty: the root of a host. */
  mount: string;
  /** Where it stands in public, by host, as canonical links and the sitemap say: `docs.example.com`, `/project`. */
  aliases: readonly (readonly [host: string, mount: string])[];
  /** Rules of its host that nothing follows (hosting-rules.ts); absent where there are none. */
  conditionalRules?: readonly string[];
}>;

/** Enough to see what a generator writes; and no more than a moment's reading. */
const PAGES_READ = 24;
const PAGE_MAX_BYTES = 2 ** 20;
const PATHS_OF_PAGE_MAX = 2_000;
const SITEMAP_MAX_BYTES = 16 * 2 ** 20;
const SITEMAP_ENTRIES_READ = 200;
/** Deeper than any host lays a site. */
const MOUNT_SEGMENTS_MAX = 4;
/** One link may lead nowhere and happen to end like a file. */
const PLACES_MIN = 2;

/**
 * Finds out where a built site expects to stand. Where its references lack as they stand and are there without their
 * first segments, those are the mount; a folder that has files below a mount is not meant to stand there. A canonical
 * link or a sitemap whose addresses end like the paths of the folder name its public place.
 * @param base what the operator says of that: empty to find it out
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

/** The names of a folder's site. */
export function folderSite(facts: FolderFacts | null, names: readonly string[]): Site {
  const { mount = '', aliases = [] } = facts ?? {};
  const own = names[0] ?? 'localhost';
  const site = { origin: `https://${own}`, hosts: new Set(names), queriesSelect: false }; // the same file whatever the query
  if (mount === '' && aliases.length === 0) return site;
  return {
    ...site,
    origin: site.origin + mount,
    hosts: new Set([...names, ...aliases.map(([host]) => host)]),
    mounts: new Map([...aliases, ...names.map((name) => [name, mount] as const)]),
  };
}

/** `/project/`, `project` and `https://example.com/project/` are one thing. */
function mountSaid(base: string): string {
  const path = URL.parse(base)?.pathname ?? `/${base}`;
  return (normalPath(path) ?? '').replace(/\/{2,}/g, '/').replace(/\/$/, '');
}

/** The first page of the site and others at even distances. */
function somePages(files: readonly SiteFile[]): SiteFile[] {
  const pages = files.filter(({ isPage, sizeBytes }) => isPage && sizeBytes <= PAGE_MAX_BYTES);
  const step = Math.max(1, Math.ceil(pages.length / PAGES_READ));
  return pages.filter((_page, index) => index % step === 0);
}

type PageFacts = Readonly<{
  /** The paths of references that the root of the host, or a `<base>`, decides. */
  paths: readonly string[];
  canonical: URL | undefined;
}>;

const NOWHERE = 'http://folder.invalid';

function readPage({ file, url }: SiteFile): PageFacts {
  let bytes: Buffer;
  try {
    bytes = fs.readFileSync(file);
  } catch {
    return { paths: [], canonical: undefined }; // said where it is exported
  }
  const page = readByteText(bytes, undefined);
  const scan = scanPage(page);
  const said = URL.parse(scan.base ?? '', NOWHERE + url)?.href ?? NOWHERE;
  // A base may be as long as the page, and each reference has all of it.
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

/** What is before the path of a page in the address that it gives as its own. */
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

/** Where most of the addresses of a sitemap are files of the folder. A sitemap speaks of one host (sitemaps.org). */
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

/** Undefined where references say nothing of it: they are relative, or lead nowhere. */
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

/** Whether a file is what is meant below a mount. The start page stands there for every folder that lacks. */
function isBelow(mount: string, path: string, has: (path: string) => boolean): boolean {
  const within = path.slice(mount.length);
  return bare(within) !== '' && has(within);
}

/** `/a`, `/a/b` and so on of `/a/b/c`. */
function mountsOf(path: string): string[] {
  const segments = path.split('/').slice(1, -1);
  return segments
    .slice(0, MOUNT_SEGMENTS_MAX)
    .map((_segment, index) => `/${segments.slice(0, index + 1).join('/')}`);
}

/** What is said most often, and so often at least; the shortest where several are. */
function mostOf<Said>(
  said: readonly Said[],
  atLeast: number,
  nameOf: (value: Said) => string,
): Said | undefined {
  const groups = Map.groupBy(said, nameOf);
  const [best] = [...groups].sort(([a, as], [b, bs]) => bs.length - as.length || a.length - b.length);
  return best && best[1].length >= atLeast ? best[1][0] : undefined;
}
