import type { Store } from '../../store/database.ts';
import {
  type ExportJob,
  findLastCompletedJob,
  type JobPhase,
  phaseDurations,
  setProgress,
} from '../../store/exports.ts';
import type { Frontier } from '../../store/resources.ts';
import type { CrawlCounts } from '../crawl/crawl.ts';
import { acquiredShare, estimator, spansOf } from './progress-model.ts';

/** What a running job says about itself. */
export type Progress = Readonly<{
  jobId: string;
  phase: JobPhase;
  /** 0 to 100, never falls. */
  progress: number;
  pageCount: number;
  /** Pages known so far. */
  pagesKnown: number;
  /** Estimated seconds to the end, at most; undefined while there is nothing to go by. */
  remainingSeconds: number | undefined;
  /** The least that they may be, while the estimate is not steady. */
  remainingLeastSeconds?: number;
  /** Pages are tried in a browser, to find out how they are to be acquired. */
  trying?: boolean;
}>;

const REPORT_EVERY_MS = 200;

export type ProgressMeter = Readonly<{
  phase: (phase: JobPhase) => void;
  acquired: (counts: CrawlCounts) => void;
  /** Pages are tried in a browser; until more are acquired. */
  trying: () => void;
  packed: (done: number, total: number) => void;
  /** @param fraction of the phase, 0 to 1 */
  verified: (fraction: number) => void;
  stop: () => void;
}>;

/**
 * Turns what the stages count into a progress of 0 to 100 that never falls, and an estimate of the time that is
 * left (progress-model.ts). Written to the store and reported at most five times a second.
 */
export function progressOf(
  store: Store,
  job: ExportJob,
  frontier: Frontier,
  report: (progress: Progress) => void,
): ProgressMeter {
  let phase: JobPhase = job.phase;
  let fraction = 0;
  let progress = job.progress;
  let pageCount = job.pageCount;
  let pagesKnown = pageCount;
  let reported = 0;
  let isTrying = false;
  /** Pages that were tried in a browser. */
  let tried = 0;
  let read = 0;
  const last = findLastCompletedJob(store, job);
  const spans = spansOf(last && phaseDurations(store, last));
  const started = performance.now();
  const estimate = estimator(progress);

  const tell = (always: boolean): void => {
    const [from, to] = spans[phase];
    progress = Math.max(progress, from + (to - from) * Math.min(1, fraction));
    const at = performance.now();
    if (!always && at - reported < REPORT_EVERY_MS) return;
    reported = at;
    setProgress(store, job.id, progress, pageCount);
    report({
      jobId: job.id,
      phase,
      progress,
      pageCount,
      pagesKnown,
      ...(isTrying && { trying: true }),
      ...remaining(at),
    });
  };

  const remaining = (at: number): Pick<Progress, 'remainingSeconds' | 'remainingLeastSeconds'> => {
    const left = estimate((at - started) / 1000, progress);
    if (!left) return { remainingSeconds: undefined };
    return {
      remainingSeconds: left.most,
      ...(left.least < left.most && { remainingLeastSeconds: left.least }),
    };
  };

  return {
    phase: (next) => {
      phase = next;
      fraction = 0;
      isTrying = false;
      if (next !== 'acquire') {
        pageCount = frontier.count('done', 'page');
        pagesKnown = pageCount;
      }
      tell(true);
    },
    acquired: (counts) => {
      isTrying = false;
      pageCount = counts.pages;
      pagesKnown = counts.pagesKnown;
      read = counts.done / Math.max(1, counts.known);
      fraction = acquiredShare(read, tried);
      tell(false);
    },
    trying: () => {
      const isNews = !isTrying;
      isTrying = true;
      tried++;
      fraction = acquiredShare(read, tried);
      tell(isNews);
    },
    packed: (done, total) => {
      fraction = done / Math.max(1, total);
      tell(false);
    },
    verified: (checked) => {
      fraction = checked;
      tell(false);
    },
    stop: () => tell(true),
  };
}
