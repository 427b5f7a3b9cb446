import { describe, expect, it, test } from 'vitest';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import { isForCrawlers, rewriteForCrawlers } from './crawler-files.ts';
import type { Links } from './links.ts';

const links: Links = {
  site: { origin: 'https://docs.example.com', hosts: new Set(['docs.example.com']), queriesSelect: false },
  target: () => undefined,
  publicOrigin: 'https://docs.example.com',
  basePath: '/docs',
};

describe('a sitemap below a base path', () => {
  it('names the pages, their alternates and their images there, and stays as it is otherwise', () => {
    const sitemap = (before: string, elsewhere: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!-- https://docs.example.com/comment -->
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
  <url>
    <loc>${before}/guide/?a=1&amp;b=2</loc><lastmod>2026-03-02</lastmod>
    <xhtml:link rel="alternate" hreflang="de" href="${before}/de/guide/"/>
    <image:image><image:loc>${before}/img/a.png</image:loc></image:image>
  </url>
  <url><loc><![CDATA[${before}/caf%C3%A9.html]]></loc></url>
  <url><loc>${elsewhere}</loc></url>
</urlset>
`;
    const [before, after] = ['https://docs.example.com', 'https://docs.example.com/docs'].map((place) =>
      sitemap(place, 'https://elsewhere.example.net/guide/'),
    );
    expect(rewriteForCrawlers(before ?? '', '/sitemap.xml', links)).toBe(after);
  });

  it('has further sitemaps there', () => {
    const index = (place: string) =>
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${place}/sitemap-1.xml.gz</loc></sitemap></sitemapindex>`;
    expect(rewriteForCrawlers(index('https://docs.example.com'), '/sitemap_index.xml', links)).toBe(
      index('https://docs.example.com/docs'),
    );
  });

  it('may be a list of addresses, a line each', () => {
    expect(
      rewriteForCrawlers(
        'https://docs.example.com/\nhttps://docs.example.com/a.html\n',
        '/sitemap.txt',
        links,
      ),
    ).toBe('https://docs.example.com/docs/\nhttps://docs.example.com/docs/a.html\n');
  });

  it.each([
    ['a feed', '/feed.xml', '<feed><link href="https://docs.example.com/a"/></feed>'],
    ['text', '/sitemap-notes.txt', 'See https://docs.example.com/a for more.'],
    ['what is damaged', '/sitemap.xml', '<urlset><url><loc>https://docs.example.com/a'],
  ])('is told from %s', (_, url, text) => {
    expect(rewriteForCrawlers(text, url, links)).toBe(text);
  });
});

test('robots.txt names sitemaps below the base path; its rules stay', () => {
  const robots = (place: string) =>
    `User-agent: *\nDisallow: /private/\n# Sitemap: none\nSitemap: https://docs.example.com${place}/sitemap.xml\nsitemap:${place}/more.xml # here\n`;
  expect(rewriteForCrawlers(robots(''), '/robots.txt', links)).toBe(robots('/docs'));
});

test.each([
  ['/sitemap.xml', 'application/xml', 100, true],
  ['/pages', 'text/xml; charset=utf-8', 100, true],
  ['/sitemap-7.xml.gz', 'application/gzip', 100, true],
  ['/robots.txt', 'text/plain', 100, true],
  ['/guide/robots.txt', 'text/plain', 100, false],
  ['/data.bin', 'application/octet-stream', 100, false],
  ['/sitemap.xml', 'application/xml', 60 * 2 ** 20, false],
])('%s as %s of %i bytes may be for search engines: %s', (url, type, sizeBytes, expected) => {
  expect(isForCrawlers(url, type, sizeBytes)).toBe(expected);
});

it('a list of addresses that is none is read in no time', () => {
  const started = threadMs();
  const text = `${'http://x'.repeat(10_000)} !`;
  expect(rewriteForCrawlers(text, '/sitemap.txt', links)).toBe(text);
  expect(threadMs() - started).toBeLessThan(1000);
});
