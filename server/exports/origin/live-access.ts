import type { ExportSettings } from '../settings/settings.ts';
import { ANONYMOUS, headersOf, proxyOf } from './credential-destinations.ts';
import { boundsOf } from './fetch-bounds.ts';
import { leadsToPrivate } from './http/addresses.ts';
import type { HttpClient } from './http/client.ts';
import { type CookieJar, cookieHeader, cookieJar } from './http/cookies.ts';
import { FetchError, type GetUrl } from './http/fetched.ts';
import { paceOf } from './http/request-rate.ts';
import { type RetryingGet, retryPolicy } from './http/retry-policy.ts';
import { type FirstLook, firstLook, type Survey, survey } from './live-survey.ts';
import type { Credentials, UrlOrigin } from './url-origin.ts';

const CONNECT_MS = 10_000;
const FIRST_PAUSE_MS = 500;

export type AccessContext = Readonly<{
  origin: UrlOrigin;
  credentials: Credentials;
  settings: ExportSettings;
  signal: AbortSignal;
}>;

/** The way to a live site, with all that it takes to get in. */
export type Access = Readonly<{
  /** Sends the cookies that the site has handed out, and takes those that it does. */
  client: HttpClient;
  cookies: CookieJar;
  /** Headers of a request: what it takes to get in goes to the site's own origin alone. */
  sentTo: (url: URL) => Readonly<Record<string, string>>;
  /** What is found out about the site before its export. @throws OffprintError as `survey` */
  survey: () => Promise<Survey>;
  /** Its beginning alone. @param heard told the status of each answer @throws OffprintError as `survey` */
  firstLook: (heard: (status: number) => void) => Promise<FirstLook>;
  /** Manners towards the site, which may ask for a delay in its robots.txt. */
  retryPolicy: (crawlDelaySeconds: number | undefined) => RetryingGet;
  /** Manners towards another host. */
  retryPolicyElsewhere: () => RetryingGet;
}>;

/** @throws OffprintError `login-required` without a credential that the origin names, `usage` for its files */
export async function openAccess({ origin, credentials, settings, signal }: AccessContext): Promise<Access> {
  const home = new URL(origin.url);
  const sentTo = headersOf(origin, credentials);
  const isPrivate = origin.proxy === undefined && (await leadsToPrivate(home));
  const { openClient } = await import('./http/client.ts'); // large, and many processes never fetch
  const cookies = cookieJar();
  const bare = openClient({
    ...proxyOf(origin, credentials),
    connections: settings.concurrency,
    connectMs: Math.min(CONNECT_MS, settings.timeoutMs),
    ...(origin.caBundle !== undefined && { caBundle: origin.caBundle }),
    mayBePrivate: (host) => (isPrivate && host === home.hostname) || isAssetHost(origin, host),
  });
  const client: HttpClient = {
    ...bare,
    get: async (url, ask) => {
      const cookie = cookieHeader(ask.headers.cookie, cookies.sentTo(url));
      const headers = { ...ask.headers, ...(cookie !== undefined && { cookie }) };
      const fetched = await bare.get(url, { ...ask, headers });
      cookies.take(url, fetched.headers['set-cookie']);
      return fetched;
    },
  };
  const retryPolicyElsewhere = (): RetryingGet =>
    retryPolicy({ budgetMs: settings.retryMaxMs, firstPauseMs: FIRST_PAUSE_MS });
  const retryPolicyHere = (crawlDelaySeconds?: number): RetryingGet => {
    const requestsPerSecond = paceOf(origin, crawlDelaySeconds);
    return retryPolicy({
      ...(requestsPerSecond !== undefined && { requestsPerSecond }),
      budgetMs: settings.retryMaxMs,
      firstPauseMs: FIRST_PAUSE_MS,
    });
  };
  /** Gets bodies as a whole. */
  const patientGet = (crawlDelaySeconds?: number): GetUrl => {
    const patient = retryPolicyHere(crawlDelaySeconds);
    const whole = { ...boundsOf(settings), bufferBytes: () => Number.POSITIVE_INFINITY };
    return (url, maxBytes, bare) => {
      const bounds = { ...whole, maxBytes: () => maxBytes };
      const headers = bare === undefined ? sentTo(url) : ANONYMOUS;
      return patient(() => client.get(url, { headers, bounds, keep, signal }), signal);
    };
  };
  return {
    client,
    cookies,
    sentTo,
    survey: () => survey(origin, isPrivate, patientGet),
    firstLook: (heard) => {
      const get = patientGet();
      return firstLook(origin, isPrivate, async (url, maxBytes, bare) => {
        const fetched = await get(url, maxBytes, bare);
        if (bare === undefined) heard(fetched.status);
        return fetched;
      });
    },
    retryPolicy: retryPolicyHere,
    retryPolicyElsewhere,
  };
}

async function keep(): Promise<never> {
  throw new FetchError('too large', 'The response is longer than expected');
}

function isAssetHost({ assetHosts = [] }: UrlOrigin, hostname: string): boolean {
  return assetHosts.some((host) => host === hostname || host.replace(/:\d+$/, '') === hostname);
}
