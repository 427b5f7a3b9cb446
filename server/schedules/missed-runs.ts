import { runAfter, type Timetable } from './cron.ts';

/** More runs than these are not counted one by one. */
const MISSED_MAX = 1000;

/**
 * The policy for missed runs: one export makes up for all that came due by `now`, and the next run is the first after
 * `now`.
 * @param dueAt of the first run that was not made, ms since 1970
 * @param now ms since 1970, not before `dueAt`
 * @returns how many runs came due, at most 1,000, and when the next one is, ms since 1970
 * @throws as runsAfter
 */
export function catchUp(
  timetable: Timetable,
  dueAt: number,
  now: number,
): Readonly<{ runsDue: number; nextDueAt: number }> {
  return { runsDue: runsDue(timetable, dueAt, now), nextDueAt: runAfter(timetable, now) };
}

/** How many runs came due from `dueAt` to `now`, `dueAt` included; at most 1,000. */
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
