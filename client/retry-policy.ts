import { OffprintError } from './error.ts';
import { pause } from './pause.ts';

/** How long temporary errors are retried in all, unless `ClientOptions.retryForMs` is set. */
export const RETRY_FOR_MS = 60_000;

/** Pause after the first error, unless the server specifies one. It doubles up to the longest. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 16_000;

/** Whether a request is idempotent and can be sent again, as after a broken connection. */
export function isRepeatable({
  method,
  takesIdempotencyKey,
}: Readonly<{ method: string; takesIdempotencyKey?: boolean }>): boolean {
  return method === 'GET' || method === 'DELETE' || takesIdempotencyKey === true;
}

/** Whether another attempt may succeed, and does nothing twice. */
export function callMayPass({ code, status, retryAfter }: OffprintError, isRepeatable: boolean): boolean {
  if (code === 'rate-limited' || status === 503) return true; // refused before anything was done
  if (code === 'conflict') return retryAfter !== undefined;
  return isRepeatable && (code === 'unreachable' || code === 'unavailable');
}

/** Whether a download can continue with another attempt, with a new link if it needs one. */
export function downloadMayPass({ code }: OffprintError): boolean {
  return ['unreachable', 'link-expired', 'rate-limited', 'unavailable'].includes(code);
}

export type Retries = Readonly<{
  /**
   * Waits before the next attempt: as long as the server asks, or else longer each time.
   * @throws the reason of the signal; the error, if it is permanent or the wait would exceed `retryForMs`
   */
  waitAfter: (error: unknown, mayPass: (error: OffprintError) => boolean) => Promise<void>;
  /** Resets the time after progress. */
  startOver: () => void;
}>;

/** Limits the time of one call or download. @param retryForMs how long errors are retried, in ms */
export function retries(retryForMs: number, signal: AbortSignal | undefined): Retries {
  let pauseMs: number;
  let giveUpAt: number;
  const startOver = (): void => {
    pauseMs = FIRST_PAUSE_MS;
    giveUpAt = performance.now() + retryForMs;
  };
  startOver();
  return {
    startOver,
    waitAfter: async (error, mayPass) => {
      signal?.throwIfAborted();
      if (!(error instanceof OffprintError) || !mayPass(error)) throw error;
      const waitMs = error.retryAfter === undefined ? pauseMs : error.retryAfter * 1000;
      if (performance.now() + waitMs > giveUpAt) throw error;
      await pause(waitMs, signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    },
  };
}
