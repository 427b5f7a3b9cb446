import { createHash } from 'node:crypto';
import { readQuery } from './query-parameters.ts';

/**
 * Defines the names of places within a site. Every URL of a job is stored as a *site path*: the path (and query, if
 * queries select content) in one normal form, `/guide/caf%C3%A9.html`. The host is left out, so names stay the same
 * when a site is exported from another address. What pages load from asset hosts is named by its whole URL.
 */
export type Site = Readonly<{
  /** Start of all its URLs: `https://docs.example.com`, followed by the mount if a folder has one. */
  origin: string;
  /** Hosts (with port) whose URLs belong to this site: the project's domains and other names of the origin. */
  hosts: ReadonlySet<string>;
  /** Whether queries select content. Folders serve the same file for every query; live sites may not. */
  queriesSelect: boolean;
  /** Path of the site on hosts that it shares with others, by host: `/project`. Site paths begin below it. */
  mounts?: ReadonlyMap<string, string> | undefined;
  /** Hosts (with port) whose files are included if pages load them. */
  assetHosts?: ReadonlySet<string>;
  /** A query parameter that only names a heading of its page: `?id=install` is `#install` (docsify). */
  headingParameter?: string | undefined;
  /** Documents (site paths) whose fragments `#/a/b` are pages, shown by a client-side router. */
  hashRoutes?: ReadonlySet<string>;
}>;

/** Facts about the client-side router of a site, observed in a browser. */
export type RouterFacts = Readonly<{ hashRoutes: readonly string[]; headingParameter: string | null }>;

export function withRouter(site: Site, facts: RouterFacts | null): Site {
  if (!facts) return site;
  const headingParameter = facts.headingParameter ?? site.headingParameter;
  return { ...site, hashRoutes: new Set(facts.hashRoutes), headingParameter };
}

/** Returns a cache key for everything about a site that decides how references are resolved. */
export function siteKey({ origin, hosts, queriesSelect, ...more }: Site): string {
  const {
    assetHosts = new Set(),
    headingParameter = null,
    hashRoutes = new Set(),
    mounts = new Map(),
  } = more;
  const names = [[...hosts].sort(), [...assetHosts].sort(), [...mounts].sort()];
  return createHash('sha256')
    .update(JSON.stringify([origin, ...names, queriesSelect, headingParameter, [...hashRoutes].sort()]))
    .digest('hex');
}

export type Place =
  /** Within the site; `suffix` is the query and fragment that a link keeps. */
  | Readonly<{ kind: 'internal'; path: string; suffix: string; fragment: string }>
  /** Another site. */
  | Readonly<{ kind: 'external'; url: URL }>
  /** Cannot be fetched: `mailto:`, `data:`, `javascript:`, … */
  | Readonly<{ kind: 'opaque' }>
  /** Not a URL, or one that nobody else can open (`file:`). */
  | Readonly<{ kind: 'invalid' }>;

/**
 * Resolves a reference of a page against its base, which is absolute (WHATWG URL).
 * @param loads whether the page loads it: only then are asset hosts part of the site
 */
export function locate(site: Site, reference: string, base: string, loads = false): Place {
  const url = URL.parse(reference, base);
  if (!url || url.protocol === 'file:') return { kind: 'invalid' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { kind: 'opaque' };
  const isOwn = site.hosts.has(url.host);
  if (!isOwn && !(loads && site.assetHosts?.has(url.host))) return { kind: 'external', url };
  const pathname = isOwn ? pathOnSite(site, url) : url.pathname;
  if (pathname === undefined) return aboveSite(site, url);
  const path = site.queriesSelect ? livePath(pathname) : normalPath(pathname);
  if (path === undefined) return { kind: 'invalid' };
  if (!isOwn) return internal(`${url.protocol}//${url.host}${path}${url.search}`, url.hash);
  const { query, heading } = site.queriesSelect ? readQuery(url.search, site.headingParameter) : NO_QUERY;
  const document = site.queriesSelect ? path.replace(SESSION_IN_PATH, '') + query : path;
  const route = site.hashRoutes?.has(document) ? ROUTE.exec(url.hash) : null;
  if (route) return routePlace(site, document, route);
  if (!site.queriesSelect) return internal(path, url.search + url.hash, url.hash);
  return internal(document, heading === undefined ? url.hash : `#${heading}`);
}

/**
 * Returns the path of a URL relative to the site's mount; undefined if the URL is not part of the site. On the host
 * of the site itself, only the root of the host is not part of it: authors forget the mount when they mean a file of
 * the folder.
 */
export function pathOnSite({ origin, mounts }: Site, { host, pathname }: URL): string | undefined {
  const mount = mounts?.get(host);
  if (mount === undefined || mount === '') return pathname;
  if (pathname === mount) return '/';
  if (pathname.startsWith(`${mount}/`)) return pathname.slice(mount.length);
  return pathname !== '/' && host === URL.parse(origin)?.host ? pathname : undefined;
}

/**
 * Returns the place of a URL that is on the site's host but not part of the site. On localhost, nobody else could
 * open it.
 */
function aboveSite({ origin, mounts }: Site, url: URL): Place {
  const own = URL.parse(origin)?.host;
  if (url.host !== own) return { kind: 'external', url };
  const named = [...(mounts?.keys() ?? [])].find((host) => host !== own) ?? own;
  if (/(^|\.)localhost(:\d+)?$/.test(named)) return { kind: 'invalid' };
  const there = new URL(url);
  there.host = named;
  return { kind: 'external', url: there };
}

/** Whether a fragment may name a page instead of a heading. */
export function looksLikeRoute(fragment: string): boolean {
  return ROUTE.test(fragment);
}

const ROUTE = /^(#!?)(\/[^?]*)(\?.*)?$/s;
const NO_QUERY = { query: '', heading: undefined };

/** Returns the absolute URL of a site path. */
export function absoluteUrl(origin: string, path: string): string {
  return path.startsWith('/') ? origin + path : path;
}

function internal(path: string, suffix: string, hash = suffix): Place {
  return { kind: 'internal', path, suffix, fragment: hash.slice(1) };
}

/**
 * Returns what a client-side router shows for a fragment: the document itself, or a page that is named by document
 * and fragment.
 */
function routePlace(site: Site, document: string, [, mark, path = '', search = '']: RegExpExecArray): Place {
  const { query, heading } = readQuery(search, site.headingParameter);
  const suffix = heading === undefined ? '' : `#${heading}`;
  if (path === '/' && query === '') return internal(document, suffix);
  return internal(`${document}${mark}${livePath(path) ?? path}${query}`, suffix);
}

const SESSION_IN_PATH = /;(?:jsessionid|phpsessid|sid)=[^/;]*/gi;

const PLAIN_PATH = /^[A-Za-z0-9\-_.~/]*$/;

/**
 * Normalizes a path: percent-encoding only where it is needed, in upper case (RFC 3986 §6.2.2). Undefined for paths
 * that no file can have (`%00`).
 */
export function normalPath(pathname: string): string | undefined {
  if (PLAIN_PATH.test(pathname)) return pathname;
  const segments = pathname.split('/').map((segment) => {
    const encoded = segment.replace(/%(?![0-9a-f]{2})/gi, '%25'); // a percent sign that begins no escape is literal
    try {
      return encodeSegment(decodeURIComponent(encoded));
    } catch {
      return encoded.replace(/%../g, (code) => code.toUpperCase()); // not UTF-8
    }
  });
  const path = segments.join('/');
  return path.includes('%00') ? undefined : path;
}

/**
 * Normalizes a path of a live site, which may distinguish `:` from `%3A`: only spellings that mean the same
 * everywhere are unified (RFC 3986 §2.3, §6.2.2).
 */
export function livePath(pathname: string): string | undefined {
  if (PLAIN_PATH.test(pathname)) return pathname;
  const path = pathname.replace(/%(?![0-9a-f]{2})/gi, '%25').replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : code.toUpperCase();
  });
  return path.includes('%00') ? undefined : path;
}

/** Encodes a file or folder name as a URL segment that is safe in single or double quotes. */
export function encodeSegment(name: string): string {
  return encodeURIComponent(name).replaceAll("'", '%27');
}

/** Encodes a file path with `/` as the path of a URL. Relative paths stay relative. */
export function encodePath(file: string): string {
  return file.split('/').map(encodeSegment).join('/');
}

/** Converts a relative file path with `/` to a site path. */
export function toSitePath(file: string): string {
  return `/${encodePath(file)}`;
}

/** Returns the relative URL from one file of a bundle to another; both are file paths with `/`. */
export function relativeUrl(from: string, to: string): string {
  let common = 0;
  for (let index = 0; index < from.length && from[index] === to[index]; index++) {
    if (from[index] === '/') common = index + 1;
  }
  let up = '';
  for (let index = common; index < from.length; index++) if (from[index] === '/') up += '../';
  const down = to.slice(common);
  return up + (PLAIN_PATH.test(down) ? down : encodePath(down));
}

/**
 * Returns the site paths that a requested page path may mean: `guide/x` is `/guide/x`, `/guide/x.html` or
 * `/guide/x/`.
 */
export function spellings(path: string, normal = normalPath): string[] {
  const url = normal(
    rooted(
      path
        .toWellFormed()
        .replace(/[?#].*$/s, '')
        .split('/')
        .map((segment) => encodeURI(segment).replace(/%25(?=[0-9a-f]{2})/gi, '%')) // it may be encoded already
        .join('/'),
    ),
  );
  if (url === undefined) return [];
  const bare = url.replace(/(\/index)?(\.html)?$/, '').replace(/\/$/, '');
  return [...new Set([url, `${bare}.html`, `${bare}/`, bare, `${bare}/index.html`])].filter(
    (spelling) => spelling !== '',
  );
}

/** Makes a path or glob start at the root of the site. */
export function rooted(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
