import type { Frontier } from '../../store/resources.ts';
import { UNRENDERED } from '../crawl/unrendered.ts';
import type { ExportSettings } from '../settings/settings.ts';
import { hasOtherText } from '../verify/fault-or-finding.ts';
import type { ModeResult, PageResult } from '../verify/verdict.ts';
import type { Layouts } from './layouts.ts';

/**
 * Queues pages for rendering if their own scripts break them offline: routers that treat the file's path as a page that
 * does not exist, or loaders that look for their parts at the root of the host. This only shows when the bundle is
 * opened. Layouts of which no page was opened follow the majority of the others.
 * @param pages what verification found on pages of the packed bundle
 * @returns the number of queued pages; if any, acquire them, then pack and verify again
 */
export function renderBrokenOffline(
  {
    frontier,
    layouts,
    job: { settings },
  }: Readonly<{ frontier: Frontier; layouts: Layouts; job: Readonly<{ settings: ExportSettings }> }>,
  pages: readonly PageResult[],
): number {
  if (settings.render !== 'auto' || settings.interactivity === 'keep') return 0;
  const seen = new Map<string, string | undefined>();
  for (const page of pages) {
    const { renderMode, layout, isScripted, renderModeReason } = frontier.find(page.url) ?? {};
    if (renderModeReason?.startsWith(UNRENDERED)) continue; // a browser has already failed to render it
    if (renderMode !== 'fetched' || !isScripted || layout === null || layout === undefined) continue;
    seen.set(layout, seen.get(layout) ?? breakageOf(page));
  }
  const breakages = [...seen].flatMap(([layout, breakage]) =>
    breakage === undefined ? [] : [[layout, breakage] as const],
  );
  if (breakages.length === 0) return 0;
  const reasons = new Map<string, string>(breakages);
  if (breakages.length > seen.size / 2) {
    for (const { layout, renderMode, isScripted } of frontier.all({ status: 'done', kind: 'page' })) {
      if (renderMode !== 'fetched' || !isScripted || layout === null || seen.has(layout)) continue;
      reasons.set(layout, "Most of the site's page layouts break when opened from a bundle.");
    }
  }
  return layouts.freeze(reasons);
}

/**
 * Describes in a sentence how scripts break a page in the bundle; undefined if they do not, or if there is no original
 * to compare.
 */
function breakageOf({ originalThumbnail, path, modes }: PageResult): string | undefined {
  if (originalThumbnail === undefined) return undefined;
  for (const mode of modes) {
    const breakage = breakageIn(mode);
    if (breakage !== undefined) return `In the bundle, the scripts on ${path} ${breakage}.`;
  }
  return undefined;
}

function breakageIn(mode: ModeResult): string | undefined {
  const [call] = mode.outgoing;
  if (call !== undefined) return `look for ${URL.parse(call)?.pathname.slice(0, 200)} outside the bundle`;
  return hasOtherText(mode) ? 'change the page text' : undefined;
}
