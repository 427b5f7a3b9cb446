import { expect, it } from 'vitest';
import { siteTitle } from './site-title.ts';

it.each([
  ['The Rust Programming Language - The Rust Programming Language', 'The Rust Programming Language'],
  ['  Handbook\n | Handbook ', 'Handbook'],
  ['A - B - A - B', 'A - B'],
  ['Install - Handbook', 'Install - Handbook'],
  ['C++ - C', 'C++ - C'],
  [`${'a - '.repeat(50_000)}a`, `${'a - '.repeat(99)}a -`],
  ['', ''],
])('%j is called %j', (title, called) => {
  expect(siteTitle(title)).toBe(called);
});
