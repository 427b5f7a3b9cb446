import { expect, it } from 'vitest';
import { isLongEnough } from './passphrase-policy.ts';

it.each([
  ['twelve letters', 'twelve chars', true],
  ['eleven letters', 'eleven char', false],
  ['twelve emoji', '\u{1F511}'.repeat(12), true],
  ['six emoji, which are twelve UTF-16 units', '\u{1F511}'.repeat(6), false],
  ['six letters with combining accents', 'e\u0301'.repeat(6), false],
])('counts characters of a passphrase: %s', (_, passphrase, expected) => {
  expect(isLongEnough(passphrase)).toBe(expected);
});
