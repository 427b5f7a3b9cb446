import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobPhase } from '../../store/exports.ts';
import { acquiredShare, estimator, type PhaseWeights, type Remaining, spansOf } from './progress-model.ts';

/** Real exports, as their stages counted: seconds, phase, share of the phase, pages that were tried in a browser. */
type Sample = readonly [seconds: number, phase: JobPhase, share: number, tried: number];
type Recording = Readonly<{ site: string; samples: readonly Sample[] }>;
const recordings = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, 'fixtures', 'recorded-runs.json'), 'utf8'),
) as readonly Recording[];

type Told = Readonly<{ seconds: number; percent: number; left: Remaining | undefined }>;

function replay({ samples }: Recording, last?: PhaseWeights): Told[] {
  const spans = spansOf(last);
  const estimate = estimator(0);
  let percent = 0;
  return samples.map(([seconds, phase, share, tried]) => {
    const [from, to] = spans[phase];
    const fraction = phase === 'acquire' ? acquiredShare(share, tried) : share;
    percent = Math.max(percent, from + (to - from) * fraction);
    return { seconds, percent, left: estimate(seconds, percent) };
  });
}

/** How wrong the estimate (`remainingSeconds`) was when half of the time had passed, as a share of what was left. */
function errorAtHalf(recording: Recording, last?: PhaseWeights): number {
  const end = recording.samples.at(-1)?.[0] ?? 0;
  const { seconds, left } = replay(recording, last).findLast((told) => told.seconds <= end / 2) as Told;
  if (!left) return 1;
  const actual = end - seconds;
  return Math.abs(left.most - actual) / actual;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function durationsOf({ samples }: Recording): PhaseWeights {
  const begins = (phase: JobPhase): number => samples.find((sample) => sample[1] === phase)?.[0] ?? 0;
  return {
    acquire: begins('pack'),
    pack: begins('verify') - begins('pack'),
    verify: (samples.at(-1)?.[0] ?? 0) - begins('verify'),
  };
}

/** Two recordings of one site each, the second on a busy machine. */
const PAIRS = [
  [0, 5],
  [1, 6],
  [2, 7],
] as const;

describe('on recorded runs', () => {
  it('half way the estimate of a first export is off by less than 30 % in the median', () => {
    expect(median(recordings.map((recording) => errorAtHalf(recording)))).toBeLessThan(0.3);
  });

  it('so it is where the last export of the site says what the phases take, though the machine was busier', () => {
    const errors = PAIRS.flatMap(([one, other]) => {
      const [a, b] = [recordings[one], recordings[other]] as [Recording, Recording];
      return [errorAtHalf(a, durationsOf(b)), errorAtHalf(b, durationsOf(a))];
    });
    expect(median(errors)).toBeLessThan(0.3);
  });

  it.each(recordings)('the bar moves while pages of $site are tried in a browser', (recording) => {
    const told = replay(recording);
    const trials = recording.samples.flatMap(([, , , tried], index) =>
      tried > (recording.samples[index - 1]?.[3] ?? 0) ? [index] : [],
    );
    for (const index of trials) expect(told[index]?.percent).toBeGreaterThan(told[index - 1]?.percent ?? 0);
  });
});

it('a phase has more of the bar where it had more of the time', () => {
  const width = ({ pack: [from, to] }: ReturnType<typeof spansOf>): number => to - from;
  const slow = spansOf({ acquire: 10, pack: 40, verify: 50 });
  expect(width(slow)).toBeGreaterThan(2 * width(spansOf(undefined)));
  expect([slow.acquire[0], slow.acquire[1], slow.pack[1], slow.verify[1]]).toEqual([
    0,
    slow.pack[0],
    slow.verify[0],
    99,
  ]);
});

it('a phase that took no time last time has a share all the same', () => {
  const { pack } = spansOf({ acquire: 1000, pack: 0, verify: 1000 });
  expect(pack[1] - pack[0]).toBeGreaterThan(1);
});

describe('an estimate', () => {
  it('is not made from the first moments', () => {
    const estimate = estimator(0);
    expect(estimate(1, 20)).toBeUndefined();
    expect(estimate(5, 1)).toBeUndefined();
  });

  it('is one number at a steady pace', () => {
    const estimate = estimator(0);
    for (let second = 1; second < 50; second++) estimate(second, second);
    const left = estimate(50, 50);
    expect(left).toEqual({ least: 50, most: 50 });
  });

  it('is a range while the pace changes', () => {
    const estimate = estimator(0);
    for (let second = 1; second <= 20; second++) estimate(second, second * 2);
    const left = estimate(28, 41) as Remaining;
    expect(left.most - left.least).toBeGreaterThan(5);
  });

  it('counts from where the job was taken up', () => {
    const estimate = estimator(60);
    expect(estimate(10, 70)?.most).toBeCloseTo(30);
  });
});
