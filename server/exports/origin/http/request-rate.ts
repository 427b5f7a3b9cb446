import { setTimeout as delay } from 'node:timers/promises';
import type { UrlOrigin } from '../url-origin.ts';

/** Longest delay between requests that robots.txt may impose. */
const CRAWL_DELAY_MAX_SECONDS = 10;

/**
 * Returns the maximum number of requests per second: the project's setting, or else what its robots.txt asks for.
 * Undefined: no limit.
 */
export function paceOf(
  { requestsPerSecond }: UrlOrigin,
  crawlDelaySeconds: number | undefined,
): number | undefined {
  if (requestsPerSecond !== undefined || !crawlDelaySeconds) return requestsPerSecond;
  return 1 / Math.min(crawlDelaySeconds, CRAWL_DELAY_MAX_SECONDS);
}

/** Lets callers proceed one after another, at most `perSecond` per second. */
export function pacer(perSecond: number | undefined): (signal: AbortSignal) => Promise<void> {
  let nextMs = 0;
  return async (signal) => {
    if (perSecond === undefined) return;
    const at = Math.max(nextMs, performance.now());
    nextMs = at + 1000 / perSecond;
    const waitMs = at - performance.now();
    if (waitMs > 0) await delay(waitMs, undefined, { signal });
  };
}
