import { expect, it } from 'vitest';

it.each([
  ['en-GB', 'en-GB'],
  ['en-US@posix', 'en'],
  ['de-DE', 'en'],
  ['', 'en'],
])('of the language %j takes %s', async (language, expected) => {
  const { localeOf } = await import('./formats.ts');
  expect(localeOf(language)).toBe(expected);
});
