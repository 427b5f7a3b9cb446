import { expect, test } from 'vitest';
import { trapOf } from './crawler-traps.ts';

test.each([
  '/',
  '/a/b/c/d/e/f/g/h',
  '/api/v1/api/v2/api/',
  '/en/en/en/en/',
  '/2026/11/21/11/21/',
  'https://cdn.example/x.css',
  `/${'x'.repeat(1900)}`,
])('%s is an honest address', (url) => {
  expect(trapOf(url)).toBe(undefined);
});

test.each([
  ['/a/b/a/b/a/b/a/b/a/b/', 'repeated segments'],
  ['/a//////', 'repeated segments'],
  ['/x/x/x/x/x/y', 'repeated segments'],
  [`/${'x'.repeat(2000)}`, 'address too long'],
  [`/a?${'x'.repeat(2000)}`, 'address too long'],
])('%s is made up', (url, trap) => {
  expect(trapOf(url)).toBe(trap);
});

test('what a query repeats is nobody’s business', () => {
  expect(trapOf('/a?x=/b/b/b/b/b/b/b')).toBe(undefined);
});
