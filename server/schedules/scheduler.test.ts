import { describe, expect, it } from 'vitest';
import type { Schedule, ScheduleRun } from '../store/schedules.ts';
import { movableClock } from './clock.test-support.ts';
import { runsAfter } from './cron.ts';
import { openScheduler } from './scheduler.ts';

type Run = Readonly<{ projectId: string; at: string; jobId: string }>;

function schedulerAt(
  at: string,
  given: readonly Partial<Schedule>[],
  refuse: () => string | undefined = () => undefined,
  refuseNote: () => string | undefined = () => undefined,
) {
  const clock = movableClock(at);
  const schedules = given.map(
    (schedule, index): Schedule => ({
      projectId: `prj_${index}`,
      cron: '0 * * * *',
      timeZone: 'UTC',
      isPaused: false,
      dueAt: at,
      lastRunAt: null,
      lastJobId: null,
      lastError: null,
      lastDue: 0,
      createdAt: at,
      updatedAt: at,
      ...schedule,
    }),
  );
  const started: Run[] = [];
  const active = new Set<string>();
  const scheduler = openScheduler({
    clock,
    schedules: () => schedules,
    isBusy: (projectId) => active.has(projectId),
    start: async (projectId) => {
      const why = refuse();
      if (why !== undefined) throw new Error(why);
      if (active.has(projectId)) throw new Error('two at once');
      active.add(projectId);
      const run = { projectId, at: new Date(clock.now()).toISOString(), jobId: `se_${started.length}` };
      started.push(run);
      return run.jobId;
    },
    note: async (projectId, run: ScheduleRun) => {
      const why = refuseNote();
      if (why !== undefined) throw new Error(why);
      const index = schedules.findIndex((schedule) => schedule.projectId === projectId);
      schedules[index] = { ...(schedules[index] as Schedule), ...run };
    },
    log: () => {},
  });
  const end = async (projectId: string): Promise<void> => {
    active.delete(projectId);
    scheduler.wake();
    await clock.jumpTo(new Date(clock.now()).toISOString());
  };
  return { clock, schedules, started, scheduler, end };
}

describe('the scheduler', () => {
  it('catches up a day of missed runs by one each, never two at once of a project', async () => {
    const { clock, schedules, started, scheduler, end } = schedulerAt('2026-11-29T00:30:00.000Z', [
      { dueAt: '2026-11-29T01:00:00.000Z' },
      { dueAt: '2026-11-29T01:00:00.000Z', cron: '*/5 * * * *' },
      { dueAt: '2026-11-29T01:00:00.000Z', isPaused: true },
    ]);
    scheduler.wake();
    await clock.jumpTo('2026-11-30T00:30:00.000Z');
    expect(started.map(({ projectId }) => projectId)).toEqual(['prj_0', 'prj_1']);
    expect(schedules.map(({ lastDue, dueAt }) => [lastDue, dueAt])).toEqual([
      [24, '2026-11-30T01:00:00.000Z'],
      [283, '2026-11-30T00:35:00.000Z'],
      [0, '2026-11-29T01:00:00.000Z'],
    ]);
    // Both run until 03:17. Runs due in the meantime are merged into one that starts after them.
    await clock.moveTo('2026-11-30T03:17:00.000Z');
    expect(started).toHaveLength(2);
    await end('prj_0');
    await end('prj_1');
    expect(started.slice(2).map(({ projectId, at }) => [projectId, at])).toEqual([
      ['prj_0', '2026-11-30T03:17:00.000Z'],
      ['prj_1', '2026-11-30T03:17:00.000Z'],
    ]);
    expect(schedules[0]).toMatchObject({ lastDue: 3, dueAt: '2026-11-30T04:00:00.000Z' });
  });

  it('starts a run once, also while it cannot be written down', async () => {
    let why: string | undefined = 'The disk is full.';
    const { clock, schedules, started, scheduler, end } = schedulerAt(
      '2026-11-29T00:30:00.000Z',
      [{ dueAt: '2026-11-29T01:00:00.000Z' }],
      undefined,
      () => why,
    );
    scheduler.wake();
    await clock.moveTo('2026-11-29T01:01:00.000Z');
    await end('prj_0');
    await clock.moveTo('2026-11-29T01:05:00.000Z');
    expect(started).toHaveLength(1);
    why = undefined;
    await clock.moveTo('2026-11-29T01:10:00.000Z');
    expect(started).toHaveLength(1);
    expect(schedules[0]).toMatchObject({ lastJobId: 'se_0', dueAt: '2026-11-29T02:00:00.000Z' });
  });

  it('writes down what could not be started, and starts the next run all the same', async () => {
    let why: string | undefined = 'The disk is full.';
    const { clock, schedules, started, scheduler } = schedulerAt(
      '2026-11-29T00:30:00.000Z',
      [{ dueAt: '2026-11-29T01:00:00.000Z' }],
      () => why,
    );
    scheduler.wake();
    await clock.moveTo('2026-11-29T01:30:00.000Z');
    expect(schedules[0]).toMatchObject({
      lastError: 'The disk is full.',
      lastJobId: null,
      dueAt: '2026-11-29T02:00:00.000Z',
    });
    why = undefined;
    await clock.moveTo('2026-11-29T02:30:00.000Z');
    expect(started.map(({ at }) => at)).toEqual(['2026-11-29T02:00:00.000Z']);
    expect(schedules[0]).toMatchObject({ lastError: null, lastJobId: 'se_0' });
  });

  it('starts nothing once it is closed', async () => {
    const { clock, started, scheduler } = schedulerAt('2026-11-29T00:30:00.000Z', [{}]);
    scheduler.close();
    scheduler.wake();
    await clock.jumpTo('2026-11-30T00:30:00.000Z');
    expect(started).toEqual([]);
  });
});

describe('runs at a time of day', () => {
  const days = (cron: string, from: string, count: number): string[] =>
    runsAfter({ cron, timeZone: 'Europe/Berlin' }, Date.parse(from), count).map((run) =>
      new Date(run).toISOString(),
    );

  it('come once on the day that clocks are put forward over them', () => {
    expect(days('30 2 * * *', '2026-03-27T12:00:00Z', 3)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z', // 02:30 does not exist: 03:00, after clocks went forward
      '2026-03-30T00:30:00.000Z',
    ]);
  });

  it('come once on the day that clocks are put back over them', () => {
    expect(days('30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30:00.000Z', // the first of two times at 02:30
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it.each([
    ['61 * * * *', /not a cron expression/],
    ['* * * * * *', /not a cron expression/],
    ['0 0 30 2 *', /never matches a date/],
  ])('%s is refused', (cron, message) => {
    expect(() => days(cron, '2026-01-01T00:00:00Z', 1)).toThrow(message);
  });

  it('in a time zone that is none are refused', () => {
    expect(() => runsAfter({ cron: '0 2 * * *', timeZone: 'Mars/Phobos' }, 0, 1)).toThrow(/not a time zone/);
  });
});
