import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Progress } from '../../server/api/wire.types.ts';

export type LiveProgress = Progress & Readonly<{ pagesPerSecond: number | undefined }>;

export type ProgressState = Readonly<{ jobs: Readonly<Record<string, LiveProgress>> }>;
export type ProgressStore = UseBoundStore<StoreApi<ProgressState>> &
  Readonly<{
    hear: (progress: readonly Progress[]) => void;
    forget: (jobIds: readonly string[]) => void;
    /** IDs of the jobs with known progress, whether rendered or pending. */
    heard: () => string[];
  }>;

/** Limits rendering to ten times per second. */
const RENDER_EVERY_MS = 100;
/** Weight of a new measurement in the moving average of the pace. */
const FRESHNESS = 0.3;

/** Creates the store for the progress of running jobs. */
export function progressStore(
  later: (work: () => void, ms: number) => unknown = setTimeout,
  now: () => number = () => performance.now(),
): ProgressStore {
  const store = create<ProgressState>(() => ({ jobs: {} }));
  const waiting = new Map<string, LiveProgress>();
  const paces = new Map<string, { at: number; pageCount: number; pace: number | undefined }>();
  let isScheduled = false;

  const flush = (): void => {
    isScheduled = false;
    store.setState(({ jobs }) => ({ jobs: { ...jobs, ...Object.fromEntries(waiting) } }));
    waiting.clear();
  };

  /** Returns undefined while trial pages are loaded in a browser: the actual crawl runs later, at a different pace. */
  const paceOf = ({ jobId, phase, pageCount, trying }: Progress): number | undefined => {
    const known = paces.get(jobId);
    const at = now();
    if (!known || phase !== 'acquire' || trying) {
      paces.set(jobId, { at, pageCount, pace: undefined });
      return undefined;
    }
    if (at - known.at < 500) return known.pace;
    const measured = ((pageCount - known.pageCount) / (at - known.at)) * 1000;
    const pace = known.pace === undefined ? measured : known.pace + (measured - known.pace) * FRESHNESS;
    paces.set(jobId, { at, pageCount, pace });
    return pace;
  };

  return Object.assign(store, {
    hear: (progress: readonly Progress[]) => {
      for (const one of progress) waiting.set(one.jobId, { ...one, pagesPerSecond: paceOf(one) });
      if (isScheduled || waiting.size === 0) return;
      isScheduled = true;
      later(flush, RENDER_EVERY_MS);
    },
    heard: () => [...new Set([...Object.keys(store.getState().jobs), ...waiting.keys()])],
    forget: (jobIds: readonly string[]) => {
      for (const jobId of jobIds) {
        waiting.delete(jobId);
        paces.delete(jobId);
      }
      store.setState(({ jobs }) => {
        const left = Object.entries(jobs).filter(([jobId]) => !jobIds.includes(jobId));
        return left.length === Object.keys(jobs).length ? {} : { jobs: Object.fromEntries(left) };
      });
    },
  });
}
