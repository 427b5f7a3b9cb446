import { asOffprintError } from '../errors.ts';
import type { Schedule, ScheduleRun } from '../store/schedules.ts';
import { catchUp } from './missed-runs.ts';

/** Source of time and timers. Tests use their own. */
export type Clock = Readonly<{
  /** ms since 1970. */
  now: () => number;
  /** Calls `then` once after `ms`. @returns a function that cancels it */
  after: (ms: number, then: () => void) => () => void;
}>;

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms).unref();
    return () => clearTimeout(timer);
  },
};

export type SchedulerPorts = Readonly<{
  clock: Clock;
  schedules: () => readonly Schedule[];
  /** Whether an export of the project is queued, paused or running. */
  isBusy: (projectId: string) => boolean;
  /** Queues an export, unless the project has another active one. @returns its id */
  start: (projectId: string) => Promise<string>;
  note: (projectId: string, run: ScheduleRun) => Promise<void>;
  log: (message: string) => void;
}>;

export type Scheduler = Readonly<{
  /** Starts exports that are due. Call this after a schedule was set or an export has ended. */
  wake: () => void;
  close: () => void;
}>;

/** Maximum time until a changed clock or a wake-up from sleep is noticed. */
const LOOK_AT_LEAST_EVERY_MS = 60_000;

/**
 * Exports projects by their schedules. A single run makes up for missed runs (`catchUp`). A run that is due during
 * another export of its project waits for the end of that export. If a run fails to start, the error is recorded and
 * the next run takes place as planned.
 */
export function openScheduler({ clock, schedules, isBusy, start, note, log }: SchedulerPorts): Scheduler {
  const starting = new Set<string>();
  let cancel = (): void => {};
  let isClosed = false;

  /** Records a run, retrying every minute. Until then the run would still be due, so the project starts no other. */
  const written = async (projectId: string, run: ScheduleRun): Promise<void> => {
    while (!isClosed) {
      try {
        return await note(projectId, run);
      } catch (error) {
        log(`schedule for ${projectId}: run not recorded: ${error}`);
        await new Promise<void>((resolve) => clock.after(LOOK_AT_LEAST_EVERY_MS, resolve));
      }
    }
  };

  const run = async (schedule: Schedule): Promise<void> => {
    const { projectId } = schedule;
    const now = clock.now();
    const lastRunAt = new Date(now).toISOString();
    const { runsDue: lastDue, nextDueAt } = catchUp(schedule, Date.parse(schedule.dueAt), now);
    const dueAt = new Date(nextDueAt).toISOString();
    let lastJobId: string | null = null;
    let lastError: string | null = null;
    try {
      lastJobId = await start(projectId);
      log(`schedule for ${projectId}: export job ${lastJobId} started (runs due: ${lastDue})`);
    } catch (error) {
      if (isBusy(projectId)) return; // another export was queued first: this run waits for it
      lastError = asOffprintError(error).message;
      log(`schedule for ${projectId}: export not started: ${lastError}`);
    }
    await written(projectId, { dueAt, lastRunAt, lastJobId, lastError, lastDue });
  };

  const wake = (): void => {
    cancel();
    if (isClosed) return;
    const now = clock.now();
    let next = now + LOOK_AT_LEAST_EVERY_MS;
    for (const schedule of schedules()) {
      if (schedule.isPaused || starting.has(schedule.projectId)) continue;
      const dueAt = Date.parse(schedule.dueAt);
      if (dueAt > now) next = Math.min(next, dueAt);
      else if (!isBusy(schedule.projectId)) {
        starting.add(schedule.projectId);
        run(schedule)
          .catch((error: unknown) => log(`schedule for ${schedule.projectId}: ${error}`))
          .finally(() => {
            starting.delete(schedule.projectId);
            wake();
          });
      }
    }
    cancel = clock.after(next - now, wake);
  };

  return {
    wake,
    close: () => {
      isClosed = true;
      cancel();
    },
  };
}
