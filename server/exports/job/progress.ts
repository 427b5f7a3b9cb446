import type { Store } from '../../store/database.ts';
import { type ExportJob, type JobPhase, setProgress } from '../../store/exports.ts';
import type { Frontier } from '../../store/resources.ts';
import type { CrawlCounts } from '../crawl/crawl.ts';

/** What a running job says about itself. */
export type Progress = Readonly<{
  jobId: string;
  phase: JobPhase;
  /** 0 to 100, never falls. */
  progress: number;
  pageCount: number;
  /** Pages known so far. */
  pagesKnown: number;
  /** Estimated seconds to the end; undefined while there is nothing to go by. */
  remainingSeconds: number | undefined;
  /** Pages are tried in a browser, to find out how they are to be acquired. */
  trying?: boolean;
}>;

/** Share of the whole that each phase stands for; measured on Sphinx and DocBook sites of 100 to 500 pages. */
const SPANS: Readonly<Record<JobPhase, readonly [from: number, to: number]>> = {
  acquire: [0, 30],
  pack: [30, 50],
  verify: [50, 99],
  done: [100, 100],
};

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
 * left, from the speed of the phase so far. Written to the store and reported at most five times a second.
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
  /** Where the phase was when it was first heard of: what it takes to begin says nothing of its pace. */
  let paceFrom: { at: number; fraction: number } | undefined;
  let reported = 0;
  let isTrying = false;

  const tell = (always: boolean): void => {
    const [from, to] = SPANS[phase];
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
      ...(isTrying ? { trying: true, remainingSeconds: undefined } : { remainingSeconds: remaining(at) }),
    });
  };

  const remaining = (at: number): number | undefined => {
    if (fraction > 0) paceFrom ??= { at, fraction };
    if (!paceFrom) return undefined;
    const elapsed = (at - paceFrom.at) / 1000;
    const covered = fraction - paceFrom.fraction;
    if (elapsed < 0.5 || covered <= 0.02) return undefined;
    const [from, to] = SPANS[phase];
    return Math.max(0, (elapsed / ((to - from) * covered)) * (100 - progress));
  };

  return {
    phase: (next) => {
      phase = next;
      fraction = 0;
      isTrying = false;
      paceFrom = undefined;
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
      fraction = counts.done / Math.max(1, counts.known);
      tell(false);
    },
    trying: () => {
      const isNews = !isTrying;
      isTrying = true;
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
