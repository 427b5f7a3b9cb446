import type { z } from 'zod';
import { runsAfter } from '../../schedules/cron.ts';
import { findJobSummary, unfinishedJobs } from '../../store/exports.ts';
import { findProject } from '../../store/projects.ts';
import { listSchedules, requireSchedule, type Schedule } from '../../store/schedules.ts';
import { ApiError } from '../api-error.ts';
import { callerName } from '../caller-name.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { liveJobBody } from '../job-body.ts';
import * as schemas from '../schedule-schemas.ts';
import { exportJob, projectParams } from '../schemas.ts';
import type { Services } from '../services.ts';
import { tooManyStarts } from '../start-export.ts';

const PATH = '/v1/projects/:projectId/schedule';
const NEXT_RUNS = 3;
const tag = 'Schedules';
const told = { description: 'The schedule.', schema: schemas.schedule };
const absent = refusal('The project does not exist or has no schedule.');

/** Returns the endpoints for scheduled exports. */
export function scheduleEndpoints(services: Services): Endpoint[] {
  const { host, scheduler, clock, startScheduled } = services;
  const by = (id: string): string => callerName(host.store(), id);

  const bodyOf = (schedule: Schedule): z.infer<typeof schemas.schedule> => {
    const { projectId, cron, timeZone, isPaused, dueAt, lastRunAt, lastJobId, lastError, lastDue } = schedule;
    const job = lastJobId === null ? undefined : findJobSummary(host.store(), lastJobId);
    const isDue = !isPaused && Date.parse(dueAt) <= clock.now();
    const runs = isPaused ? [] : runsAfter(schedule, clock.now(), NEXT_RUNS);
    return {
      projectId,
      cron,
      timeZone,
      isPaused,
      nextRuns: runs.map((run) => new Date(run).toISOString()),
      waitsFor: isDue ? (unfinishedJobs(host.store(), projectId)[0]?.id ?? null) : null,
      lastRun:
        lastRunAt === null
          ? null
          : {
              at: lastRunAt,
              due: lastDue,
              jobId: job?.id ?? null,
              status: job?.status ?? null,
              error: lastError ?? job?.error ?? null,
            },
    };
  };

  const pausing = (verb: 'pause' | 'resume', summary: string, description: string): Endpoint =>
    endpoint({
      method: 'POST',
      path: `${PATH}/${verb}`,
      operationId: `${verb}Schedule`,
      tag,
      summary,
      description,
      scope: 'write',
      params: projectParams,
      idempotency: 'answer',
      responses: { 200: told, 404: absent },
      handle: async ({ params: { projectId }, caller }) => {
        const changed = await host.command(
          'pauseSchedule',
          projectId,
          verb === 'pause',
          by(caller.id),
          clock.now(),
        );
        scheduler.wake();
        return { status: 200, body: bodyOf(changed) };
      },
    });

  return [
    endpoint({
      method: 'GET',
      path: '/v1/schedules',
      operationId: 'listSchedules',
      tag,
      summary: 'List schedules',
      description: 'The schedules of all projects.',
      scope: 'read',
      responses: { 200: { description: 'The schedules.', schema: schemas.scheduleList } },
      handle: () => ({ status: 200, body: { schedules: listSchedules(host.store()).map(bodyOf) } }),
    }),
    endpoint({
      method: 'GET',
      path: PATH,
      operationId: 'getSchedule',
      tag,
      summary: "Get a project's schedule",
      description: 'Includes the next runs and the result of the last run.',
      scope: 'read',
      params: projectParams,
      responses: { 200: told, 404: absent },
      handle: ({ params: { projectId } }) => ({
        status: 200,
        body: bodyOf(requireSchedule(host.store(), projectId)),
      }),
    }),
    endpoint({
      method: 'POST',
      path: PATH,
      operationId: 'setSchedule',
      tag,
      summary: "Set a project's schedule",
      description:
        'Exports the project automatically, with its settings, while the server is running. A single export makes up for all missed runs. If the project is already being exported, a run waits until that export ends. Any existing schedule is replaced.',
      scope: 'write',
      params: projectParams,
      body: schemas.newSchedule,
      idempotency: 'answer',
      responses: {
        200: told,
        400: refusal('The cron expression or time zone is not valid.'),
        404: refusal('No such project.'),
      },
      handle: async ({ params: { projectId }, body, caller }) => {
        requireProject(projectId);
        const { cron, timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone } = body;
        const timetable = { cron, timeZone };
        runsAfter(timetable, clock.now(), 1);
        const made = await host.command('putSchedule', projectId, timetable, by(caller.id), clock.now());
        scheduler.wake();
        return { status: 200, body: bodyOf(made) };
      },
    }),
    pausing('pause', 'Pause a schedule', 'Nothing runs until the schedule is resumed.'),
    pausing(
      'resume',
      'Resume a schedule',
      'The schedule continues with its next run. Runs missed while it was paused are skipped.',
    ),
    endpoint({
      method: 'POST',
      path: `${PATH}/run`,
      operationId: 'runSchedule',
      tag,
      summary: 'Run a schedule now',
      description: 'Starts the scheduled export now. The next run is not affected.',
      scope: 'write',
      params: projectParams,
      idempotency: 'answer',
      responses: {
        202: { description: 'The export.', schema: exportJob },
        404: absent,
        409: refusal('An export of the project is in progress.'),
        429: tooManyStarts,
      },
      handle: async ({ params: { projectId } }) => {
        requireSchedule(host.store(), projectId);
        return { status: 202, body: liveJobBody(services, await startScheduled(projectId)) };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: PATH,
      operationId: 'removeSchedule',
      tag,
      summary: "Remove a project's schedule",
      description: 'Exports in progress continue.',
      scope: 'write',
      params: projectParams,
      responses: { 204: { description: 'Removed.' }, 404: absent },
      handle: async ({ params: { projectId }, caller }) => {
        await host.command('removeSchedule', projectId, by(caller.id));
        return { status: 204 };
      },
    }),
  ];

  function requireProject(projectId: string): void {
    if (findProject(host.store(), projectId)?.id === projectId) return;
    throw new ApiError(404, `There is no project ${projectId}. GET /v1/projects lists all projects.`);
  }
}
