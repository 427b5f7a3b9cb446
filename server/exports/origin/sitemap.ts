import { sitemapAddresses } from '../parse/sitemap.ts';

/** What a sitemap file lists: pages, or further sitemaps. URLs as they stand there. */
export type Sitemap = Readonly<{ pages: readonly string[]; sitemaps: readonly string[] }>;

/**
 * Reads a sitemap or an index of sitemaps (sitemaps.org protocol), the alternates in other languages among its pages;
 * or a plain list of URLs, a line each. What is neither lists nothing.
 */
export function parseSitemap(text: string): Sitemap {
  const addresses = sitemapAddresses(text);
  if (!addresses) return { pages: plainList(text), sitemaps: [] };
  const of = (wanted: string): string[] =>
    addresses.flatMap(({ kind, url }) => (kind === wanted ? [url] : []));
  // Images and videos have locations of their own: only those of entries count.
  return { pages: of('page'), sitemaps: of('sitemap') };
}

function plainList(text: string): string[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.every((line) => /^https?:\/\/\S+$/.test(line)) ? lines : [];
}
