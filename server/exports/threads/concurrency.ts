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
 * Calls `work` for each item of an asynchronous sequence, at most `concurrency` at a time, started in their order.
 * @throws the first error, once what is running has ended
 */
export async function forEachConcurrent<T>(
  concurrency: number,
  items: AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const coming = items[Symbol.asyncIterator]();
  let failed = false;
  const takeAndWork = async (): Promise<void> => {
    while (!failed) {
      const next = await coming.next();
      if (next.done || failed) return;
      await work(next.value);
    }
  };
  const worker = (): Promise<void> =>
    takeAndWork().catch((error: unknown) => {
      failed = true;
      throw error;
    });
  await allEnded(Array.from({ length: concurrency }, worker));
}

/** Like Promise.all, but throws only once everything has ended. @throws the first error in their order */
export async function allEnded<T extends readonly unknown[]>(
  works: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** How much may be in the making: so many items at most, and no further one once there are so many bytes. */
export type Window<T> = Readonly<{ items: number; bytes?: number; sizeOf?: (item: T) => number }>;

/**
 * Maps items in order with several in the making: results come out in the order of the items, and what waits for its
 * turn in memory is bounded.
 */
export async function* mapOrdered<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  window: Window<T>,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const bytesMax = window.bytes ?? Number.POSITIVE_INFINITY;
  const pending: { task: Promise<R>; bytes: number }[] = [];
  let bytes = 0;
  try {
    for await (const item of items) {
      const task = work(item);
      task.catch(() => {}); // reported when its turn comes
      const size = window.sizeOf?.(item) ?? 0;
      pending.push({ task, bytes: size });
      bytes += size;
      while (pending.length >= window.items || bytes >= bytesMax) {
        const first = pending.shift();
        if (!first) break;
        bytes -= first.bytes;
        yield await first.task;
      }
    }
    for (let first = pending.shift(); first; first = pending.shift()) yield await first.task;
  } finally {
    await Promise.allSettled(pending.map(({ task }) => task));
  }
}
