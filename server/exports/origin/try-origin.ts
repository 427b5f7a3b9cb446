import { siteTitle } from '../../../shared/site-title.ts';
import { asOffprintError, type ErrorCode } from '../../errors.ts';
import { asksPassword } from '../crawl/login-detection.ts';
import { readByteText } from '../parse/charset.ts';
import { scanPage } from '../parse/page.ts';
import { exportSettings } from '../settings/settings.ts';
import { livePath } from '../site/site.ts';
import { FetchError } from './http/fetched.ts';
import { openAccess } from './live-access.ts';
import type { FirstLook } from './live-survey.ts';
import { parseRobots } from './robots.ts';
import type { Credentials, UrlOrigin } from './url-origin.ts';

/** Result of requesting the start page of a live site with its credentials. */
export type OriginTrial = Readonly<{
  outcome: 'page' | 'login' | 'tls' | 'unreachable' | 'unreadable';
  /** What failed, as a sentence; null if a page was returned. */
  problem: string | null;
  /** Where the page was found, after redirects. */
  url: string | null;
  /** Status of the last response for the start page. */
  status: number | null;
  title: string | null;
  /** Whether the page has a password field: it may be a login page in place of others. */
  asksPassword: boolean;
  robots: 'none' | 'allows' | 'forbids' | 'ignored' | null;
  durationMs: number;
}>;

const OUTCOMES: Readonly<Partial<Record<ErrorCode, OriginTrial['outcome']>>> = {
  'login-required': 'login',
  'origin-unreachable': 'unreachable',
  'origin-unreadable': 'unreadable',
};

const PATIENCE_MS = 20_000;

/**
 * Requests the start page and the robots.txt of a live site once, as an export would.
 * @throws OffprintError `usage` if the certificate file cannot be used
 */
export async function tryOrigin(origin: UrlOrigin, credentials: Credentials): Promise<OriginTrial> {
  const started = performance.now();
  const settings = { ...exportSettings.parse({}), timeoutMs: PATIENCE_MS, retryMaxMs: 0 };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let status: number | null = null;
  let isStart = true;
  const heard = (now: number): void => {
    if (isStart) status = now;
    isStart &&= now >= 300 && now < 400; // the next response is that of robots.txt
  };
  const about = (rest: Omit<OriginTrial, 'durationMs' | 'status'>): OriginTrial => ({
    ...rest,
    status,
    durationMs: Math.round(performance.now() - started),
  });
  const nothing = { url: null, title: null, asksPassword: false, robots: null };
  try {
    const access = await openAccess({ origin, credentials, settings, signal });
    try {
      const look = await access.firstLook(heard);
      return about({
        outcome: 'page',
        problem: null,
        url: look.url.href,
        title: siteTitle(scanPage(readByteText(Buffer.from(look.html), 'utf-8')).title),
        asksPassword: asksPassword(look.html),
        robots: robotsOf(look),
      });
    } finally {
      await access.client.close();
    }
  } catch (error) {
    if (signal.aborted) {
      const problem = `${new URL(origin.url).host} did not respond within ${PATIENCE_MS / 1000} seconds.`;
      return about({ outcome: 'unreachable', problem, ...nothing });
    }
    const { code, message, cause } = asOffprintError(error);
    const isTls = cause instanceof FetchError && cause.reason === 'tls';
    const outcome = isTls ? 'tls' : OUTCOMES[code];
    if (outcome === undefined) throw error;
    return about({ outcome, problem: message, ...nothing });
  }
}

function robotsOf({ url, robotsText, obeysRobots }: FirstLook): OriginTrial['robots'] {
  if (robotsText === null) return 'none';
  if (!obeysRobots) return 'ignored';
  return parseRobots(robotsText).allows(livePath(url.pathname) ?? '/') ? 'allows' : 'forbids';
}
