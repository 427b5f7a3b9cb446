import type { Project } from '../../server/api/wire.types.ts';

export type LiveOrigin = Extract<Project['origin'], { kind: 'url' }>;

/** A typed value. If empty, the credential stored as `keptAs` stays unchanged. */
export type Secret = Readonly<{ value: string; keptAs: string | undefined }>;
export type HeaderDraft = Secret & Readonly<{ name: string; isSecret: boolean }>;
export type CookieDraft = Secret & Readonly<{ name: string }>;

/** Form state of the access settings of a live site. */
export type AccessDraft = Readonly<{
  headers: readonly HeaderDraft[];
  cookies: readonly CookieDraft[];
  user: string;
  password: Secret;
  proxyUrl: string;
  /** `user:password` */
  proxyLogin: Secret;
  caBundle: string;
  requestsPerSecond: string;
  robots: '' | 'obey' | 'ignore';
}>;

const NO_SECRET: Secret = { value: '', keptAs: undefined };

/** Returns the form state for an origin. The API never returns the values of credentials, so they are empty. */
export function draftOf(origin: Partial<LiveOrigin> = {}): AccessDraft {
  const { headers = [], cookies = [], basicAuth, proxy } = origin;
  return {
    headers: headers.map(({ name, value = '', secret }) => ({
      name,
      value,
      keptAs: secret,
      isSecret: secret !== undefined,
    })),
    cookies: cookies.map(({ name, secret }) => ({ name, value: '', keptAs: secret })),
    user: basicAuth?.user ?? '',
    password: { ...NO_SECRET, keptAs: basicAuth?.secret },
    proxyUrl: proxy?.url ?? '',
    proxyLogin: { ...NO_SECRET, keptAs: proxy?.secret },
    caBundle: origin.caBundle ?? '',
    requestsPerSecond: origin.requestsPerSecond === undefined ? '' : String(origin.requestsPerSecond),
    robots: origin.robots ?? '',
  };
}

/** An origin that refers to credentials by name, and the values of the newly typed ones. */
export type Access = Readonly<{ origin: LiveOrigin; credentials: Readonly<Record<string, string>> }>;

/**
 * Returns the origin described by a form.
 * @param base origin whose URL and asset hosts are kept
 * @param owner prefix for the names of new credentials: the domain of the site
 */
export function accessOf(base: LiveOrigin, draft: AccessDraft, owner: string): Access {
  const credentials: Record<string, string> = {};
  const taken = new Set(
    [...draft.headers, ...draft.cookies, draft.password, draft.proxyLogin].map(({ keptAs }) => keptAs),
  );
  const keep = ({ value, keptAs }: Secret, what: string): string => {
    const name = keptAs ?? freeName(`${owner}.${what}`, taken);
    taken.add(name);
    if (value !== '') credentials[name] = value;
    return name;
  };
  const headers = draft.headers.map((header) => {
    const { name, value, isSecret } = header;
    return isSecret ? { name, secret: keep(header, `header.${name}`) } : { name, value };
  });
  const cookies = draft.cookies.map((cookie) => ({
    name: cookie.name,
    secret: keep(cookie, `cookie.${cookie.name}`),
  }));
  const { user, password, proxyLogin, robots } = draft;
  const proxyUrl = draft.proxyUrl.trim();
  const caBundle = draft.caBundle.trim();
  const pace = Number(draft.requestsPerSecond);
  const hasProxyLogin = proxyLogin.value !== '' || proxyLogin.keptAs !== undefined;
  const { assetHosts } = base;
  const origin: LiveOrigin = {
    kind: 'url',
    url: base.url,
    ...(assetHosts && { assetHosts }),
    ...(headers.length > 0 && { headers }),
    ...(cookies.length > 0 && { cookies }),
    ...(user !== '' && { basicAuth: { user, secret: keep(password, 'password') } }),
    ...(proxyUrl !== '' && {
      proxy: { url: proxyUrl, ...(hasProxyLogin && { secret: keep(proxyLogin, 'proxy') }) },
    }),
    ...(caBundle !== '' && { caBundle }),
    ...(draft.requestsPerSecond.trim() !== '' && { requestsPerSecond: pace }),
    ...(robots !== '' && { robots }),
  };
  return { origin, credentials };
}

const NAME_MAX = 100;

/** Returns an unused credential name of letters, digits and `._-`. */
function freeName(wanted: string, taken: ReadonlySet<string | undefined>): string {
  const name = wanted.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, NAME_MAX - 3);
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
