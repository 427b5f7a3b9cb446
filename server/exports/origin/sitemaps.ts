import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { OffprintError } from '../../errors.ts';
import { SITEMAP_MAX_BYTES, sitemapAddresses } from '../parse/sitemap.ts';
import { getFollowingRedirects } from './follow-redirects.ts';
import type { GetUrl } from './http/fetched.ts';

/** Content of a sitemap file: pages, or further sitemaps. URLs as written. */
export type Sitemap = Readonly<{ pages: readonly string[]; sitemaps: readonly string[] }>;

/**
 * Parses a sitemap or a sitemap index (sitemaps.org protocol), with alternates in other languages among its pages; or
 * a plain list of URLs, one per line. Anything else lists nothing.
 */
export function parseSitemap(text: string): Sitemap {
  const addresses = sitemapAddresses(text);
  if (!addresses) return { pages: plainList(text), sitemaps: [] };
  const of = (wanted: string): string[] =>
    addresses.flatMap(({ kind, url }) => (kind === wanted ? [url] : []));
  // Images and videos have locations of their own; only those of entries count.
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

const SITEMAPS_MAX = 1000;
const LISTED_MAX = 1_000_000;

/**
 * Returns the pages of all sitemaps, including those in sitemap indexes. A sitemap that cannot be read lists nothing.
 */
export async function sitemapUrls(start: URL, named: readonly string[], get: GetUrl): Promise<string[]> {
  const listed = new Set<string>();
  const found = new Set([...named, '/sitemap.xml'].flatMap((place) => URL.parse(place, start)?.href ?? []));
  for (const place of found) {
    const url = onHost(new URL(place), start);
    if (!url || listed.size >= LISTED_MAX) continue;
    const { pages, sitemaps } = parseSitemap(await sitemapText(url, get));
    for (const page of pages) listed.add(page);
    for (const next of sitemaps) if (found.size < SITEMAPS_MAX) found.add(next);
  }
  return [...listed];
}

/**
 * Returns the address on the host that requests go to, because sitemaps name the public host. Undefined if it is not
 * http or https.
 */
function onHost(url: URL, start: URL): URL | undefined {
  return /^https?:$/.test(url.protocol) ? new URL(url.pathname + url.search, start) : undefined;
}

const gunzip = promisify(zlib.gunzip);

async function sitemapText(url: URL, get: GetUrl): Promise<string> {
  try {
    const { status, body } = await getFollowingRedirects(url, SITEMAP_MAX_BYTES, get);
    if (status !== 200) return '';
    const isGzip = body[0] === 0x1f && body[1] === 0x8b;
    return (isGzip ? await gunzip(body, { maxOutputLength: SITEMAP_MAX_BYTES }) : body).toString('utf8');
  } catch (error) {
    if (error instanceof OffprintError) throw error;
    return '';
  }
}
