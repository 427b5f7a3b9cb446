import type { JobPhase } from '../../store/exports.ts';
import type { Steps } from '../classify/step-counter.ts';
import type { CrawlCounts } from '../crawl/crawl.ts';
import { PAGES_MAX as CLICKED_PAGES_MAX } from '../verify/click-limits.ts';

/** Relative durations of the phases, in any unit. */
export type PhaseWeights = Readonly<Record<'acquire' | 'pack' | 'verify', number>>;

/** Counters of a job's stages. */
export type Counts = Readonly<{
  phase: JobPhase;
  /** Unpacked share of the browser, 0 to 1; undefined if it need not be unpacked. */
  unpacked: number | undefined;
  crawled: Omit<CrawlCounts, 'pages' | 'pagesKnown'>;
  /** Layout tests in a browser: done, and expected in total. */
  tested: Steps;
  /** Pages that verification is expected to open. */
  toVerify: number;
  /** Completed share of packing or verifying, depending on the phase, 0 to 1. */
  fraction: number;
}>;

/** Work in seconds on two otherwise idle processors. The proportions matter more than the absolute values. */
export type Work = Readonly<{
  /** According to the counters. */
  done: number;
  /** Also based on the phase durations of the last export, if known. */
  left: number;
  /** Seconds of `left` per second of `done` in the current phase. */
  rate: number;
}>;

// Measured on sites of 1 to 530 pages (fixtures/recorded-runs.json).
const TO_UNPACK = 3;
const READ_A_RESOURCE = 0.008;
/** Opening a page, operating its controls, or clicking on it. */
const TEST_A_PAGE = 0.3;
const RENDER_A_PAGE = 0.25;
const PACK_A_RESOURCE = 0.004;
const CHECK_A_RESOURCE = 0.004;

/**
 * Estimates the work done and left. If the site was exported before, the phase durations of that export count as much
 * as the counters: one run reveals much about a site and little about how busy the machine will be.
 * @param last phase durations of the last export
 */
export function workOf(counts: Counts, last: PhaseWeights | undefined): Work {
  const { phase, unpacked, crawled, tested, toVerify, fraction } = counts;
  const counted = {
    acquire:
      TO_UNPACK * (unpacked === undefined ? 0 : 1) +
      READ_A_RESOURCE * crawled.known +
      RENDER_A_PAGE * crawled.toRender +
      TEST_A_PAGE * tested.total,
    pack: PACK_A_RESOURCE * crawled.known,
    verify:
      CHECK_A_RESOURCE * crawled.known + TEST_A_PAGE * (2 * toVerify + Math.min(CLICKED_PAGES_MAX, toVerify)),
  };
  const acquired =
    TO_UNPACK * (unpacked ?? 0) +
    READ_A_RESOURCE * crawled.done +
    RENDER_A_PAGE * crawled.rendered +
    TEST_A_PAGE * tested.done;
  const expected = last ? blended(counted, last) : counted;
  const rateIn = (of: keyof PhaseWeights): number => (counted[of] > 0 ? expected[of] / counted[of] : 1);
  switch (phase) {
    case 'acquire': {
      const done = Math.min(acquired, counted.acquire);
      const share = done / (counted.acquire || 1);
      return {
        done,
        left: expected.acquire * (1 - share) + expected.pack + expected.verify,
        rate: rateIn('acquire'),
      };
    }
    case 'pack':
      return {
        done: counted.acquire + counted.pack * fraction,
        left: expected.pack * (1 - fraction) + expected.verify,
        rate: rateIn('pack'),
      };
    case 'verify':
      return {
        done: counted.acquire + counted.pack + counted.verify * fraction,
        left: expected.verify * (1 - fraction),
        rate: rateIn('verify'),
      };
    case 'done':
      return { done: sum(counted), left: 0, rate: 1 };
  }
}

function blended(counted: PhaseWeights, last: PhaseWeights): PhaseWeights {
  const ratio = sum(counted) / (sum(last) || 1);
  const mean = (phase: keyof PhaseWeights): number => (counted[phase] + ratio * last[phase]) / 2;
  return { acquire: mean('acquire'), pack: mean('pack'), verify: mean('verify') };
}

function sum({ acquire, pack, verify }: PhaseWeights): number {
  return acquire + pack + verify;
}

/** Bounds of the remaining seconds; equal if the estimate is steady. */
export type Remaining = Readonly<{ least: number; most: number }>;

export type Estimate = Readonly<{
  /** 0 to 99, never decreases: the bar is not full before the job is done. */
  percent: number;
  /** Undefined until there is enough data. */
  remaining: Remaining | undefined;
}>;

const FULL = 99;
const FROM_SECONDS = 2;
const FROM_SHARE = 0.02;
/** Seconds of work for which the machine is assumed to be as fast as the one that was measured. */
const BELIEVED_SECONDS = 5;
/** Window of the estimates whose spread counts: a share of the elapsed time, at most so many seconds. */
const WINDOW_SHARE = 0.25;
const WINDOW_SECONDS = 10;
/** Variation below this share of the estimate, or below this many seconds, is ignored. */
const STEADY_SHARE = 0.25;
const STEADY_SECONDS = 3;

/**
 * Models the progress of a job and its remaining time. Finished work moves the bar by its share of everything left,
 * so the bar slows down but keeps moving if more work turns up. The remaining time follows the pace so far, and its
 * uncertainty is the spread of the recent estimates.
 * @param from percentage at which this process started
 * @param begun work done by then, which says nothing about the pace of this process
 * @returns function to call with the seconds since the start whenever something was counted
 */
export function progressModel(from: number, begun: Work): (seconds: number, work: Work) => Estimate {
  let percent = from;
  let doneBefore = begun.done;
  let rateBefore = begun.rate;
  let worked = 0;
  let recent: Readonly<{ at: number; end: number }>[] = [];
  return (seconds, work) => {
    const { done, left, rate } = work;
    // Work reported at the start of a phase was done in the previous one.
    const gained = rateBefore * Math.max(0, done - doneBefore);
    if (gained > 0) percent += ((FULL - percent) * gained) / (gained + left);
    worked += gained;
    doneBefore = done;
    rateBefore = rate;
    if (seconds < FROM_SECONDS || worked <= FROM_SHARE * (worked + left))
      return { percent, remaining: undefined };
    const now = (left * (BELIEVED_SECONDS + seconds)) / (BELIEVED_SECONDS + worked);
    const end = seconds + now;
    const since = seconds - Math.min(WINDOW_SECONDS, WINDOW_SHARE * seconds);
    recent = [...recent.filter(({ at }) => at > since), { at: seconds, end }];
    const ends = recent.map((one) => one.end);
    const least = Math.max(0, Math.min(...ends) - seconds);
    const most = Math.max(0, Math.max(...ends) - seconds);
    const isSteady = most - least <= Math.max(STEADY_SECONDS, STEADY_SHARE * now);
    return { percent, remaining: isSteady ? { least: now, most: now } : { least, most } };
  };
}
