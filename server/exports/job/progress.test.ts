import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requireJob } from '../../store/exports.ts';
import type { CrawlCounts } from '../crawl/crawl.ts';
import { makeJob, type NewJob } from './job.test-support.ts';
import { type Progress, type ProgressMeter, progressOf } from './progress.ts';

let made: NewJob;
let told: Progress[];
let meter: ProgressMeter;
beforeEach(() => {
  vi.useFakeTimers();
  made = makeJob();
  told = [];
  meter = progressOf(made.store, made.job, made.frontier, (progress) => told.push(progress));
  meter.phase('acquire');
});
afterEach(() => {
  vi.useRealTimers();
  made.remove();
});

function crawled(done: number, layouts = 1): CrawlCounts {
  return { pages: done, pagesKnown: 30, done, known: 30, toRender: 0, rendered: 0, layouts };
}

describe('what a job reports', () => {
  it('comes at most five times a second, and what came last comes all the same', () => {
    for (let page = 1; page <= 30; page++) meter.acquired(crawled(page));
    expect(told).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(told).toHaveLength(2);
    expect(told.at(-1)).toMatchObject({ pageCount: 30, pagesKnown: 30 });
    vi.advanceTimersByTime(1000);
    expect(told).toHaveLength(2);
  });

  it('is what the store has', () => {
    meter.acquired(crawled(15));
    vi.advanceTimersByTime(200);
    meter.acquired(crawled(30));
    vi.advanceTimersByTime(200);
    const { progress, pageCount } = requireJob(made.store, made.job.id);
    expect(progress).toBe(told.at(-1)?.progress);
    expect(pageCount).toBe(30);
  });

  it('ends with where it stopped, at once, and nothing comes afterwards', () => {
    meter.acquired(crawled(15));
    meter.stop();
    expect(told.at(-1)).toMatchObject({ pageCount: 15 });
    const reports = told.length;
    meter.acquired(crawled(30));
    vi.advanceTimersByTime(1000);
    expect(told).toHaveLength(reports);
  });

  it('says that pages are tested, until others are acquired', () => {
    const tested = (done: number): boolean | undefined => {
      meter.tested({ done, total: 10 });
      vi.advanceTimersByTime(200);
      return told.at(-1)?.trying;
    };
    meter.acquired(crawled(30));
    expect([tested(0), tested(10)]).toEqual([true, true]);
    meter.acquired(crawled(30));
    vi.advanceTimersByTime(200);
    expect(told.at(-1)?.trying).toBe(undefined);
  });

  it('moves with each test in a browser', () => {
    meter.acquired(crawled(30));
    vi.advanceTimersByTime(200);
    for (let done = 1; done <= 10; done++) {
      const before = told.at(-1)?.progress ?? 100;
      meter.tested({ done, total: 10 });
      vi.advanceTimersByTime(200);
      expect(told.at(-1)?.progress).toBeGreaterThan(before);
    }
  });

  it('tells the next that counts what a late report failed with', () => {
    meter.acquired(crawled(15));
    const failing = progressOf(made.store, made.job, made.frontier, () => {
      throw new Error('disk full');
    });
    expect(() => failing.phase('acquire')).toThrow('disk full');
    failing.acquired(crawled(1)); // reported later
    vi.advanceTimersByTime(200);
    expect(() => failing.acquired(crawled(2))).toThrow('disk full');
  });

  it('does not leap when a job that renders all pages is taken up again', () => {
    const { store, job, frontier } = made;
    for (let page = 0; page < 400; page++) {
      frontier.add({ url: `/${page}`, required: false, depth: 0, referrer: '/' });
      if (page < 100) frontier.finish(`/${page}`, { status: 'done', kind: 'page', renderMode: 'rendered' });
    }
    const settings = { ...job.settings, render: 'always' } as const;
    const resumed = progressOf(
      store,
      { ...job, settings, progress: 20, pageCount: 100 },
      frontier,
      (progress) => told.push(progress),
    );
    resumed.phase('acquire');
    resumed.acquired({ ...crawled(101), pagesKnown: 400, known: 400 });
    vi.advanceTimersByTime(200);
    expect(told.at(-1)?.progress).toBeLessThan(22);
  });
});
