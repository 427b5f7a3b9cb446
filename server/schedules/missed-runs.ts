import { runAfter, type Timetable } from './cron.ts';

/** Maximum number of missed runs that are counted. */
const MISSED_MAX = 1000;

/**
 * Policy for missed runs: a single export makes up for all runs due by `now`, and the next run is the first after
 * `now`.
 * @param dueAt first run that did not take place, ms since 1970
 * @param now ms since 1970, not before `dueAt`
 * @returns number of runs due, at most 1,000, and the next run, ms since 1970
 * @throws as runsAfter
 */
export function catchUp(
  timetable: Timetable,
  dueAt: number,
  now: number,
): Readonly<{ runsDue: number; nextDueAt: number }> {
  return { runsDue: runsDue(timetable, dueAt, now), nextDueAt: runAfter(timetable, now) };
}

/** Returns the number of runs due from `dueAt` to `now`, both inclusive, at most 1,000. */
function runsDue(timetable: Timetable, dueAt: number, now: number): number {
  let count = 1;
  for (
    let run = runAfter(timetable, dueAt);
    run <= now && count < MISSED_MAX;
    run = runAfter(timetable, run)
  ) {
    count++;
  }
  return count;
}
