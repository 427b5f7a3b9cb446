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

/** Render mode of a page, and the reason for it. */
export type Chosen = Readonly<{ renderMode: RenderMode; reason: string }>;

/** Render mode of a page; the reason is null if it is stored with the layout. */
export type RenderModeOfPage = Readonly<{ renderMode: RenderMode; reason: string | null }>;

/**
 * Decides whether a page is rendered or used as the origin sends it.
 * @param ofLayout verdict on the page's layout; undefined if not known yet
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
 * Decides the render mode for all pages of a layout from its compared samples.
 * @param unseen why other samples could not be compared, a sentence each
 * @param turn when the layout's pages are clicked
 * @param early outcome of an earlier try with scripts
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
 * Decides the render mode for one sample by comparison: the page as the origin sent it, which keeps its scripts, or its
 * rendered version, which has none.
 *
 * A page is fetched if its text is complete without scripts, or if scripts complete it without anything that a file
 * lacks: no request except for documents in the bundle, no module, no script loaded by another script, no link to
 * anything but a file.
 * @param fetched the page as the origin sent it, at `url`
 * @param carried addresses of documents in the bundle that the page may fetch (playground/documents.ts)
 * @param hidden a place of the site that only the rendered page links to
 * @param route a fragment like `#/a` that the page links to but has no anchor for: scripts show other text for it
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
  // Modules do not run from a file. Hosted under another path they do run, and take the page for a different one.
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
