import { expect, it } from 'vitest';
import { sharedTurns } from './shared-turns.ts';

it('many requests for the same are answered by two runs, one after the other', async () => {
  let running = 0;
  let most = 0;
  const made: string[] = [];
  const turnOf = sharedTurns(async (id) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
    made.push(id);
    return made.length;
  });
  const first = turnOf('a');
  await Promise.resolve();
  const later = await Promise.all([...Array.from({ length: 100 }, () => turnOf('a')), turnOf('b')]);
  expect([await first, new Set(later)]).toEqual([1, new Set([2, 3])]);
  expect([made, most]).toEqual([['a', 'a', 'b'], 1]);
});

it('what fails for one keeps nobody waiting', async () => {
  let count = 0;
  const turnOf = sharedTurns(async (id) => {
    if (++count === 1) throw new Error(id);
    return count;
  });
  await expect(turnOf('a')).rejects.toThrow('a');
  expect(await turnOf('a')).toBe(2);
});
