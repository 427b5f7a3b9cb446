import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

test('a page may load files of its bundle and call nobody', () => {
  expect(contentSecurityPolicy([])).toBe(
    "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; connect-src 'none'",
  );
});

test('a page with kept features may call their hosts and the subdomains of these, each named once', () => {
  expect(contentSecurityPolicy(['search.example.net', 'count.example.net', 'search.example.net'])).toBe(
    "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval' " +
      'https://count.example.net https://*.count.example.net https://search.example.net https://*.search.example.net; ' +
      'connect-src https://count.example.net https://*.count.example.net https://search.example.net https://*.search.example.net',
  );
});

test('the policy stands in an attribute as it is', () => {
  expect(contentSecurityPolicy(['a.example.net'])).not.toMatch(/["&<>]/);
});
