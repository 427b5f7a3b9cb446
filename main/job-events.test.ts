import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Progress } from '../server/api/wire.types.ts';
import type { Pushes } from './contract.ts';
import { fakeContents } from './fakes.test-support.ts';
import { windowFeed } from './job-events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const progress = (jobId: string, pageCount: number): Progress => ({
  jobId,
  phase: 'acquire',
  progress: pageCount / 10,
  pageCount,
  pagesKnown: 1000,
  remainingSeconds: undefined,
});

it('tells a window of five jobs ten times a second at most, numbered, with the latest of each', () => {
  const contents = fakeContents();
  const feed = windowFeed(contents.asContents, () => Promise.reject(new Error('not asked')));
  feed.hear({ connected: false, progress: [progress('se_0', 1)], changed: [], agents: [] });
  vi.advanceTimersByTime(1000);
  expect(contents.sent).toEqual([]); // nobody listens yet

  feed.follow();
  const jobs = ['se_1', 'se_2', 'se_3', 'se_4', 'se_5'];
  for (let ms = 0; ms < 1000; ms++) {
    for (const jobId of jobs)
      feed.hear({ connected: false, progress: [progress(jobId, ms)], changed: [jobId], agents: [] });
    vi.advanceTimersByTime(1);
  }
  expect(contents.sent.length).toBeGreaterThan(5);
  expect(contents.sent.length).toBeLessThanOrEqual(10);
  vi.advanceTimersByTime(1000);
  const told = contents.sent.map(([, message]) => message as Pushes['live:all']);
  expect(told.map(({ seq }) => seq)).toEqual(told.map((_, index) => index + 1));
  expect(told[0]?.connected).toBe(true);
  expect(told.at(-1)?.progress).toEqual(jobs.map((jobId) => progress(jobId, 999)));
  expect(told.at(-1)?.changed).toEqual(jobs);
});
