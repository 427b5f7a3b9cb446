import type { Store } from '../../store/database.ts';
import {
  type ExportJob,
  findLastCompletedJob,
  type JobPhase,
  phaseDurations,
  setProgress,
} from '../../store/exports.ts';
import type { Frontier } from '../../store/resources.ts';
import { frozenBySetting } from '../classify/keep-or-freeze.ts';
import { plannedTests } from '../classify/layouts.ts';
import type { Steps } from '../classify/step-counter.ts';
import type { CrawlCounts } from '../crawl/crawl.ts';
import { sampleSize } from '../verify/sample.ts';
import { type Counts, progressModel, workOf } from './progress-model.ts';

/** What a running job says about itself. */
export type Progress = Readonly<{
  jobId: string;
  phase: JobPhase;
  /** 0 to 99, never falls: the job itself says when it is done. */
  progress: number;
  pageCount: number;
  /** Pages known so far. */
  pagesKnown: number;
  /** Estimated seconds to the end, at most; undefined while there is nothing to go by. */
  remainingSeconds: number | undefined;
  /** The least that they may be, while the estimate is not steady. */
  remainingLeastSeconds?: number;
  /** Pages are tested in a browser, to find out how they are to be acquired. */
  trying?: boolean;
}>;

const REPORT_EVERY_MS = 200;

export type ProgressMeter = Readonly<{
  phase: (phase: JobPhase) => void;
  /** @param share of the browser that is unpacked, 0 to 1; not called where it need not be */
  unpacked: (share: number) => void;
  acquired: (counts: CrawlCounts) => void;
  /** Tests of pages in a browser, of all that are planned so far. */
  tested: (steps: Steps) => void;
  packed: (done: number, total: number) => void;
  /** @param fraction of the phase, 0 to 1 */
  verified: (fraction: number) => void;
  stop: () => void;
}>;

/**
 * Turns what the stages count into a progress of 0 to 99 that never falls, and an estimate of the time that is
 * left (progress-model.ts). Written to the store and reported at most five times a second, the latest always.
 */
export function progressOf(
  store: Store,
  job: ExportJob,
  frontier: Frontier,
  report: (progress: Progress) => void,
): ProgressMeter {
  const ended = frontier.count('done') + frontier.count('failed');
  let pageCount = job.pageCount;
  let pagesKnown = job.phase === 'acquire' ? 0 : pageCount; // until the crawl says
  const rendersAll = job.settings.render === 'always' || frozenBySetting(job.settings) !== undefined;
  const pagesDone = frontier.count('done', 'page');
  const mayTest = job.settings.render === 'auto' && !rendersAll;
  let hasTested = false;
  let counts: Counts = {
    phase: job.phase,
    crawled: {
      done: ended,
      known: ended + frontier.count('queued'),
      ...(rendersAll
        ? { rendered: pagesDone, toRender: pagesDone + frontier.count('queued') }
        : { rendered: 0, toRender: 0 }),
      layouts: 0,
    },
    unpacked: undefined,
    tested: { done: 0, total: mayTest ? plannedTests(1, job.settings) : 0 },
    toVerify: sampleSize(0, pageCount, job.settings),
    fraction: 0,
  };
  const before = findLastCompletedJob(store, job);
  const last = before && phaseDurations(store, before);
  const started = performance.now();
  const estimate = progressModel(job.progress, workOf(counts, last));

  let reported = 0;
  let later: NodeJS.Timeout | undefined;
  /** What a report failed with that nobody waited for. */
  let fault: unknown;
  let isStopped = false;
  let isTesting = false;
  const tell = (): void => {
    clearTimeout(later);
    later = undefined;
    reported = performance.now();
    const { percent, remaining } = estimate((reported - started) / 1000, workOf(counts, last));
    const { phase } = counts;
    setProgress(store, job.id, percent, pageCount);
    report({
      jobId: job.id,
      phase,
      progress: percent,
      pageCount,
      pagesKnown,
      ...(isTesting && { trying: true }),
      remainingSeconds: remaining?.most,
      ...(remaining && remaining.least < remaining.most && { remainingLeastSeconds: remaining.least }),
    });
  };
  const tellLater = (): void => {
    try {
      tell();
    } catch (error) {
      fault = error; // a full disk, for one: whoever counts next is told
    }
  };
  const count = (news: Partial<Counts>, isUrgent = false): void => {
    if (isStopped) return;
    if (fault !== undefined) throw fault;
    counts = { ...counts, ...news };
    const waitMs = reported + REPORT_EVERY_MS - performance.now();
    if (isUrgent || waitMs <= 0) tell();
    else later ??= setTimeout(tellLater, waitMs);
  };

  return {
    phase: (phase) => {
      if (phase !== 'acquire') {
        pageCount = frontier.count('done', 'page');
        pagesKnown = pageCount;
      }
      isTesting = false;
      count({ phase, fraction: 0 }, true);
    },
    unpacked: (unpacked) => count({ unpacked }),
    acquired: ({ pages, pagesKnown: known, ...news }) => {
      isTesting = false;
      pageCount = pages;
      pagesKnown = known;
      const layouts = Math.max(counts.crawled.layouts, news.layouts); // a later crawl meets fewer
      const rendering = rendersAll && { rendered: pageCount, toRender: pagesKnown };
      const toVerify = sampleSize(layouts, pagesKnown, job.settings);
      // Until the tests are planned.
      const tested =
        mayTest && !hasTested
          ? { done: 0, total: plannedTests(Math.max(1, layouts), job.settings) }
          : counts.tested;
      count({ crawled: { ...news, ...rendering, layouts }, tested, toVerify });
    },
    tested: (tested) => {
      hasTested = true;
      isTesting ||= tested.done < tested.total;
      count({ tested });
    },
    packed: (done, total) => count({ fraction: Math.min(1, done / Math.max(1, total)) }),
    verified: (fraction) => count({ fraction: Math.min(1, fraction) }),
    stop: () => {
      isStopped = true;
      tellLater(); // what ended the job counts, not that this cannot be written
    },
  };
}
