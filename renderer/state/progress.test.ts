import { describe, expect, it } from 'vitest';
import { progressStore } from './progress.ts';

const progress = (jobId: string, pageCount: number) => ({
  jobId,
  phase: 'acquire' as const,
  progress: pageCount,
  pageCount,
  pagesKnown: 100,
  remainingSeconds: undefined,
});

function fixture() {
  let now = 0;
  const due: (() => void)[] = [];
  const store = progressStore(
    (work) => due.push(work),
    () => now,
  );
  let renders = 0;
  store.subscribe(() => {
    renders += 1;
  });
  return {
    store,
    renders: () => renders,
    pass: (ms: number) => {
      now += ms;
      for (const work of due.splice(0)) work();
    },
  };
}

describe('progress', () => {
  it('renders once for all that comes within a tenth of a second', () => {
    const { store, renders, pass } = fixture();
    for (let page = 1; page <= 50; page++) store.hear([progress('a', page), progress('b', page)]);
    expect(renders()).toBe(0);
    pass(100);
    expect(renders()).toBe(1);
    expect(store.getState().jobs.a?.pageCount).toBe(50);
    expect(store.getState().jobs.b?.pageCount).toBe(50);
  });

  it('of five jobs, told of all the time, is rendered ten times a second, with the latest of each', () => {
    let now = 0;
    const due: { at: number; work: () => void }[] = [];
    const store = progressStore(
      (work, ms) => due.push({ at: now + ms, work }),
      () => now,
    );
    let renders = 0;
    store.subscribe(() => {
      renders += 1;
    });
    const jobs = ['a', 'b', 'c', 'd', 'e'];
    for (; now < 1000; now++) {
      for (const jobId of jobs) store.hear([progress(jobId, now)]);
      while (due[0] && due[0].at <= now) due.shift()?.work();
    }
    expect(renders).toBeGreaterThan(5);
    expect(renders).toBeLessThanOrEqual(10);
    for (const { work } of due) work();
    expect(jobs.map((jobId) => store.getState().jobs[jobId]?.pageCount)).toEqual([999, 999, 999, 999, 999]);
  });

  it('measures the pace over half a second and more', () => {
    const { store, pass } = fixture();
    store.hear([progress('a', 10)]);
    pass(1000);
    store.hear([progress('a', 30)]);
    pass(100);
    expect(store.getState().jobs.a?.pagesPerSecond).toBe(20);
  });

  it('has no pace while pages are tried, and does not count that time afterwards', () => {
    const { store, pass } = fixture();
    store.hear([progress('a', 10)]);
    pass(1000);
    store.hear([{ ...progress('a', 10), trying: true }]);
    pass(1000);
    expect(store.getState().jobs.a?.pagesPerSecond).toBeUndefined();
    store.hear([progress('a', 30)]);
    pass(100);
    expect(store.getState().jobs.a?.pagesPerSecond).toBe(20);
  });

  it('forgets what has ended', () => {
    const { store, pass } = fixture();
    store.hear([progress('a', 10), progress('b', 10)]);
    pass(100);
    store.forget(['a']);
    expect(Object.keys(store.getState().jobs)).toEqual(['b']);
  });
});

it('knows of jobs before they are shown, so that none is shown after it was forgotten', () => {
  const later: (() => void)[] = [];
  const store = progressStore((work) => later.push(work));
  store.hear([progress('a', 10)]);
  expect(store.getState().jobs).toEqual({});
  expect(store.heard()).toEqual(['a']);
  store.forget(['a']);
  for (const work of later) work();
  expect(store.getState().jobs).toEqual({});
});
