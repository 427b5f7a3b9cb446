/**
 * Processes a queue that may grow meanwhile, `concurrency` items at a time.
 * @param take returns the next item; undefined if none is available at the moment
 * @param work handles one item; after its first rejection, the pool starts no more work and rejects once all running
 * work has ended
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
 * Calls `work` for each item of an asynchronous sequence, at most `concurrency` concurrently, started in order.
 * @throws the first error, once all running work has ended
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

/**
 * Like Promise.all, but settles only once everything has ended.
 * @throws the first error in order of the works
 */
export async function allEnded<T extends readonly unknown[]>(
  works: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/**
 * Limits for concurrent work: a maximum number of items, and a number of bytes from which no further item is started.
 */
export type Window<T> = Readonly<{ items: number; bytes?: number; sizeOf?: (item: T) => number }>;

/** Maps items concurrently, but yields the results in order. Limits the number of results waiting in memory. */
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
