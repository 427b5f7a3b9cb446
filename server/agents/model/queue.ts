import { setTimeout as delay } from 'node:timers/promises';

export type ModelQueue = Readonly<{
  /**
   * Waits for a free slot, then runs `work`. Projects take turns; requests of one project keep their order.
   * @throws the signal's reason as soon as it is aborted while waiting; then whatever `work` throws
   */
  run: <T>(project: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
  /** Number of waiting requests, and of slots in use, including those that drain after a cancel. */
  state: () => Readonly<{ waiting: number; busy: number }>;
}>;

type Waiting = { project: string; start: () => void };

/**
 * Opens the queue for one model server. Local servers split their context window among parallel requests, so the
 * default is one at a time.
 * @param options.drainMs how long a slot stays in use after a cancel: servers keep computing for a while
 */
export function openModelQueue(
  options: Readonly<{ concurrency?: number; drainMs?: number }> = {},
): ModelQueue {
  const concurrency = options.concurrency ?? 1;
  const drainMs = options.drainMs ?? 2000;
  let waiting: Waiting[] = [];
  let busy = 0;
  const turns = new Map<string, number>();
  let turn = 0;

  const next = (): void => {
    while (busy < concurrency && waiting.length > 0) {
      // Pick the waiting project whose last turn was the longest ago.
      const first = waiting.reduce((best, entry) =>
        (turns.get(entry.project) ?? 0) < (turns.get(best.project) ?? 0) ? entry : best,
      );
      waiting = waiting.filter((entry) => entry !== first);
      turns.set(first.project, ++turn);
      busy++;
      first.start();
    }
    if (busy === 0) turns.clear();
  };

  const release = (): void => {
    busy--;
    next();
  };

  const place = (project: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const onAbort = (): void => {
        waiting = waiting.filter((other) => other !== entry);
        reject(signal.reason);
      };
      const entry: Waiting = {
        project,
        start: () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.push(entry);
      next();
    });

  return {
    run: async (project, signal, work) => {
      await place(project, signal);
      try {
        return await work();
      } finally {
        if (signal.aborted) void delay(drainMs, undefined, { ref: false }).then(release);
        else release();
      }
    },
    state: () => ({ waiting: waiting.length, busy }),
  };
}
