import { setTimeout as delay } from 'node:timers/promises';
import { OffprintError } from '../errors.ts';

/** Tries without any progress in between, and all tries of one publication. */
const TRIES = 5;
const TRIES_IN_ALL = 40;

const LONGEST_PAUSE_MS = 30_000;

export type Retries = Readonly<{
  /**
   * Works until it is done or there is no reason to hope: only a target that does not answer is tried again, after a
   * pause that doubles.
   * @param progress grows with what has arrived: as long as it does, there is hope
   * @throws the last error
   */
  run: <T>(work: () => Promise<T>, progress: () => number) => Promise<T>;
}>;

export type RetryOptions = Readonly<{
  signal: AbortSignal;
  /** Told before each pause. */
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
          // Between half and the whole pause, so that several writers do not knock at the same moment.
          const pauseMs = firstPauseMs * 2 ** (failures - 1) * (0.5 + random() / 2);
          const waitMs = Math.min(LONGEST_PAUSE_MS, pauseMs);
          onPause(error, waitMs);
          await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
        }
      }
    },
  };
}
