import { setTimeout as delay } from 'node:timers/promises';
import type { UrlOrigin } from '../url-origin.ts';

/** What robots.txt may slow an export down to. */
const CRAWL_DELAY_MAX_SECONDS = 10;

/**
 * How many requests may begin in a second: what the project says, else what its robots.txt asks for. Undefined: no
 * limit.
 */
export function paceOf(
  { requestsPerSecond }: UrlOrigin,
  crawlDelaySeconds: number | undefined,
): number | undefined {
  if (requestsPerSecond !== undefined || !crawlDelaySeconds) return requestsPerSecond;
  return 1 / Math.min(crawlDelaySeconds, CRAWL_DELAY_MAX_SECONDS);
}

/** Lets callers pass one after the other, so many in a second. */
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
