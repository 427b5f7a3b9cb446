import { setTimeout as delay } from 'node:timers/promises';
import { OffprintError } from '../errors.ts';

/** Maximum attempts without progress, and in total per publication. */
const TRIES = 5;
const TRIES_IN_ALL = 40;

const LONGEST_PAUSE_MS = 30_000;

export type Retries = Readonly<{
  /**
   * Runs the work until it succeeds or fails for good. Retries only if the target is unreachable, with exponential
   * backoff.
   * @param progress increases with the work done; while it does, retries continue
   * @throws the last error
   */
  run: <T>(work: () => Promise<T>, progress: () => number) => Promise<T>;
}>;

export type RetryOptions = Readonly<{
  signal: AbortSignal;
  /** Called before each pause. */
  onPause: (error: OffprintError, waitMs: number) => void;
  firstPauseMs?: number;
  random?: () => number;
}>;

export function retries({
  signal,
  onPause,
  firstPauseMs = 1000,
  random = Math.random,
}: RetryOptions): Retries {
  let inAll = 0;
  return {
    run: async (work, progress) => {
      let before = progress();
      for (let failures = 1; ; failures++) {
        try {
          return await work();
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof OffprintError) || error.code !== 'target-unreachable') throw error;
          if (progress() > before) failures = 1;
          before = progress();
          inAll++;
          if (failures >= TRIES || inAll >= TRIES_IN_ALL) throw error;
          // Random between half and all of the pause, so that several writers do not retry simultaneously.
          const pauseMs = firstPauseMs * 2 ** (failures - 1) * (0.5 + random() / 2);
          const waitMs = Math.min(LONGEST_PAUSE_MS, pauseMs);
          onPause(error, waitMs);
          await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
        }
      }
    },
  };
}
