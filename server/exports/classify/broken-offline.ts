import type { Frontier } from '../../store/resources.ts';
import type { ExportSettings } from '../settings/settings.ts';
import { hasOtherText, type ModeResult, type PageResult } from '../verify/judge.ts';
import type { Layouts } from './layouts.ts';

/**
 * Has pages rendered whose own scripts spoil them where a bundle is opened: routers that take the file's path for a
 * page that is not there, loaders that look for their parts at the root of the host. Nothing but opening the bundle
 * tells of them. Layouts of which no page was opened follow the most of those of which one was.
 * @param pages what verification saw of the packed bundle
 * @returns how many pages are queued: acquire them, pack and verify again
 */
export function freezeHarmed(
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
    const { way, layout, isScripted } = frontier.find(page.url) ?? {};
    if (way !== 'fetched' || !isScripted || layout === null || layout === undefined) continue;
    seen.set(layout, seen.get(layout) ?? harmOf(page));
  }
  const harms = [...seen].flatMap(([layout, harm]) => (harm === undefined ? [] : [[layout, harm] as const]));
  if (harms.length === 0) return 0;
  const reasons = new Map<string, string>(harms);
  if (harms.length > seen.size / 2) {
    for (const { layout, way, isScripted } of frontier.all({ status: 'done', kind: 'page' })) {
      if (way !== 'fetched' || !isScripted || layout === null || seen.has(layout)) continue;
      reasons.set(layout, 'Most layouts of the site do not stand being opened from a bundle.');
    }
  }
  return layouts.freeze(reasons);
}

/** What scripts do to a page in a bundle, as a sentence. Without its original there is nothing to say. */
function harmOf({ originalThumbnail, path, modes }: PageResult): string | undefined {
  if (originalThumbnail === undefined) return undefined;
  for (const mode of modes) {
    const harm = harmIn(mode);
    if (harm !== undefined) return `In the bundle, scripts of ${path} ${harm}.`;
  }
  return undefined;
}

function harmIn(mode: ModeResult): string | undefined {
  const [call] = mode.outgoing;
  if (call !== undefined) return `look for ${URL.parse(call)?.pathname.slice(0, 200)} outside the bundle`;
  return hasOtherText(mode) ? 'leave another text' : undefined;
}
