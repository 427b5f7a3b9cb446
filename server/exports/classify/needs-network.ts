import { type ByteText, readByteText } from '../parse/charset.ts';
import { type PageScan, scanPage } from '../parse/page.ts';
import type { RenderedPage } from '../render/rendered-page.ts';

/**
 * Finds something that a page's scripts need and that a page opened from a file lacks: a request for anything but a
 * document in the bundle, a module, a script loaded by another script, or a link to anything but a file.
 * @param fetched the page as the origin sent it, at `url`, and its scan
 * @param carried addresses of documents in the bundle that the page may fetch (playground/documents.ts)
 * @returns a sentence; undefined if the scripts need nothing, so the page may keep them
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
    if (status === 0 || status >= 400) continue; // the scripts also worked without it
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

/** Links added by scripts are not rewritten, so they must name a file relative to the page. */
function worksFromFile(link: string): boolean {
  if (/^(#|[a-z][a-z0-9+.-]*:)/i.test(link)) return !link.startsWith('file:');
  return !link.startsWith('/') && /\.(x?html?|pdf|zip|txt)([?#]|$)/i.test(link);
}
