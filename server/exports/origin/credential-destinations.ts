import { OffprintError } from '../../errors.ts';
import { RELEASE } from '../../release.ts';
import { isSameOrigin } from './redirect-policy.ts';
import type { Credentials, UrlOrigin } from './url-origin.ts';

/**
 * Returns where each credential of an origin is sent: to the site's own origin, or to the proxy. The same site
 * through another proxy is another destination, because a proxy can read what is sent over http.
 */
function destinations(origin: UrlOrigin): ReadonlyMap<string, ReadonlySet<string>> {
  const { headers = [], cookies = [], basicAuth, proxy, url } = origin;
  const proxyAddress = proxy && new URL(proxy.url).origin;
  const site = new URL(url).origin + (proxyAddress === undefined ? '' : ` through ${proxyAddress}`);
  const found = new Map<string, Set<string>>();
  const add = (name: string | undefined, where: string): void => {
    if (name !== undefined) found.set(name, new Set(found.get(name)).add(where));
  };
  for (const part of [...headers, ...cookies, basicAuth]) add(part?.secret, site);
  if (proxyAddress !== undefined) add(proxy?.secret, `the proxy ${proxyAddress}`);
  return found;
}

/**
 * Returns the first of these credentials that an origin sends to an address to which no project's origin sends it,
 * with that address; undefined if there is none. Only the admin scope may send a stored credential there
 * (api/kept-credentials.ts).
 */
export function newDestination(
  origin: UrlOrigin,
  names: readonly string[],
  ofProjects: readonly UrlOrigin[],
): Readonly<{ name: string; elsewhere: string }> | undefined {
  const known = ofProjects.map(destinations);
  const wanted = destinations(origin);
  for (const name of names) {
    const allowed = new Set(known.flatMap((each) => [...(each.get(name) ?? [])]));
    const elsewhere = [...(wanted.get(name) ?? [])].find((where) => !allowed.has(where));
    if (elsewhere !== undefined) return { name, elsewhere };
  }
  return undefined;
}

/** Headers of a request without credentials. */
export const ANONYMOUS: Readonly<Record<string, string>> = {
  'user-agent': `Offprint/${RELEASE}`,
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
};

/**
 * Returns the headers of a request by its address: with credentials for the origin's own address, without them for
 * any other.
 * @throws OffprintError `login-required` if a credential of the origin is missing
 */
export function headersOf(
  origin: UrlOrigin,
  credentials: Credentials,
): (url: URL) => Readonly<Record<string, string>> {
  const home = new URL(origin.url);
  const sent = sentHeaders(origin, credentials);
  return (url) => (isSameOrigin(home, url) ? sent : ANONYMOUS);
}

function sentHeaders(origin: UrlOrigin, credentials: Credentials): Record<string, string> {
  const headers: Record<string, string> = { ...ANONYMOUS };
  for (const { name, value, secret } of origin.headers ?? [])
    headers[name.toLowerCase()] = value ?? credential(credentials, secret ?? '');
  const cookies = (origin.cookies ?? []).map(
    ({ name, secret }) => `${name}=${credential(credentials, secret)}`,
  );
  if (cookies.length > 0) headers.cookie = cookies.join('; ');
  if (origin.basicAuth) {
    const { user, secret } = origin.basicAuth;
    headers.authorization = basic(`${user}:${credential(credentials, secret)}`);
  }
  return headers;
}

/** Returns the proxy of an origin with its credential, which is sent nowhere else. @throws as `headersOf` */
export function proxyOf({ proxy }: UrlOrigin, credentials: Credentials) {
  if (!proxy) return {};
  const authorization = proxy.secret === undefined ? undefined : basic(credential(credentials, proxy.secret));
  return { proxy: { url: new URL(proxy.url), authorization } };
}

function credential(credentials: Credentials, name: string): string {
  const value = credentials[name];
  if (value !== undefined) return value;
  throw new OffprintError(
    'login-required',
    `The project's origin needs the credential ${name}, which does not exist. Store it (offprint secrets set ${name}), then resume the job.`,
  );
}

/** RFC 7617. */
function basic(userAndPassword: string): string {
  return `Basic ${Buffer.from(userAndPassword, 'utf8').toString('base64')}`;
}
