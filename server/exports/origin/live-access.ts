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

/** Access to a live site, with its credentials. */
export type Access = Readonly<{
  /** Sends the cookies that the site has set, and stores those that it sets. */
  client: HttpClient;
  cookies: CookieJar;
  /** Headers of a request. Credentials are sent to the site's own origin only. */
  sentTo: (url: URL) => Readonly<Record<string, string>>;
  /** Surveys the site before its export. @throws OffprintError as `survey` */
  survey: () => Promise<Survey>;
  /**
   * Requests only the start page and robots.txt.
   * @param heard called with the status of each response
   * @throws OffprintError as `survey`
   */
  firstLook: (heard: (status: number) => void) => Promise<FirstLook>;
  /** Retry policy for the site, whose robots.txt may ask for a delay. */
  retryPolicy: (crawlDelaySeconds: number | undefined) => RetryingGet;
  /** Retry policy for another host. */
  retryPolicyElsewhere: () => RetryingGet;
}>;

/**
 * @throws OffprintError `login-required` if a credential of the origin is missing, `usage` if its certificate file
 *   cannot be used
 */
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
  /** Gets whole bodies, with retries. */
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
