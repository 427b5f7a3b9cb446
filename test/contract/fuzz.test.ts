import { expect, it } from 'vitest';
import { isFullRun } from '../stand-ins/full.ts';
import { fuzz } from './fuzz.ts';

const REQUESTS = isFullRun ? 3000 : 350;

it(`answers ${REQUESTS} requests that nobody would send without a fault, each as it is described`, async () => {
  const report = await fuzz({ requests: REQUESTS, seed: 1, jobs: isFullRun ? 60 : 20 });
  expect(report.faults).toEqual([]);
  expect(report.requests).toBe(REQUESTS);
  // Checks coverage: operations succeed, and are refused in many ways.
  const reached = Object.values(report.successes).filter((count) => count > 0);
  expect(reached.length).toBeGreaterThan(Object.keys(report.successes).length * (isFullRun ? 0.75 : 0.5));
  expect(Object.keys(report.statuses).length).toBeGreaterThan(12);
});
