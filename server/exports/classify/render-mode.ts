import type { RenderMode, Resource } from '../../store/resources.ts';
import type { ByteText } from '../parse/charset.ts';
import { scanPage } from '../parse/page.ts';
import type { Comparison } from '../render/compare.ts';
import type { RenderedPage } from '../render/rendered-page.ts';
import type { ExportSettings } from '../settings/settings.ts';
import { hasOtherText } from '../verify/fault-or-finding.ts';
import {
  type Compared,
  type FreezeContext,
  frozenBySetting,
  keepOrFreeze,
  type Proof,
} from './keep-or-freeze.ts';
import { networkNeed } from './needs-network.ts';
import type { ClickTurn } from './offline-check.ts';

/** How a page is to be acquired, and why. */
export type Chosen = Readonly<{ renderMode: RenderMode; reason: string }>;

/** How a page is acquired; the reason is null where it is said of its layout. */
export type RenderModeOfPage = Readonly<{ renderMode: RenderMode; reason: string | null }>;

/**
 * Whether a page is made by a browser or taken as the origin sends it.
 * @param ofLayout what the samples of its layout have said; undefined while nothing is known
 */
export function renderModeOf(
  { isScripted }: Pick<Resource, 'isScripted'>,
  settings: Pick<ExportSettings, 'render' | 'interactivity'>,
  ofLayout: RenderMode | undefined,
): RenderModeOfPage {
  const { render } = settings;
  if (render !== 'auto') {
    return {
      renderMode: render === 'always' ? 'rendered' : 'fetched',
      reason: `The render setting is "${render}".`,
    };
  }
  if (!isScripted) return { renderMode: 'fetched', reason: 'The page has no scripts.' };
  return frozenBySetting(settings) ?? { renderMode: ofLayout ?? 'fetched', reason: null };
}

/**
 * The same for all pages of a layout, by the samples of it that were compared.
 * @param unseen why others of its samples say nothing, a sentence each
 * @param turn when its pages are clicked
 * @param early what trying them with their scripts has shown already
 */
export async function renderModeOfLayout(
  context: FreezeContext,
  [first, ...others]: readonly Compared[],
  unseen: readonly string[],
  turn: ClickTurn,
  early: Proof | undefined,
): Promise<Chosen> {
  if (first) return keepOrFreeze(context, [first, ...others], turn, early);
  return {
    renderMode: 'fetched',
    reason: `No page with this layout could be rendered in a browser: ${unseen[0]?.replace(/\.$/, '')}.`,
  };
}

/**
 * The same for a sample, by comparison: chooses between a page as the origin sent it, whose scripts stay, and the same page
 * as a browser made it, which has none.
 *
 * Fetched is what has its text without scripts, and what is completed by scripts that need nothing that a file
 * lacks: no request but for documents that the bundle carries, no module, no script that another one loads, no link to
 * anything but a file.
 * @param fetched the page as it was sent, at `url`
 * @param carried addresses of documents that the page may fetch (playground/documents.ts)
 * @param hidden a place of the site that only the rendered page leads to
 * @param route a fragment like `#/a` that its links lead to and that is no anchor of it: scripts show other text for it
 */
export function chooseRenderMode(
  fetched: ByteText,
  url: string,
  page: RenderedPage,
  comparison: Comparison,
  carried: ReadonlySet<string>,
  hidden: string | undefined,
  route: string | undefined,
): Chosen {
  const { textSimilarity, verdict, reasons } = comparison;
  const [first = ''] = reasons;
  const scan = scanPage(fetched);
  // From a file they do not run; below another path of a host they do, and take the page for one that it is not.
  if (scan.scripts.some(({ type, src }) => type === 'module' && src !== undefined)) {
    return { renderMode: 'rendered', reason: `${first} The page's scripts are modules.`.trim() };
  }
  if (verdict === 'complete') return { renderMode: 'fetched', reason: 'Scripts do not add any content.' };
  if (hidden !== undefined) return { renderMode: 'rendered', reason: `Only scripts link to ${hidden}.` };
  if (!hasOtherText({ textSimilarity })) {
    return { renderMode: 'fetched', reason: `The text appears even if scripts do not run. ${first}` };
  }
  if (route !== undefined && carried.size === 0)
    return {
      renderMode: 'rendered',
      reason: `${first} They show different text for ${route.slice(0, 200)}.`,
    };
  const need = networkNeed(fetched, scan, url, page, carried);
  const files = carried.size === 0 ? 'files' : 'files and documents in the bundle';
  return need === undefined
    ? { renderMode: 'fetched', reason: `${first} They only need the page's own ${files}.` }
    : { renderMode: 'rendered', reason: `${first} ${need}` };
}
