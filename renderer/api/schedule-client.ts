import type { Job, NewSchedule, Schedule, ScheduleList } from '../../server/api/wire.types.ts';
import type { Query, Send } from './client.ts';

/** API calls for scheduled exports. */
export function scheduleCalls({
  request,
  get,
}: Pick<Send, 'request'> & Readonly<{ get: <T>(path: string, query?: Query) => Promise<T> }>) {
  const place = (projectId: string, rest = ''): string =>
    `/v1/projects/${encodeURIComponent(projectId)}/schedule${rest}`;
  return {
    /** Returns null if the project has no schedule. */
    schedule: async (projectId: string): Promise<Schedule | null> => {
      const { schedules } = await get<ScheduleList>('/v1/schedules');
      return schedules.find((schedule) => schedule.projectId === projectId) ?? null;
    },
    setSchedule: (projectId: string, body: NewSchedule) => request<Schedule>('POST', place(projectId), body),
    pauseSchedule: (projectId: string, verb: 'pause' | 'resume') =>
      request<Schedule>('POST', place(projectId, `/${verb}`)),
    runSchedule: (projectId: string) => request<Job>('POST', place(projectId, '/run')),
    removeSchedule: (projectId: string) => request<void>('DELETE', place(projectId)),
  };
}
