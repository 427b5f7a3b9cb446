import { Cron } from 'croner';
import { OffprintError } from '../errors.ts';

/** A cron expression of five fields (POSIX crontab), evaluated in a time zone. */
export type Timetable = Readonly<{ cron: string; timeZone: string }>;

/**
 * Returns the runs after a time. A run in the hour skipped when clocks go forward takes place right after it. A run at
 * a fixed time in the hour repeated when clocks go back takes place once.
 * @param after ms since 1970
 * @returns ms since 1970, up to `count`
 * @throws OffprintError `usage` if the time zone or the expression is invalid, or there is no run
 */
export function runsAfter({ cron, timeZone }: Timetable, after: number, count: number): number[] {
  let runs: Date[];
  try {
    runs = new Cron(cron, { timezone: timeZone, mode: '5-part', paused: true }).nextRuns(
      count,
      new Date(after),
    );
  } catch (error) {
    if (!isTimeZone(timeZone)) {
      throw new OffprintError(
        'usage',
        `${timeZone} is not a time zone. Use one such as Europe/Berlin or UTC.`,
        error,
      );
    }
    throw new OffprintError(
      'usage',
      `${JSON.stringify(cron)} is not a cron expression. Use five fields: minute, hour, day of the month, month and day of the week. For example, "30 2 * * *" means 02:30 every day.`,
      error,
    );
  }
  if (runs.length > 0) return runs.map((run) => run.getTime());
  throw new OffprintError(
    'usage',
    `The cron expression ${JSON.stringify(cron)} never matches a date. Check it and try again.`,
  );
}

/** Returns the next run after a time. @throws as runsAfter */
export function runAfter(timetable: Timetable, after: number): number {
  const [next = Number.NaN] = runsAfter(timetable, after, 1);
  return next;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
