import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobPhase } from '../../store/exports.ts';
import { plannedTests } from '../classify/layouts.ts';
import {
  type Counts,
  type PhaseWeights,
  progressModel,
  type Remaining,
  type Work,
  workOf,
} from './progress-model.ts';

/** Recordings of the counters of real exports. Fields are those of Counts, pairs are done and total. */
type Sample = readonly [
  seconds: number,
  phase: JobPhase,
  unpacked: number | null,
  crawled: readonly [number, number],
  rendered: readonly [number, number],
  layouts: number,
  tested: readonly [number, number] | null,
  toVerify: number,
  fraction: number,
];
type Recording = Readonly<{ site: string; samples: readonly Sample[] }>;
const recordings = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, 'fixtures', 'recorded-runs.json'), 'utf8'),
) as readonly Recording[];

function countsOf([
  ,
  phase,
  unpacked,
  crawled,
  rendered,
  layouts,
  tested,
  toVerify,
  fraction,
]: Sample): Counts {
  return {
    phase,
    unpacked: unpacked ?? undefined,
    crawled: { done: crawled[0], known: crawled[1], rendered: rendered[0], toRender: rendered[1], layouts },
    tested: tested
      ? { done: tested[0], total: tested[1] }
      : { done: 0, total: plannedTests(Math.max(1, layouts), { interactivity: 'auto' }) },
    toVerify,
    fraction,
  };
}

type Told = Readonly<{ seconds: number; percent: number; remaining: Remaining | undefined }>;

function replay({ samples }: Recording, last?: PhaseWeights): Told[] {
  const model = progressModel(0, workOf(countsOf(samples[0] as Sample), last));
  return samples.map((sample) => ({
    seconds: sample[0],
    ...model(sample[0], workOf(countsOf(sample), last)),
  }));
}

function endOf({ samples }: Recording): number {
  return samples.at(-1)?.[0] ?? 0;
}

/** Returns the error of the estimate (`remainingSeconds`) at half the time, as a share of the time left. */
function errorAtHalf(recording: Recording, last?: PhaseWeights): number {
  const end = endOf(recording);
  const { seconds, remaining } = replay(recording, last).findLast((told) => told.seconds <= end / 2) as Told;
  if (!remaining) return 1;
  return Math.abs(remaining.most - (end - seconds)) / (end - seconds);
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function durationsOf(recording: Recording): PhaseWeights {
  const begins = (phase: JobPhase): number =>
    recording.samples.find((sample) => sample[1] === phase)?.[0] ?? 0;
  return {
    acquire: begins('pack'),
    pack: begins('verify') - begins('pack'),
    verify: endOf(recording) - begins('verify'),
  };
}

function recorded(site: string): Recording {
  return recordings.find((recording) => recording.site === site) as Recording;
}

/** Pairs of recordings of the same site, the second on a busy machine. */
const PAIRS = [
  ['a handbook of 30 pages', 'the handbook on a busy machine'],
  ['a book of 429 pages', 'the book on a busy machine'],
] as const;

describe('on recorded runs', () => {
  it('half way the estimate of a first export is off by less than 30 % in the median', () => {
    expect(median(recordings.map((recording) => errorAtHalf(recording)))).toBeLessThan(0.3);
  });

  it('so it is where the last export of the site says what the phases take, though the machine was busier', () => {
    const errors = PAIRS.flatMap(([one, other]) => {
      const [a, b] = [recorded(one), recorded(other)];
      return [errorAtHalf(a, durationsOf(b)), errorAtHalf(b, durationsOf(a))];
    });
    expect(median(errors)).toBeLessThan(0.3);
  });

  it.each(recordings)('the bar of $site never falls, and moves within any fifth of the time', (recording) => {
    const told = replay(recording);
    for (const [index, { percent }] of told.entries())
      expect(percent).toBeGreaterThanOrEqual(told[index - 1]?.percent ?? 0);
    let stoodSince = 0;
    let longest = 0;
    let shown = 0;
    for (const { seconds, percent } of told) {
      if (Math.floor(percent) === shown) continue;
      longest = Math.max(longest, seconds - stoodSince);
      stoodSince = seconds;
      shown = Math.floor(percent);
    }
    longest = Math.max(longest, endOf(recording) - stoodSince);
    expect(longest).toBeLessThan(endOf(recording) / 5);
    expect(shown).toBeGreaterThan(95);
  });

  it('the bar is near where the time is when the last run says how the phases compare', () => {
    for (const [one, other] of PAIRS) {
      const [run, last] = [recorded(one), recorded(other)];
      for (const share of [0.25, 0.5, 0.75]) {
        const at = share * endOf(run);
        const { percent } = replay(run, durationsOf(last)).findLast((told) => told.seconds <= at) as Told;
        expect(Math.abs(percent - 100 * share)).toBeLessThan(15);
      }
    }
  });

  it.each(recordings)(
    'half way nobody is told that $site takes less than half of what it does',
    (recording) => {
      const end = endOf(recording);
      const half = replay(recording).findLast(({ seconds }) => seconds <= end / 2) as Told;
      expect(half.remaining?.most).toBeGreaterThan((end - half.seconds) / 2);
    },
  );
});

function work(done: number, total: number): Work {
  return { done, left: total - done, rate: 1 };
}

const IDLE: Counts = {
  phase: 'acquire',
  unpacked: undefined,
  crawled: { done: 0, known: 100, rendered: 0, toRender: 0, layouts: 0 },
  tested: { done: 0, total: 0 },
  toVerify: 0,
  fraction: 0,
};

describe('the work of an export', () => {
  it('has more left to pack where packing took more the last time', () => {
    const packing = (last: PhaseWeights | undefined): number =>
      workOf({ ...IDLE, phase: 'pack' }, last).left -
      workOf({ ...IDLE, phase: 'pack', fraction: 1 }, last).left;
    expect(packing({ acquire: 10, pack: 80, verify: 10 })).toBeGreaterThan(1.5 * packing(undefined));
  });

  it('grows when there are layouts to be tested, and when pages have to be rendered', () => {
    const { left } = workOf(IDLE, undefined);
    const layouts = workOf({ ...IDLE, tested: { done: 0, total: 40 } }, undefined);
    const rendering = workOf({ ...IDLE, crawled: { ...IDLE.crawled, toRender: 90 } }, undefined);
    expect(layouts.left).toBeGreaterThan(1.5 * left);
    expect(rendering.left).toBeGreaterThan(1.5 * left);
  });

  it('moves the bar as far in a phase as that took the last time, and leaps at none', () => {
    const last = { acquire: 10, pack: 80, verify: 10 };
    const testing = { ...IDLE, crawled: { ...IDLE.crawled, done: 100 } };
    const model = progressModel(0, workOf({ ...IDLE, tested: { done: 0, total: 10 } }, last));
    const at = (counts: Partial<Counts>): number => model(9, workOf({ ...testing, ...counts }, last)).percent;
    const tests = (done: number): Partial<Counts> => ({ tested: { done, total: 10 } });
    const nearlyAcquired = at(tests(9));
    const acquired = at({ ...tests(10), phase: 'pack' });
    const packed = at({ ...tests(10), phase: 'pack', fraction: 1 });
    expect(acquired - nearlyAcquired).toBeLessThan(7);
    expect(packed - acquired).toBeGreaterThan(30);
  });

  it('is done at the end', () => {
    const { left } = workOf({ ...IDLE, phase: 'verify', fraction: 1 }, { acquire: 1, pack: 2, verify: 3 });
    expect(left).toBeCloseTo(0);
  });

  it('is a number before anything is known', () => {
    const nothing = { ...IDLE, crawled: { ...IDLE.crawled, known: 0 } };
    expect(workOf(nothing, undefined)).toEqual({ done: 0, left: 0, rate: 1 });
    expect(progressModel(0, work(0, 0))(5, workOf(nothing, undefined))).toEqual({
      percent: 0,
      remaining: undefined,
    });
  });
});

describe('an estimate', () => {
  it('is not made from the first moments', () => {
    expect(progressModel(0, work(0, 100))(1, work(20, 100)).remaining).toBeUndefined();
    expect(progressModel(0, work(0, 100))(5, work(1, 100)).remaining).toBeUndefined();
  });

  it('is one number at a steady pace', () => {
    const model = progressModel(0, work(0, 100));
    for (let second = 1; second < 50; second++) model(second, work(second, 100));
    const { remaining, percent } = model(50, work(50, 100));
    expect(remaining?.most).toBe(remaining?.least);
    expect(remaining?.most).toBeCloseTo(50);
    expect(percent).toBeCloseTo(49.5);
  });

  it('is a range while the pace changes', () => {
    const model = progressModel(0, work(0, 100));
    for (let second = 1; second <= 20; second++) model(second, work(second * 2, 100));
    const { remaining } = model(26, work(41, 100));
    expect((remaining?.most ?? 0) - (remaining?.least ?? 0)).toBeGreaterThan(5);
  });

  it('counts from where the job was taken up', () => {
    const model = progressModel(60, work(60, 100));
    const { remaining, percent } = model(10, work(70, 100));
    expect(remaining?.most).toBeCloseTo(30);
    expect(percent).toBeCloseTo(60 + 39 / 4);
  });
});

describe('the bar', () => {
  it('moves on where there turns out to be more to do, and ends below 100', () => {
    const model = progressModel(0, work(0, 10));
    const before = model(5, work(8, 10)).percent;
    expect(model(6, work(8, 100)).percent).toBe(before);
    const after = model(7, work(9, 100)).percent;
    expect(after).toBeGreaterThan(before);
    expect(after).toBeLessThan(before + 1);
    expect(model(90, work(100, 100)).percent).toBe(99);
  });

  it('moves on where work is done again', () => {
    const model = progressModel(0, work(0, 100));
    model(9, work(90, 100));
    const before = model(9, work(10, 100)).percent;
    expect(model(10, work(20, 100)).percent).toBeGreaterThan(before);
  });
});
