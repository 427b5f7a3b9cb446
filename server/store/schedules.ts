import { OffprintError } from '../errors.ts';
import { now, type Store } from './database.ts';

/** Schedule of a project's exports, with its last run. */
export type Schedule = Readonly<{
  projectId: string;
  /** Five fields, see schedules/cron.ts. */
  cron: string;
  /** IANA name. */
  timeZone: string;
  isPaused: boolean;
  /** Time of the next run. It is due once this has passed. */
  dueAt: string;
  lastRunAt: string | null;
  /** Job of the last run. It may have been deleted since. */
  lastJobId: string | null;
  /** Why the last run failed to start. null: it started. */
  lastError: string | null;
  /** Number of due runs that the last run made up for, including itself. */
  lastDue: number;
  createdAt: string;
  updatedAt: string;
}>;

export type NewSchedule = Pick<Schedule, 'projectId' | 'cron' | 'timeZone' | 'dueAt'>;

/** Facts recorded after a run was started or failed to start. */
export type ScheduleRun = Pick<Schedule, 'dueAt' | 'lastRunAt' | 'lastJobId' | 'lastError' | 'lastDue'>;

type Row = Omit<Schedule, 'isPaused'> & { isPaused: number };

const COLUMNS = `project_id AS projectId, cron, time_zone AS timeZone, is_paused AS isPaused, due_at AS dueAt,
  last_run_at AS lastRunAt, last_job_id AS lastJobId, last_error AS lastError, last_due AS lastDue,
  created_at AS createdAt, updated_at AS updatedAt`;

/** Returns all schedules, next run first. */
export function listSchedules(store: Store): Schedule[] {
  const rows = store.prepare(`SELECT ${COLUMNS} FROM schedules ORDER BY due_at, project_id`).all() as Row[];
  return rows.map(fromRow);
}

export function findSchedule(store: Store, projectId: string): Schedule | undefined {
  const row = store.prepare(`SELECT ${COLUMNS} FROM schedules WHERE project_id = ?`).get(projectId) as
    | Row
    | undefined;
  return row && fromRow(row);
}

/** @throws OffprintError `not-found` */
export function requireSchedule(store: Store, projectId: string): Schedule {
  const found = findSchedule(store, projectId);
  if (found) return found;
  throw new OffprintError(
    'not-found',
    `The project ${projectId} has no schedule. Set one with: offprint schedule set`,
  );
}

/** Sets a schedule. An existing one keeps its last run, and whether it is paused. */
export function putSchedule(store: Store, schedule: NewSchedule): Schedule {
  store
    .prepare(
      `INSERT INTO schedules (project_id, cron, time_zone, due_at, created_at, updated_at)
       VALUES (@projectId, @cron, @timeZone, @dueAt, @at, @at)
       ON CONFLICT (project_id) DO UPDATE SET cron = @cron, time_zone = @timeZone, due_at = @dueAt, updated_at = @at`,
    )
    .run({ ...schedule, at: now() });
  return requireSchedule(store, schedule.projectId);
}

/** @throws OffprintError `not-found` */
export function setSchedulePaused(
  store: Store,
  projectId: string,
  isPaused: boolean,
  dueAt: string,
): Schedule {
  store
    .prepare('UPDATE schedules SET is_paused = ?, due_at = ?, updated_at = ? WHERE project_id = ?')
    .run(isPaused ? 1 : 0, dueAt, now(), projectId);
  return requireSchedule(store, projectId);
}

/** Records a run. Does nothing if the schedule was removed meanwhile. */
export function noteScheduleRun(store: Store, projectId: string, run: ScheduleRun): void {
  store
    .prepare(
      `UPDATE schedules SET due_at = @dueAt, last_run_at = @lastRunAt, last_job_id = @lastJobId,
       last_error = @lastError, last_due = @lastDue WHERE project_id = @projectId`,
    )
    .run({ ...run, projectId });
}

/** @throws OffprintError `not-found` */
export function removeSchedule(store: Store, projectId: string): void {
  requireSchedule(store, projectId);
  store.prepare('DELETE FROM schedules WHERE project_id = ?').run(projectId);
}

function fromRow(row: Row): Schedule {
  return { ...row, isPaused: row.isPaused === 1 };
}
