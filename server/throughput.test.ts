import { expect, it } from 'vitest';
import type { Progress } from './exports/job/progress.ts';
import { throughputLog } from './throughput.ts';

const progress = (jobId: string, pageCount: number, phase: Progress['phase'] = 'acquire'): Progress => ({
  jobId,
  phase,
  progress: 1,
  pageCount,
  pagesKnown: 1000,
  remainingSeconds: undefined,
});

it('samples once a second, and every phase', () => {
  let now = 0;
  const log = throughputLog(() => now);
  for (now = 1_000; now < 4_000; now += 200) log.note(progress('a', now));
  log.note(progress('a', now, 'pack'));
  expect(log.of('a').map(({ pageCount, phase }) => [pageCount, phase])).toEqual([
    [1000, 'acquire'],
    [2000, 'acquire'],
    [3000, 'acquire'],
    [4000, 'pack'],
  ]);
});

it('thins out what lasts, and forgets the jobs of long ago', () => {
  let now = 0;
  const log = throughputLog(() => now);
  for (now = 1_000; now < 3_600_000; now += 1000) log.note(progress('long', now));
  const { length } = log.of('long');
  expect(length).toBeGreaterThan(150);
  expect(length).toBeLessThan(361);
  expect(log.of('long')[0]?.pageCount).toBe(1000);
  for (let index = 0; index < 100; index++) log.note(progress(`job ${index}`, 1));
  expect(log.of('long')).toEqual([]);
});
