import { expect, test } from 'vitest';
import { compareBytes } from './compare-bytes.ts';

test('text is ordered as its bytes in UTF-8 are', () => {
  const texts = ['b', 'a', 'aa', 'é', 'z', '\ufffd', '🎉', '', 'A', '表'];
  const byBytes = texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect(texts.toSorted(compareBytes)).toEqual(byBytes);
  expect(compareBytes('a', 'a')).toBe(0);
});
