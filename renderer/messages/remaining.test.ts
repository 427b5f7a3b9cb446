import { expect, it } from 'vitest';
import { remainingOf, toldRemaining } from './remaining.ts';

it.each([
  [{ least: 3, most: 3 }, '3 secs'],
  [{ least: 42, most: 42 }, '45 secs'],
  [{ least: 21, most: 44 }, '20 secs – 45 secs'],
  [{ least: 190, most: 190 }, '3m 30s'],
  [{ least: 1, most: 50 }, '< 50 secs'],
  [{ least: 3700, most: 7300 }, '1h – 2h 10m'],
])('%o reads %s', (remaining, text) => {
  expect(toldRemaining(remaining).replaceAll('sec ', 'secs ').replace(/sec$/, 'secs')).toBe(text);
});

it('is unknown without an estimate, and one number without a range', () => {
  expect(remainingOf(undefined)).toBeUndefined();
  expect(remainingOf({})).toBeUndefined();
  expect(remainingOf({ remainingSeconds: 5 })).toEqual({ least: 5, most: 5 });
});
