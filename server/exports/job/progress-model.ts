import type { JobPhase } from '../../store/exports.ts';

/** What each phase takes beside the others, in any unit. */
export type PhaseWeights = Readonly<Record<'acquire' | 'pack' | 'verify', number>>;

/** Of sites that were never exported: measured on sites of 30 to 530 pages (fixtures/recorded-runs.json). */
const USUAL: PhaseWeights = { acquire: 48, pack: 6, verify: 46 };
/** The bar is not full before the job is done. */
const VERIFIED = 99;
/** A phase that took next to nothing last time may not do so again. */
const LEAST_SHARE = 0.02;

export type Spans = Readonly<Record<JobPhase, readonly [from: number, to: number]>>;

/**
 * One run says much about a site and little about how busy the machine will be: the usual weights count as much.
 * @param last what the phases took the last time
 * @returns the percent at which each phase begins and ends
 */
export function spansOf(last: PhaseWeights | undefined): Spans {
  const shareIn = (weights: PhaseWeights, phase: keyof PhaseWeights): number =>
    weights[phase] / (weights.acquire + weights.pack + weights.verify || 1);
  const share = (phase: keyof PhaseWeights): number =>
    last === undefined
      ? shareIn(USUAL, phase)
      : Math.max(LEAST_SHARE, (shareIn(USUAL, phase) + shareIn(last, phase)) / 2);
  const whole = share('acquire') + share('pack') + share('verify');
  const acquired = (VERIFIED * share('acquire')) / whole;
  const packed = acquired + (VERIFIED * share('pack')) / whole;
  return { acquire: [0, acquired], pack: [acquired, packed], verify: [packed, VERIFIED], done: [100, 100] };
}

/** Of the time for acquiring, what reading takes; the rest is for pages that are tried in a browser. */
const READING = 0.3;
/** Of what is left to be tried, what one page takes: how many there will be is not known beforehand. */
const ONE_TRIAL = 0.15;

/**
 * How far acquiring is, 0 to 1.
 * @param read share of the resources known so far that have been read
 * @param tried pages that were tried in a browser
 */
export function acquiredShare(read: number, tried: number): number {
  return READING * Math.min(1, read) + (1 - READING) * (1 - (1 - ONE_TRIAL) ** tried);
}

/** Seconds that are left, at least and at most; the same where the estimate is steady. */
export type Remaining = Readonly<{ least: number; most: number }>;

const FROM_SECONDS = 2;
const FROM_PERCENT = 2;
/** Estimates that are this old say how much they vary. */
const WINDOW_SECONDS = 10;
/** Below this share of the estimate, or this many seconds, the variation is no news. */
const STEADY_SHARE = 0.25;
const STEADY_SECONDS = 3;

/**
 * Estimates when a job is done, from how far it came in the time it ran. How much the estimates of the last seconds differ
 * is how much the next may.
 * @param from percent at which the job began in this process: what an earlier one did says nothing of this one's pace
 */
export function estimator(from: number): (seconds: number, percent: number) => Remaining | undefined {
  let recent: Readonly<{ at: number; end: number }>[] = [];
  return (seconds, percent) => {
    const covered = percent - from;
    if (seconds < FROM_SECONDS || covered < FROM_PERCENT) return undefined;
    const end = seconds + (seconds / covered) * (100 - percent);
    recent = [...recent.filter(({ at }) => at > seconds - WINDOW_SECONDS), { at: seconds, end }];
    const ends = recent.map((one) => one.end);
    const least = Math.max(0, Math.min(...ends) - seconds);
    const most = Math.max(0, Math.max(...ends) - seconds);
    const now = Math.max(0, end - seconds);
    const isSteady = most - least <= Math.max(STEADY_SECONDS, STEADY_SHARE * now);
    return isSteady ? { least: now, most: now } : { least, most };
  };
}
