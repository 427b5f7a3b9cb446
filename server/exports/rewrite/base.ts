import type { ByteText } from '../parse/charset.ts';
import type { PageScan } from '../parse/page.ts';
import { absoluteUrl, relativeUrl } from '../site/site.ts';
import type { PageContext } from './page.ts';
import { type Edit, removal } from './splice.ts';

/**
 * Whether a page keeps its base. Without one, scripts would resolve addresses relative to the page; on a page without
 * scripts, all addresses have been rewritten.
 */
export function keepsBase(scan: PageScan, { isSnapshot, outerBase, links, url, xml }: PageContext): boolean {
  if (scan.base === undefined || isSnapshot || outerBase !== undefined || xml) return false;
  if (!scan.isScripted) return false;
  const page = absoluteUrl(links.site.origin, url);
  const base = URL.parse(scan.base, page);
  return base !== null && new URL('.', base).href !== new URL('.', page).href;
}

/** Returns the bundle folder of a base, empty or with a trailing slash; undefined if it is outside the site. */
export function folderOf(base: string, { locateFrom, links }: PageContext): string | undefined {
  const place = locateFrom(absoluteUrl(links.site.origin, '/'))(new URL('.', base).href);
  return place.kind === 'internal' ? place.path.slice(1).split('/').map(decodeFragment).join('/') : undefined;
}

/** Returns the edits that remove the base's address, or replace it with one that is valid in the bundle. */
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

/** Decodes part of a URL; returns it unchanged if it is not valid UTF-8. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
