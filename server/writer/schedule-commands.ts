import { runAfter, type Timetable } from '../schedules/cron.ts';
import { addAuditEntry, type NewAuditEntry } from '../store/audit.ts';
import { type Store, transact } from '../store/database.ts';
import { findProject } from '../store/projects.ts';
import {
  noteScheduleRun,
  putSchedule,
  removeSchedule,
  requireSchedule,
  type Schedule,
  type ScheduleRun,
  setSchedulePaused,
} from '../store/schedules.ts';

/** Commands that change schedules, recorded with who requested them. `at` is the current time in ms since 1970. */
export function scheduleCommands(store: Store) {
  const note = (projectId: string, by: string, action: NewAuditEntry['action'], detail = {}): void => {
    const subject = findProject(store, projectId)?.name ?? projectId;
    addAuditEntry(store, { by, action, subject, id: projectId, detail });
  };
  const dueAfter = (timetable: Timetable, at: number): string =>
    new Date(runAfter(timetable, at)).toISOString();
  return {
    putSchedule: (projectId: string, timetable: Timetable, by: string, at: number): Schedule =>
      transact(store, () => {
        const { cron, timeZone } = timetable;
        note(projectId, by, 'schedule-set', { cron, timeZone });
        return putSchedule(store, { projectId, cron, timeZone, dueAt: dueAfter(timetable, at) });
      }),
    /** Pauses or resumes a schedule. Runs missed during the pause are not made up for. */
    pauseSchedule: (projectId: string, isPaused: boolean, by: string, at: number): Schedule =>
      transact(store, () => {
        const known = requireSchedule(store, projectId);
        if (known.isPaused === isPaused) return known;
        note(projectId, by, isPaused ? 'schedule-paused' : 'schedule-resumed');
        return setSchedulePaused(store, projectId, isPaused, dueAfter(known, at));
      }),
    removeSchedule: (projectId: string, by: string): void =>
      transact(store, () => {
        removeSchedule(store, projectId);
        note(projectId, by, 'schedule-removed');
      }),
    noteScheduleRun: (projectId: string, run: ScheduleRun): void => noteScheduleRun(store, projectId, run),
  };
}
