import { expect, it } from 'vitest';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import { parseSitemap } from './sitemaps.ts';

it('lists the locations and alternates of its entries, in whatever namespace', () => {
  const { pages, sitemaps } = parseSitemap(`<?xml version="1.0"?>
    <sm:urlset xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9">
      <sm:url><sm:loc> https://a.example/x?a=1&amp;b=2 </sm:loc><sm:lastmod>2026-01-01</sm:lastmod></sm:url>
      <sm:url><sm:loc><![CDATA[https://a.example/y]]></sm:loc>
        <xhtml:link rel="alternate" hreflang="de" href="https://a.example/de/y"/>
        <xhtml:link rel="canonical" href="https://a.example/no"/>
        <image:image><image:loc>https://a.example/no.png</image:loc></image:image></sm:url>
    </sm:urlset>`);
  expect(pages).toEqual(['https://a.example/x?a=1&b=2', 'https://a.example/y', 'https://a.example/de/y']);
  expect(sitemaps).toEqual([]);
});

it('lists further sitemaps when it is an index', () => {
  const text =
    '<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap><sitemap><loc>2.xml.gz</loc></sitemap></sitemapindex>';
  expect(parseSitemap(text)).toEqual({ pages: [], sitemaps: ['https://a.example/1.xml', '2.xml.gz'] });
});

it('may be a plain list', () => {
  expect(parseSitemap('\ufeffhttps://a.example/1\r\nhttps://a.example/2\n\n').pages).toEqual([
    'https://a.example/1',
    'https://a.example/2',
  ]);
});

it.each([
  '<html><body><a href="/x">not found</a></body></html>',
  'some words',
  '',
  '<urlset><url><loc>',
  '<urlset/>',
])('lists nothing when it is none or cut off: %s', (text) => {
  expect(parseSitemap(text)).toEqual({ pages: [], sitemaps: [] });
});

it('of elements that never end and ends of others is read in no time', () => {
  const started = threadMs();
  expect(parseSitemap(`<urlset>${'<a>'.repeat(50_000)}${'</b>'.repeat(50_000)}`).pages).toEqual([]);
  expect(threadMs() - started).toBeLessThan(2000);
});
