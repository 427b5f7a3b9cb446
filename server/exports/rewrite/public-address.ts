import { locate } from '../site/site.ts';
import type { Links } from './links.ts';

/**
 * Adds the bundle's base path to the public address of a place of the site. Preserves its form (with a host, or
 * relative to the root). Undefined if the address stays as it is: it refers to another site, is relative, already has
 * the base path, or there is no base path.
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
  // A site built for its base path may use it in addresses without having a folder of that name.
  const hasIt = `${place.path}/`.startsWith(`${basePath}/`);
  if (hasIt && links.target(place.path)?.kind !== 'file') return undefined;
  const host = start === 'root' ? '' : `${address.startsWith('//') ? '' : url.protocol}//${url.host}`;
  return host + basePath + url.pathname + url.search + url.hash;
}
