/**
 * Works off a queue that may grow while it is worked off, `concurrency` items at a time.
 * @param take gives the next item, or undefined when there is none at the moment
 * @param work handles one item; its first rejection ends the pool once what is running has ended
 */
export async function runPool<T>(
  concurrency: number,
  take: () => T | undefined,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failed = false;
  let failure: unknown;
  for (;;) {
    while (!failed && running.size < concurrency) {
      const item = take();
      if (item === undefined) break;
      const task: Promise<void> = work(item)
        .catch((error: unknown) => {
          if (!failed) failure = error;
          failed = true;
        })
        .finally(() => running.delete(task));
      running.add(task);
    }
    if (running.size === 0) break;
    await Promise.race(running);
  }
  if (failed) throw failure;
}

/**
 * Maps items in order with up to `window` of them in the making: results come out in the order of the items, and
 * no more than `window` wait in memory.
 */
export async function* mapOrdered<T, R>(
  items: Iterable<T>,
  window: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const pending: Promise<R>[] = [];
  try {
    for (const item of items) {
      const task = work(item);
      task.catch(() => {}); // reported when its turn comes
      pending.push(task);
      if (pending.length < window) continue;
      const first = pending.shift();
      if (first) yield await first;
    }
    for (let first = pending.shift(); first; first = pending.shift()) yield await first;
  } finally {
    await Promise.allSettled(pending);
  }
}
