import { OffprintError } from './error.ts';
import { pause } from './pause.ts';

/** How long trouble that passes is waited out in all, where `ClientOptions.retryForMs` does not say it. */
export const RETRY_FOR_MS = 60_000;

/** The pause after the first trouble, where the server tells none; it doubles up to the longest. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 16_000;

/** Whether a request does nothing twice when it is sent again, as after a broken connection. */
export function isRepeatable({
  method,
  takesIdempotencyKey,
}: Readonly<{ method: string; takesIdempotencyKey?: boolean }>): boolean {
  return method === 'GET' || method === 'DELETE' || takesIdempotencyKey === true;
}

/** Whether another try of a call may succeed, and does nothing twice. */
export function callMayPass({ code, status, retryAfter }: OffprintError, isRepeatable: boolean): boolean {
  if (code === 'rate-limited' || status === 503) return true; // refused before anything was done
  if (code === 'conflict') return retryAfter !== undefined;
  return isRepeatable && (code === 'unreachable' || code === 'unavailable');
}

/** Whether a download may go on with another try, with a fresh link where that is what it needs. */
export function downloadMayPass({ code }: OffprintError): boolean {
  return ['unreachable', 'link-expired', 'rate-limited', 'unavailable'].includes(code);
}

export type Retries = Readonly<{
  /**
   * Waits before the next try, as long as the server says or else longer each time.
   * @throws the reason of the signal; the error where it does not pass, or would be waited out for longer than `retryForMs`
   */
  waitAfter: (error: unknown, mayPass: (error: OffprintError) => boolean) => Promise<void>;
  /** Something came of a try: the time begins anew. */
  startOver: () => void;
}>;

/** Counts the time of one call or download. @param retryForMs how long trouble is waited out, in ms */
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
