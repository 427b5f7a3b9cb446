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

/** Progress report of a running job. */
export type Progress = Readonly<{
  jobId: string;
  phase: JobPhase;
  /** 0 to 99, never decreases: the status of the job shows when it is done. */
  progress: number;
  pageCount: number;
  pagesKnown: number;
  /** Upper estimate of the remaining seconds; undefined until there is enough data. */
  remainingSeconds: number | undefined;
  /** Lower estimate, while the estimate is not steady. */
  remainingLeastSeconds?: number;
  /** Whether pages are being tested in a browser to find out how to acquire them. */
  trying?: boolean;
}>;

const REPORT_EVERY_MS = 200;

export type ProgressMeter = Readonly<{
  phase: (phase: JobPhase) => void;
  /** @param share unpacked share of the browser, 0 to 1; not called if it need not be unpacked */
  unpacked: (share: number) => void;
  acquired: (counts: CrawlCounts) => void;
  /** Called with the page tests in a browser: done, and planned so far. */
  tested: (steps: Steps) => void;
  packed: (done: number, total: number) => void;
  /** @param fraction of the phase, 0 to 1 */
  verified: (fraction: number) => void;
  stop: () => void;
}>;

/**
 * Converts the counters of the stages into a progress from 0 to 99 that never decreases and an estimate of the
 * remaining time (progress-model.ts). Stored and reported at most five times a second; the latest value is always
 * reported.
 */
export function progressOf(
  store: Store,
  job: ExportJob,
  frontier: Frontier,
  report: (progress: Progress) => void,
): ProgressMeter {
  const ended = frontier.count('done') + frontier.count('failed');
  let pageCount = job.pageCount;
  let pagesKnown = job.phase === 'acquire' ? 0 : pageCount; // until the crawl reports it
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
  /** Error of a deferred report, thrown at the next count. */
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
      fault = error; // such as a full disk; thrown at the next count
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
      const layouts = Math.max(counts.crawled.layouts, news.layouts); // a later crawl finds fewer
      const rendering = rendersAll && { rendered: pageCount, toRender: pagesKnown };
      const toVerify = sampleSize(layouts, pagesKnown, job.settings);
      // An estimate until the tests are planned.
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
      tellLater(); // an error here must not hide the one that ended the job
    },
  };
}
