import type { ExportJob } from '../../store/exports.ts';
import type { ExportSettings } from '../settings/settings.ts';
import { type ClickTurn, type OfflineCheck, stepsOfCheck, type Tried } from './offline-check.ts';
import type { Chosen } from './render-mode.ts';

/** Pages of a layout that are enough to judge it. */
export const SAMPLES = 3;

export type FreezeContext = Readonly<{
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
