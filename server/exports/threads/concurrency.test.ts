import { describe, expect, test } from 'vitest';
import { mapOrdered, runPool } from './concurrency.ts';

describe('a pool', () => {
  test('works off its queue, and never more items at a time than it may', async () => {
    const queue = numbers(20);
    const done: number[] = [];
    let running = 0;
    let most = 0;
    await runPool(
      3,
      () => queue.shift(),
      async (item) => {
        most = Math.max(most, ++running);
        await turns(item % 4);
        running--;
        done.push(item);
      },
    );
    expect(most).toBe(3);
    expect(done.toSorted((a, b) => a - b)).toEqual(numbers(20));
  });

  test('works off what is added while it works, also when the queue was empty in between', async () => {
    const queue = [1];
    const done: number[] = [];
    await runPool(
      4,
      () => queue.shift(),
      async (item) => {
        await turns(2);
        done.push(item);
        if (item < 5) queue.push(item + 1);
      },
    );
    expect(done).toEqual([1, 2, 3, 4, 5]);
  });

  test('ends at once when there is nothing to do', async () => {
    await expect(
      runPool(
        4,
        () => undefined,
        () => Promise.reject(new Error('never')),
      ),
    ).resolves.toBeUndefined();
  });

  test('ends with the first failure, once what is running has ended, and takes nothing more', async () => {
    const queue = numbers(10);
    const ended: number[] = [];
    const pool = runPool(
      3,
      () => queue.shift(),
      async (item) => {
        await turns(item === 1 ? 1 : 4);
        ended.push(item);
        if (item === 1) throw new Error('first');
        if (item === 2) throw new Error('second');
      },
    );
    await expect(pool).rejects.toThrow('first');
    expect(ended).toEqual([1, 0, 2]);
    expect(queue).toEqual(numbers(10).slice(3));
  });

  test('reports a failure that is no error', async () => {
    const queue = [1];
    await expect(
      runPool(
        1,
        () => queue.shift(),
        () => Promise.reject(undefined),
      ),
    ).rejects.toBeUndefined();
  });
});

describe('mapping in order', () => {
  test('gives results in the order of the items, whoever is ready first', async () => {
    const results = await collect(
      mapOrdered(numbers(10), { items: 4 }, async (item) => {
        await turns(10 - item);
        return item * 2;
      }),
    );
    expect(results).toEqual(numbers(10).map((item) => item * 2));
  });

  test('has no more in the making than its window', async () => {
    let made = 0;
    let given = 0;
    let most = 0;
    const results = mapOrdered(numbers(30), { items: 5 }, async (item) => {
      most = Math.max(most, ++made - given);
      await turns(1);
      return item;
    });
    for await (const _ of results) given++;
    expect(given).toBe(30);
    expect(most).toBe(5);
  });

  test('takes no item before it is needed', async () => {
    let taken = 0;
    const results = mapOrdered(
      (function* () {
        for (;;) yield taken++;
      })(),
      { items: 3 },
      (item) => Promise.resolve(item),
    );
    await results.next();
    expect(taken).toBe(3);
    await results.return(undefined);
  });

  test('fails where the item that failed would have come', async () => {
    const given: number[] = [];
    const all = async () => {
      const results = mapOrdered(numbers(6), { items: 3 }, async (item) => {
        await turns(item === 3 ? 0 : 3);
        if (item === 3) throw new Error('third');
        return item;
      });
      for await (const result of results) given.push(result);
    };
    await expect(all()).rejects.toThrow('third');
    expect(given).toEqual([0, 1, 2]);
  });

  test('waits for what is in the making when its reader stops', async () => {
    let running = 0;
    const results = mapOrdered(numbers(10), { items: 4 }, async (item) => {
      running++;
      await turns(5);
      running--;
      return item;
    });
    for await (const _ of results) break;
    expect(running).toBe(0);
  });

  test('gives nothing for nothing', async () => {
    expect(await collect(mapOrdered([], { items: 4 }, () => Promise.resolve(1)))).toEqual([]);
  });
});

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Yields to other tasks this many times. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test('begins no further item once there are as many bytes in the making as the window has', async () => {
  let held = 0;
  let most = 0;
  const sizes = [3, 3, 3, 50, 3, 3, 3, 3];
  const window = { items: 100, bytes: 9, sizeOf: (size: number) => size };
  const results = mapOrdered(sizes, window, (size) => {
    held += size;
    most = Math.max(most, size === 50 ? 0 : held);
    return Promise.resolve(size);
  });
  const seen: number[] = [];
  for await (const size of results) {
    held -= size;
    seen.push(size);
  }
  expect(seen).toEqual(sizes);
  expect(most).toBe(9);
});
