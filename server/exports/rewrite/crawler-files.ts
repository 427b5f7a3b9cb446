import { escapeUTF8 } from 'entities';
import { SITEMAP_MAX_BYTES, sitemapAddresses } from '../parse/sitemap.ts';
import { absoluteUrl } from '../site/site.ts';
import type { Links } from './links.ts';
import { publicAddress } from './public-address.ts';
import { type Edit, splice } from './splice.ts';

/** Whether a resource may be a file for search engines: a sitemap or robots.txt. */
export function isForCrawlers(url: string, contentType: string, sizeBytes: number): boolean {
  if (sizeBytes > SITEMAP_MAX_BYTES) return false;
  return /^(?:application|text)\/xml\b/i.test(contentType) || NAMES.test(url);
}

const NAMES = /^\/robots\.txt$|\/[^/]*sitemap[^/]*\.(?:xml|txt)(?:\.gz)?$/i;

/**
 * Adds the bundle's base path to the addresses in a sitemap (sitemaps.org protocol: XML, or one URL per line) and in
 * the `Sitemap:` lines of robots.txt (RFC 9309 §2.2.4). Other robots.txt rules apply to its host only and, like
 * everything else, stay unchanged.
 * @param url URL of the file in the site
 */
export function rewriteForCrawlers(text: string, url: string, links: Links): string {
  const base = absoluteUrl(links.site.origin, url);
  const renamed = (address: string): string => publicAddress(links, address, base) ?? address;
  if (url === '/robots.txt') {
    return text.replace(
      /^([ \t]*sitemap[ \t]*:[ \t]*)(\S+)/gim,
      (_, field, address) => field + renamed(address),
    );
  }
  const addresses = sitemapAddresses(text);
  if (addresses) {
    const edits = addresses.flatMap(({ url: address, span }): Edit[] => {
      const other = publicAddress(links, address, base);
      return other === undefined ? [] : [{ ...span, text: escapeUTF8(other) }];
    });
    return splice(text, edits);
  }
  const words = text.match(/\S+/g) ?? [];
  return words.every((word) => /^https?:\/\/./.test(word)) ? text.replace(/\S+/g, renamed) : text;
}
