/**
 * Cookies that a site sets during a job (RFC 6265). Sent back as a browser would, and kept only in memory. Does not
 * include the operator's cookies.
 */
export type CookieJar = Readonly<{
  /** Names and values of the cookies for a URL. If several have the same name, the one with the longest path. */
  sentTo: (url: URL) => ReadonlyMap<string, string>;
  /** Stores the cookies that a response sets. @param setCookie one header per line */
  take: (url: URL, setCookie: string | undefined) => void;
}>;

type Cookie = Readonly<{
  name: string;
  value: string;
  domain: string;
  /** Also sent to subdomains. */
  isBelow: boolean;
  path: string;
  isSecure: boolean;
  /** ms since 1970 */
  expiresMs: number;
}>;

const COOKIES_MAX = 300;
/** RFC 6265 §6.1 requires at least this size; browsers drop longer cookies. */
const COOKIE_MAX_BYTES = 4096;

export function cookieJar(now: () => number = Date.now): CookieJar {
  const jar = new Map<string, Cookie>();
  return {
    sentTo: (url) => {
      const fitting = [...jar.values()].filter((cookie) => isFor(cookie, url, now()));
      fitting.sort((a, b) => b.path.length - a.path.length);
      // Of several cookies with the same name, most servers use the first.
      return new Map(fitting.reverse().map(({ name, value }) => [name, value]));
    },
    take: (url, setCookie = '') => {
      for (const line of setCookie.split('\n')) {
        const cookie = line.length <= COOKIE_MAX_BYTES ? parsed(line, url, now()) : undefined;
        if (!cookie) continue;
        const key = `${cookie.domain} ${cookie.path} ${cookie.name}`;
        jar.delete(key);
        if (cookie.expiresMs > now()) jar.set(key, cookie);
        const [oldest] = jar.keys();
        if (jar.size > COOKIES_MAX && oldest !== undefined) jar.delete(oldest);
      }
    },
  };
}

/**
 * Joins all cookies into one header.
 * @param given cookies of the operator, which take precedence over the site's cookies of the same names
 */
export function cookieHeader(
  given: string | undefined,
  sent: ReadonlyMap<string, string>,
): string | undefined {
  const names = new Set((given ?? '').split(';').map((pair) => pair.replace(/=.*$/s, '').trim()));
  const others = [...sent].filter(([name]) => !names.has(name)).map(([name, value]) => `${name}=${value}`);
  const all = [given ?? '', ...others].filter((pair) => pair !== '');
  return all.length > 0 ? all.join('; ') : undefined;
}

/** RFC 6265 §5.2, §5.3 */
function parsed(line: string, url: URL, nowMs: number): Cookie | undefined {
  const [pair = '', ...attributes] = line.split(';');
  const at = pair.indexOf('=');
  const name = pair.slice(0, at).trim();
  if (at < 0 || name === '') return undefined;
  const said = new Map(
    attributes.map((attribute) => {
      const [key = '', ...value] = attribute.split('=');
      return [key.trim().toLowerCase(), value.join('=').trim()];
    }),
  );
  const domain = said.get('domain')?.replace(/^\./, '').toLowerCase() ?? '';
  const isOwn = domain === '' || domain === url.hostname;
  // A domain without a dot covers many sites.
  if (!isOwn && !(domain.includes('.') && url.hostname.endsWith(`.${domain}`))) return undefined;
  const path = said.get('path') ?? '';
  return {
    name,
    value: pair.slice(at + 1).trim(),
    domain: domain || url.hostname,
    isBelow: domain !== '',
    path: path.startsWith('/') ? path : url.pathname.replace(/\/[^/]*$/, '') || '/',
    isSecure: said.has('secure'),
    expiresMs: expiryOf(said, nowMs),
  };
}

function expiryOf(said: ReadonlyMap<string, string>, nowMs: number): number {
  const age = said.get('max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) return nowMs + Number(age) * 1000;
  const at = Date.parse(said.get('expires') ?? '');
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
}

function isFor({ domain, isBelow, path, isSecure, expiresMs }: Cookie, url: URL, nowMs: number): boolean {
  const { hostname, pathname, protocol } = url;
  const isHost = hostname === domain || (isBelow && hostname.endsWith(`.${domain}`));
  const isPath = pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
  return isHost && isPath && (!isSecure || protocol === 'https:') && expiresMs > nowMs;
}
