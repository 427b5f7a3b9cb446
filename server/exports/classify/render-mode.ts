import type { ExportJob } from '../../store/exports.ts';
import type { RenderMode, Resource } from '../../store/resources.ts';
import type { ByteText } from '../parse/charset.ts';
import { scanPage } from '../parse/page.ts';
import type { Comparison } from '../render/compare.ts';
import type { RenderedPage } from '../render/rendered-page.ts';
import type { ExportSettings } from '../settings/settings.ts';
import { hasOtherText } from '../verify/fault-or-finding.ts';
import { networkNeed } from './needs-network.ts';
import { type ClickTurn, type OfflineCheck, stepsOfCheck, type Tried } from './offline-check.ts';

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

/** Pages of a layout that are enough to judge it. */
export const SAMPLES = 3;

type FreezeContext = Readonly<{
  job: ExportJob;
  offlineCheck: OfflineCheck;
  /** A step of the offline check was done. */
  onStep: () => void;
}>;

/** What one page says of its layout, and how many documents are queued that it needs to be tried. */
export type Compared = Chosen & Tried & Readonly<{ queued: number }>;

/** What trying pages with their scripts has shown: why they may not keep them, if they may not. */
export type Proof = Readonly<{ objection: Chosen | undefined }>;

/** Why all pages with scripts are frozen without a try; undefined where the setting leaves that to their layouts. */
export function frozenBySetting({
  interactivity,
}: Pick<ExportSettings, 'interactivity'>): Chosen | undefined {
  return interactivity === 'freeze'
    ? { renderMode: 'rendered', reason: 'The interactivity setting is "freeze".' }
    : undefined;
}

/**
 * Whether the pages of a layout keep the site's own scripts (`fetched`) or are frozen (`rendered`): one sample that needs a
 * browser freezes them, and so does one whose scripts show a fault when it is tried.
 * @param turn when they are clicked
 * @param early what trying them has shown already; undefined when that is to be done now
 */
async function keepOrFreeze(
  context: FreezeContext,
  compared: readonly [Compared, ...Compared[]],
  turn: ClickTurn,
  early: Proof | undefined,
): Promise<Chosen> {
  return (
    compared.find(({ renderMode }) => renderMode === 'rendered') ??
    (early ?? (await prove(context, compared, turn))).objection ??
    compared[0]
  );
}

/** In how many steps the offline check of a layout is done, at most. @param samples of the layout */
export function stepsOfProof(
  { interactivity }: Pick<ExportSettings, 'interactivity'>,
  samples: number,
): number {
  return interactivity === 'auto' ? stepsOfCheck(Math.min(SAMPLES, samples)) : 0;
}

/**
 * Tries the first pages of those that may keep their scripts from a file: where one shows a fault, their layout loses its
 * scripts.
 * @param turn when they are clicked
 */
async function prove(
  { job, offlineCheck, onStep }: FreezeContext,
  compared: readonly Compared[],
  turn: ClickTurn,
): Promise<Proof> {
  if (job.settings.interactivity !== 'auto') return { objection: undefined };
  const fault = await offlineCheck.fault(compared.slice(0, SAMPLES), turn, onStep);
  return {
    objection:
      fault === undefined ? undefined : { renderMode: 'rendered', reason: `The page's scripts ${fault}` },
  };
}

/**
 * The same while further pages are still being compared: processors would be idle for a part of the offline check
 * (docs/benchmarks/classic-pages.md).
 * @returns undefined when it is to be done later: the first pages do not say that it is needed, or it did not come to an
 * end, as when another page takes the browser down
 */
export async function proveEarly(
  context: FreezeContext,
  results: readonly Promise<Compared | string>[],
  turn: ClickTurn,
): Promise<Proof | undefined> {
  if (results.length <= SAMPLES) return undefined;
  try {
    const first = (await Promise.all(results.slice(0, SAMPLES))).filter((one) => typeof one !== 'string');
    const isClear = first.every(({ renderMode, queued }) => renderMode === 'fetched' && queued === 0);
    return isClear && first.length === SAMPLES ? await prove(context, first, turn) : undefined;
  } catch {
    return undefined;
  }
}
