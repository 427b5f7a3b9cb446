import { setTimeout as delay } from 'node:timers/promises';

export type ModelQueue = Readonly<{
  /**
   * Waits for a place, then works. Projects take turns; within a project the order is kept.
   * @throws the signal's reason at once when it is aborted, waiting or not
   */
  run: <T>(project: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
  /** Requests that wait, and places in use (those that drain after a cancel included). */
  state: () => Readonly<{ waiting: number; busy: number }>;
}>;

type Waiting = { project: string; start: () => void };

/**
 * The queue before one model server. Local servers divide their context window among parallel requests, so the
 * default is one at a time.
 * @param options.drainMs how long a place stays taken after a cancel: servers go on computing for a while
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
      // Of those that wait, the project whose last turn is longest ago.
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
