import type { ByteText } from '../parse/charset.ts';
import type { PageScan } from '../parse/page.ts';
import { absoluteUrl, relativeUrl } from '../site/site.ts';
import type { PageContext } from './page.ts';
import { type Edit, removal } from './splice.ts';

/**
 * Whether a page keeps a base. Without one, scripts would resolve addresses from where the page is; a page without
 * scripts has had its own addresses written anew.
 */
export function keepsBase(scan: PageScan, { isSnapshot, outerBase, links, url, xml }: PageContext): boolean {
  if (scan.base === undefined || isSnapshot || outerBase !== undefined || xml) return false;
  if (!scan.isScripted) return false;
  const page = absoluteUrl(links.site.origin, url);
  const base = URL.parse(scan.base, page);
  return base !== null && new URL('.', base).href !== new URL('.', page).href;
}

/** The folder of the bundle that a base stands for, empty or with a slash; undefined for one outside of the site. */
export function folderOf(base: string, { locateFrom, links }: PageContext): string | undefined {
  const place = locateFrom(absoluteUrl(links.site.origin, '/'))(new URL('.', base).href);
  return place.kind === 'internal' ? place.path.slice(1).split('/').map(decodeFragment).join('/') : undefined;
}

/** The base without its address, or with one that holds in the bundle. */
export function baseEdits(
  page: ByteText,
  scan: PageScan,
  folder: string | undefined,
  context: PageContext,
): Edit[] {
  if (!scan.baseAt) return [];
  const { tag, href } = scan.baseAt;
  if (folder !== undefined) return [{ ...href, text: `href="${relativeUrl(context.file, folder) || './'}"` }];
  const hasTarget = /\starget\s*=/i.test(page.text.slice(tag.start, tag.end));
  return [hasTarget ? removal(page.text, href) : removal(page.text, tag)];
}

/** A part of a URL as characters; as it stands where it is no UTF-8. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
