import { locate } from '../site/site.ts';
import type { Links } from './links.ts';

/**
 * The public address of a place of the site where the bundle is served below its base path: written as it was (with a
 * host or from the root), the base path before its path. Undefined where it stays: it leads elsewhere, is relative,
 * has the base path already, or there is none.
 * @param base absolute URL that the address is relative to
 */
export function publicAddress(links: Links, address: string, base: string): string | undefined {
  const { basePath, site } = links;
  if (basePath === '') return undefined;
  const start = /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(address)
    ? 'host'
    : address.startsWith('/')
      ? 'root'
      : undefined;
  const place = locate(site, address, base);
  const url = URL.parse(address, base);
  if (start === undefined || place.kind !== 'internal' || !url) return undefined;
  // A site that was built for its base path may name it without having a folder of that name.
  const hasIt = `${place.path}/`.startsWith(`${basePath}/`);
  if (hasIt && links.target(place.path)?.kind !== 'file') return undefined;
  const host = start === 'root' ? '' : `${address.startsWith('//') ? '' : url.protocol}//${url.host}`;
  return host + basePath + url.pathname + url.search + url.hash;
}
