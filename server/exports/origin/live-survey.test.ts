import { expect, it } from 'vitest';
import type { Fetched } from './http/fetched.ts';
import { survey } from './live-survey.ts';

it('a long base of the start page is in none of its links', async () => {
  const links = Array.from({ length: 500 }, (_, index) => `<a href=${index}></a>`);
  const html = `<title>Docs</title><base href="/${'a/'.repeat(100_000)}">${links.join('')}<a href=/x></a>`;
  const get = async (url: URL): Promise<Fetched> => ({
    status: url.pathname === '/' ? 200 : 404,
    contentType: 'text/html',
    location: undefined,
    validator: undefined,
    headers: {},
    body: Buffer.from(html),
  });
  const found = await survey({ kind: 'url', url: 'http://docs.example/' }, true, () => get);
  expect(found.links.join('').length).toBeLessThan(100_000);
  expect(found.links).toContain('http://docs.example/x');
});
