import { describe, expect, test } from 'vitest';
import { areSameWords, countWords, hasWords, otherWords } from './words.ts';

const hundred = Array.from({ length: 100 }, (_, index) => `word${index}`);
const isAsBefore = (before: readonly string[], after: readonly string[]): boolean =>
  areSameWords(countWords(before.join(' ')), countWords(after.join('\n')));

describe('a page is as it was before', () => {
  test('when its words are, in whatever order and however they are broken into lines', () => {
    expect(isAsBefore(hundred, hundred.toReversed())).toBe(true);
  });

  test('when one word of a hundred has come, and not when two have', () => {
    expect(isAsBefore(hundred, [...hundred, 'new'])).toBe(true);
    expect(isAsBefore(hundred, [...hundred, 'new', 'newer'])).toBe(false);
  });

  test('not when a word has become another one: one is gone, and one has come', () => {
    expect(isAsBefore(hundred, [...hundred.slice(1), 'other'])).toBe(false);
  });

  test('also when it says nothing, but not when it then says something', () => {
    expect(isAsBefore([], [])).toBe(true);
    expect(isAsBefore([], ['Menu'])).toBe(false);
  });
});

test('what a page has come to show is known again', () => {
  const [before, after] = [
    countWords('Initializing search to be'),
    countWords('Type to start searching to be'),
  ];
  const words = otherWords(before, after, 100);
  expect(words).toContainEqual(['to', 2]);
  expect(words).toContainEqual(['Initializing', 0]);
  expect([hasWords(before, words), hasWords(after, words)]).toEqual([false, true]);
  expect(otherWords(before, after, 2)).toHaveLength(2);
});
