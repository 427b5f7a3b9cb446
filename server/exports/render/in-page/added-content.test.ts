import { expect, test } from 'vitest';
import { allWithNumbers } from './added-content.ts';

const menu = { at: 7, changes: [[8, 'hidden', '', null]], panel: 8 } as const;

test('switches get the numbers that their elements have elsewhere', () => {
  const numbers = new Map([
    [7, 1],
    [8, 2],
  ]);
  expect(allWithNumbers([menu], numbers)).toEqual([{ at: 1, changes: [[2, 'hidden', '', null]], panel: 2 }]);
  expect(allWithNumbers([], numbers)).toEqual([]);
});

test('there are none when an element that one of them names has no number', () => {
  expect(allWithNumbers([{ at: 7, changes: [] }, menu], new Map([[7, 1]]))).toBeUndefined();
});
