/**
 * Names of places within a site. Every URL of a job is kept as a *site path*: the path (and query, where queries
 * select content) in one normal form, `/guide/caf%C3%A9.html`. The host is left out: a site keeps its names when it
 * is exported from another address.
 */
export type Site = Readonly<{
  /** `https://` and the project's first domain. */
  origin: string;
  /** Hosts whose URLs are places of this site: the project's domains. */
  hosts: ReadonlySet<string>;
  /** Folders serve the same file whatever the query; live sites may not. */
  queriesSelect: boolean;
}>;

export type Place =
  /** Within the site; `suffix` is the query and fragment that a link keeps. */
  | Readonly<{ kind: 'internal'; path: string; suffix: string; fragment: string }>
  /** Another site. */
  | Readonly<{ kind: 'external'; url: URL }>
  /** Nothing that is fetched: `mailto:`, `data:`, `javascript:`, … */
  | Readonly<{ kind: 'opaque' }>
  /** No URL, or one that nobody else can open (`file:`). */
  | Readonly<{ kind: 'invalid' }>;

/** Resolves what a page says against where it says it (WHATWG URL). `base` is absolute. */
export function locate(site: Site, reference: string, base: string): Place {
  const url = URL.parse(reference, base);
  if (!url || url.protocol === 'file:') return { kind: 'invalid' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { kind: 'opaque' };
  if (!site.hosts.has(url.host)) return { kind: 'external', url };
  const path = normalPath(url.pathname);
  if (path === undefined) return { kind: 'invalid' };
  return site.queriesSelect
    ? { kind: 'internal', path: path + url.search, suffix: url.hash, fragment: url.hash.slice(1) }
    : { kind: 'internal', path, suffix: url.search + url.hash, fragment: url.hash.slice(1) };
}

const PLAIN_PATH = /^[A-Za-z0-9\-_.~/]*$/;

/**
 * One spelling for each path: percent-encoding only where it is needed, in upper case (RFC 3986 §6.2.2).
 * Undefined for paths that no file can have (`%00`).
 */
export function normalPath(pathname: string): string | undefined {
  if (PLAIN_PATH.test(pathname)) return pathname;
  const segments = pathname.split('/').map((segment) => {
    const encoded = segment.replace(/%(?![0-9a-f]{2})/gi, '%25'); // a percent sign that begins no escape is one
    try {
      return encodeSegment(decodeURIComponent(encoded));
    } catch {
      return encoded.replace(/%../g, (code) => code.toUpperCase()); // not UTF-8
    }
  });
  const path = segments.join('/');
  return path.includes('%00') ? undefined : path;
}

/** A file or folder name as a URL segment that may stand in single or double quotes. */
export function encodeSegment(name: string): string {
  return encodeURIComponent(name).replaceAll("'", '%27');
}

/** A file path, relative with `/`, as a site path. */
export function toSitePath(file: string): string {
  return `/${file.split('/').map(encodeSegment).join('/')}`;
}

/** The relative URL from one file of a bundle to another; both given as file paths with `/`. */
export function relativeUrl(from: string, to: string): string {
  let common = 0;
  for (let index = 0; index < from.length && from[index] === to[index]; index++) {
    if (from[index] === '/') common = index + 1;
  }
  let up = '';
  for (let index = common; index < from.length; index++) if (from[index] === '/') up += '../';
  const down = to.slice(common);
  return up + (PLAIN_PATH.test(down) ? down : down.split('/').map(encodeSegment).join('/'));
}

/** The places that a page path of a job may mean: `guide/x` is `/guide/x`, `/guide/x.html` or `/guide/x/`. */
export function spellings(path: string): string[] {
  const url = normalPath(
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

/** A path or glob as it stands from the root of the site. */
export function rooted(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
