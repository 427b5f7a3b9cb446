import type { JobPhase } from '../../store/exports.ts';
import type { Steps } from '../classify/step-counter.ts';
import type { CrawlCounts } from '../crawl/crawl.ts';
import { PAGES_MAX as CLICKED_PAGES_MAX } from '../verify/click-limits.ts';

/** What each phase takes beside the others, in any unit. */
export type PhaseWeights = Readonly<Record<'acquire' | 'pack' | 'verify', number>>;

/** What the stages of a job have counted. */
export type Counts = Readonly<{
  phase: JobPhase;
  /** Of the browser, 0 to 1; undefined where it need not be unpacked. */
  unpacked: number | undefined;
  crawled: Omit<CrawlCounts, 'pages' | 'pagesKnown'>;
  /** Tests of layouts in a browser, of all that are expected. */
  tested: Steps;
  /** Pages that verification will open, as far as is known. */
  toVerify: number;
  /** Of packing or verifying, whichever the phase is, 0 to 1. */
  fraction: number;
}>;

/**
 * Seconds of work, on two processors that nothing else uses. How they compare matters more than what they are.
 */
export type Work = Readonly<{
  /** As it was counted. */
  done: number;
  /** By what the phases took the last time, too, where that is known. */
  left: number;
  /** What a second of `done` is in seconds of `left`, in the phase that the job is in. */
  rate: number;
}>;

// Measured on sites of 1 to 530 pages (fixtures/recorded-runs.json).
const TO_UNPACK = 3;
const READ_A_RESOURCE = 0.008;
/** To open a page, to operate its controls, or to click on it. */
const TEST_A_PAGE = 0.3;
const RENDER_A_PAGE = 0.25;
const PACK_A_RESOURCE = 0.004;
const CHECK_A_RESOURCE = 0.004;

/**
 * Where the site was exported before, what the phases took then says as much of how they compare as what is counted: one
 * run says much about a site and little about how busy the machine will be.
 * @param last what the phases took the last time
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

/** Seconds that are left, at least and at most; the same where the estimate is steady. */
export type Remaining = Readonly<{ least: number; most: number }>;

export type Estimate = Readonly<{
  /** 0 to 99, never falls: the bar is not full before the job is done. */
  percent: number;
  /** Undefined while there is nothing to go by. */
  remaining: Remaining | undefined;
}>;

const FULL = 99;
const FROM_SECONDS = 2;
const FROM_SHARE = 0.02;
/** For so many seconds of work the machine is believed to be as fast as the one that was measured. */
const BELIEVED_SECONDS = 5;
/** Estimates of the last part of the time, and of no more than the last seconds, say how much they vary. */
const WINDOW_SHARE = 0.25;
const WINDOW_SECONDS = 10;
/** Below this share of the estimate, or this many seconds, the variation is no news. */
const STEADY_SHARE = 0.25;
const STEADY_SECONDS = 3;

/**
 * How far a job is and when it is done. Whenever work is done the bar moves by its share of all that is left, so that it
 * moves on, only slower, when there turns out to be more. The time that is left follows the pace so far; how much the
 * estimates of the last seconds differ is how much the next may.
 * @param from percent at which the job began in this process
 * @param begun what was done by then: it says nothing of this process's pace
 * @returns called with the seconds since then whenever something was counted
 */
export function progressModel(from: number, begun: Work): (seconds: number, work: Work) => Estimate {
  let percent = from;
  let doneBefore = begun.done;
  let rateBefore = begun.rate;
  let worked = 0;
  let recent: Readonly<{ at: number; end: number }>[] = [];
  return (seconds, work) => {
    const { done, left, rate } = work;
    // What is told when a phase begins was done in the one before.
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
