import { asOffprintError } from '../errors.ts';
import type { Schedule, ScheduleRun } from '../store/schedules.ts';
import { catchUp } from './missed-runs.ts';

/** What tells the time, and wakes. Tests have one of their own. */
export type Clock = Readonly<{
  /** ms since 1970. */
  now: () => number;
  /** Calls `then` after so many ms, once. @returns what keeps it from doing so */
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
  /** Whether an export of the project is queued, paused or under way. */
  isBusy: (projectId: string) => boolean;
  /** Queues an export, unless another one of the project is. @returns its id */
  start: (projectId: string) => Promise<string>;
  note: (projectId: string, run: ScheduleRun) => Promise<void>;
  log: (message: string) => void;
}>;

export type Scheduler = Readonly<{
  /** Starts what is due. Call it when a schedule was set or an export has ended. */
  wake: () => void;
  close: () => void;
}>;

/** A clock that was set, or a computer that slept, is noticed after so long. */
const LOOK_AT_LEAST_EVERY_MS = 60_000;

/**
 * Exports projects by their schedules. Runs that passed while nobody looked are caught up by one (`catchUp`). A run
 * that is due while an export of its project is under way waits for the end of that one. What could not be started is
 * written down, and the next run takes place as if it had been.
 */
export function openScheduler({ clock, schedules, isBusy, start, note, log }: SchedulerPorts): Scheduler {
  const starting = new Set<string>();
  let cancel = (): void => {};
  let isClosed = false;

  /** Until it is written down, the same run would be due again: it is tried once a minute, and nothing starts meanwhile. */
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
      if (isBusy(projectId)) return; // somebody else was first: it waits for that one
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
