import { expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';

it('answers two thousand requests that nobody would send without a fault, each as it is described', async () => {
  const report = await fuzz({ requests: 2000, seed: 1, jobs: 60 });
  expect(report.faults).toEqual([]);
  expect(report.requests).toBe(2000);
  // It reaches what it is about: operations succeed, and are refused in many ways.
  const reached = Object.values(report.successes).filter((count) => count > 0);
  expect(reached.length).toBeGreaterThan(Object.keys(report.successes).length * 0.75);
  expect(Object.keys(report.statuses).length).toBeGreaterThan(12);
});
