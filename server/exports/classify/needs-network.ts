import { type ByteText, readByteText } from '../parse/charset.ts';
import { type PageScan, scanPage } from '../parse/page.ts';
import type { RenderedPage } from '../render/rendered-page.ts';

/**
 * What scripts of a page need that a page opened from a file has not: a request for anything but a document that the
 * bundle carries, a module, a script that another one loads, a link to anything but a file.
 * @param fetched the page as it was sent, at `url`, and its scan
 * @param carried addresses of documents that the page may fetch (playground/documents.ts)
 * @returns a sentence; undefined when they need nothing, so the page may keep them
 */
export function networkNeed(
  fetched: ByteText,
  scan: PageScan,
  url: string,
  { assets, html }: RenderedPage,
  carried: ReadonlySet<string>,
): string | undefined {
  const base = URL.parse(scan.base ?? '', url)?.href ?? url;
  if (scan.scripts.some(({ type }) => type === 'module')) return 'They are modules.';
  const own = new Set(scan.scripts.map(({ src }) => src !== undefined && URL.parse(src, base)?.href));
  for (const { url: asset, type, status } of assets) {
    if (status === 0 || status >= 400) continue; // without it they did what they did
    if (carried.has(asset)) continue;
    if (REQUESTS.test(type)) return `They request ${asset}.`;
    if (type === 'script' && !own.has(asset)) return `They load ${asset}.`;
  }
  const before = new Set(linksIn(fetched));
  const added = linksIn(readByteText(html, 'utf-8')).find(
    (link) => !before.has(link) && !worksFromFile(link) && !carried.has(URL.parse(link, base)?.href ?? ''),
  );
  return added === undefined ? undefined : `They link to ${added.slice(0, 200)}.`;
}

const REQUESTS = /^(fetch|xhr|eventsource|websocket)$/;

function linksIn(page: ByteText): string[] {
  const links = scanPage(page).references.filter(({ element, role }) => element === 'a' && role === 'link');
  return links.map(({ value }) => value.trim());
}

/** A link that a script writes is not rewritten: it has to name a file, from where the page is. */
function worksFromFile(link: string): boolean {
  if (/^(#|[a-z][a-z0-9+.-]*:)/i.test(link)) return !link.startsWith('file:');
  return !link.startsWith('/') && /\.(x?html?|pdf|zip|txt)([?#]|$)/i.test(link);
}
