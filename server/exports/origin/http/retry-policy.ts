import { setTimeout as delay } from 'node:timers/promises';
import { OffprintError } from '../../../errors.ts';
import { FetchError, type Fetched, type FetchReason } from './fetched.ts';
import { pacer } from './request-rate.ts';

export type RetryPolicyOptions = Readonly<{
  /** Maximum number of requests started per second; absent: no limit. */
  requestsPerSecond?: number;
  /** Maximum time for retrying one URL. */
  budgetMs: number;
  /** Pause before the first retry; doubled for each further one. */
  firstPauseMs: number;
}>;

/** Gets one URL with retries. @throws FetchError after the last one, OffprintError `origin-unreachable` */
export type RetryingGet = <F extends Answered>(get: () => Promise<F>, signal: AbortSignal) => Promise<F>;

type Answered = Pick<Fetched, 'status' | 'headers'>;

const TRIES = 4;

/** Maximum pause between attempts, before jitter. A pause that the origin asks for is not limited by it. */
const PAUSE_MAX_MS = 30_000;

/** Number of consecutive URLs without any response after which the origin counts as unreachable. */
const FAILURES_MAX = 12;

/** Failures that a retry may fix. */
const PASSING: ReadonlySet<FetchReason> = new Set([
  'timeout',
  'connection',
  'truncated',
  'server error',
  'busy',
]);

/** Failures that suggest that the origin is unreachable. */
const GONE: ReadonlySet<FetchReason> = new Set(['timeout', 'connection', 'tls', 'busy']);

/**
 * Retry policy for one origin: limits the request rate, retries with exponential backoff and jitter, and applies a
 * `Retry-After` (RFC 9110 §10.2.3) to all requests. Stops retrying a URL once its budget is used up, and fails when
 * the origin no longer responds at all.
 */
export function retryPolicy(options: RetryPolicyOptions): RetryingGet {
  const turn = pacer(options.requestsPerSecond);
  let heldUntilMs = 0;
  let failures = 0;

  const once = async <F extends Answered>(get: () => Promise<F>, signal: AbortSignal): Promise<F> => {
    const heldMs = heldUntilMs - performance.now();
    if (heldMs > 0) await delay(heldMs, undefined, { signal });
    await turn(signal);
    const fetched = await get();
    const fault = passingStatus(fetched);
    if (fault) throw fault;
    return fetched;
  };

  return async (get, signal) => {
    const started = performance.now();
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      try {
        const fetched = await once(get, signal);
        failures = 0;
        return fetched;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof FetchError)) throw error;
        const asked = error.retryAfterMs;
        const grown = Math.min(PAUSE_MAX_MS, options.firstPauseMs * 2 ** (attempt - 1));
        const pauseMs = Math.max(asked ?? 0, grown * (0.5 + Math.random()));
        const leftMs = started + options.budgetMs - performance.now();
        const isLast = attempt >= TRIES && asked === undefined;
        if (!PASSING.has(error.reason) || isLast || pauseMs > leftMs) {
          failures = GONE.has(error.reason) ? failures + 1 : 0;
          if (failures >= FAILURES_MAX) throw unreachable(error);
          throw error;
        }
        if (asked !== undefined) heldUntilMs = Math.max(heldUntilMs, performance.now() + pauseMs);
        else await delay(pauseMs, undefined, { signal });
      }
    }
  };
}

/** Returns an error for a response that means "not now". */
function passingStatus({ status, headers }: Answered): FetchError | undefined {
  const isBusy = status === 429 || (status === 503 && headers['retry-after'] !== undefined);
  if (isBusy) {
    const retryAfterMs = retryAfter(headers['retry-after'], Date.now());
    return new FetchError('busy', `The origin asked Offprint to wait (${status})`, retryAfterMs);
  }
  return status >= 500 || status === 408 || status === 425
    ? new FetchError('server error', `The origin returned ${status}`)
    : undefined;
}

/** Converts `Retry-After`, in seconds or as a date (RFC 9110 §10.2.3), to ms from now; undefined if it is neither. */
export function retryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

function unreachable(last: FetchError): OffprintError {
  return new OffprintError(
    'origin-unreachable',
    `The origin has stopped responding: ${last.message}. Everything read so far is kept. Retry when the site is available again.`,
  );
}
