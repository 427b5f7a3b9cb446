import type { ExportJob } from '../../store/exports.ts';
import type { ExportSettings } from '../settings/settings.ts';
import { type ClickTurn, type OfflineCheck, stepsOfCheck, type Tried } from './offline-check.ts';
import type { Chosen } from './render-mode.ts';

/** Number of pages that is enough to judge a layout. */
export const SAMPLES = 3;

export type FreezeContext = Readonly<{
  job: ExportJob;
  offlineCheck: OfflineCheck;
  /** Called after each step of the offline check. */
  onStep: () => void;
}>;

/**
 * Verdict of one page on its layout, and the number of queued documents that must be acquired before the page can be
 * tried.
 */
export type Compared = Chosen & Tried & Readonly<{ queued: number }>;

/** Outcome of trying pages with their scripts: the objection to keeping the scripts, if any. */
export type Proof = Readonly<{ objection: Chosen | undefined }>;

/** Reason why a setting freezes all pages with scripts without trying them; undefined if each layout decides. */
export function frozenBySetting({
  interactivity,
}: Pick<ExportSettings, 'interactivity'>): Chosen | undefined {
  return interactivity === 'freeze'
    ? { renderMode: 'rendered', reason: 'The interactivity setting is "freeze".' }
    : undefined;
}

/**
 * Decides whether the pages of a layout keep the site's own scripts (`fetched`) or are frozen (`rendered`). One sample
 * that needs a browser freezes them all, as does one whose scripts fail when it is tried.
 * @param turn when the pages are clicked
 * @param early outcome of an earlier try; undefined to try the pages now
 */
export async function keepOrFreeze(
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

/**
 * Maximum number of steps in the offline check of a layout.
 * @param samples number of samples of the layout
 */
export function stepsOfProof(
  { interactivity }: Pick<ExportSettings, 'interactivity'>,
  samples: number,
): number {
  return interactivity === 'auto' ? stepsOfCheck(Math.min(SAMPLES, samples)) : 0;
}

/**
 * Opens the first pages that may keep their scripts from a file. If one of them fails, the whole layout loses its
 * scripts.
 * @param turn when the pages are clicked
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
 * Runs `prove` while further pages are still being compared. Otherwise, processors would be idle during part of the
 * offline check (docs/benchmarks/classic-pages.md).
 * @returns undefined if it must run later: the first pages do not show that it is needed, or it did not finish, for
 *   example because another page crashed the browser
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
