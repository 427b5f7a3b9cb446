import { expect, it } from 'vitest';
import { siteTitle } from './site-title.ts';

it.each([
  ['The Rust Programming Language - The Rust Programming Language', 'The Rust Programming Language'],
  ['  Handbook\n | Handbook ', 'Handbook'],
  ['A - B - A - B', 'A - B'],
  ['Install - Handbook', 'Install - Handbook'],
  ['C++ - C', 'C++ - C'],
  ['', ''],
])('%j is called %j', (title, called) => {
  expect(siteTitle(title)).toBe(called);
});

it('a title without end is cut, in no time', () => {
  expect(siteTitle(`${'a - '.repeat(50_000)}a`)).toBe(`${'a - '.repeat(99)}a -`);
});
