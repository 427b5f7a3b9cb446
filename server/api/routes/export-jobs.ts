import fs from 'node:fs';
import path from 'node:path';
import { JOB_EVENTS } from '../../store/events.ts';
import { findJobSummary, type JobSummary, jobCounts, pageOfJobs, sortField } from '../../store/exports.ts';
import { jobFolder } from '../../store/job-folder.ts';
import { findProjectByDomain } from '../../store/projects.ts';
import { findReceivedOfJob } from '../../store/received.ts';
import { countResources, pageOfResources } from '../../store/resources.ts';
import { ApiError } from '../api-error.ts';
import { fromCursor, toCursor } from '../cursor.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { lastEventId, lastEventIdHeader } from '../event-replay.ts';
import { liveJobBody } from '../job-body.ts';
import { jobEvents } from '../job-events.ts';
import * as schemas from '../schemas.ts';
import { requireScopeForSecrets } from '../secret-files-scope.ts';
import { sendFile } from '../send-file.ts';
import type { Services } from '../services.ts';
import { exportStarter, newExport, tooManyStarts } from '../start-export.ts';

const JOBS = '/v1/static-export/jobs';
const QUEUE = '/v1/static-export/queue';
const tag = 'Static export';
const job = { description: 'The export job.', schema: schemas.exportJob };
const ended = refusal('The job has already ended.');
const queued = { Location: 'The URL path of the job.' };
const queue = { description: 'The queue.', schema: schemas.queueState };

/** Returns the endpoints for export jobs: start, follow, control and delete. */
export function exportJobEndpoints(services: Services): Endpoint[] {
  const { host, settings } = services;
  const starter = exportStarter(services);

  const told = (found: JobSummary) => liveJobBody(services, found);

  /** @throws ApiError 404 */
  const required = (jobId: string): JobSummary => {
    const found = findJobSummary(host.store(), jobId);
    if (!found) {
      throw new ApiError(404, `There is no export job ${shown(jobId)}. GET ${JOBS} lists all export jobs.`);
    }
    return found;
  };

  const requireUnended = (found: JobSummary, verb: string): void => {
    if (found.status === 'queued' || found.status === 'running') return;
    throw new ApiError(
      409,
      `The job ${found.id} has already ended (${found.status}), so it cannot be ${verb}.`,
    );
  };

  const state = () => ({
    paused: settings().queuePaused,
    concurrency: settings().exportConcurrency,
    running: [...services.queue.running()],
    queued: jobCounts(host.store()).queued,
  });

  return [
    endpoint({
      method: 'POST',
      path: JOBS,
      operationId: 'startExportJob',
      tag,
      summary: 'Start an export',
      description:
        'Queues an export of the site that has the given domain. Poll the job until its status is `completed` or `failed`. Unknown fields are ignored.',
      scope: 'write',
      needsEnterprise: true,
      body: schemas.startExport,
      idempotency: 'atomic',
      responses: {
        202: { ...job, description: 'The job is queued.', headers: queued, example: schemas.queuedJob },
        403: refusal('The key lacks the required scope. `includeSecrets` requires the admin scope.'),
        404: refusal('No project has this domain.'),
        429: tooManyStarts,
      },
      handle: async ({ body, caller, once }) => {
        const project = findProjectByDomain(host.store(), body.domain);
        if (!project) {
          throw new ApiError(
            404,
            `No project has the domain ${body.domain}. Create a project for it, or check the domain.`,
          );
        }
        const { domain, version, fresh, settings: own, paths } = body;
        requireScopeForSecrets(caller, own, project.settings);
        const newJob = newExport(project, domain, { ...own, ...(paths && { paths }) }, { version, fresh });
        const resume = body.resume === true && fresh !== true;
        const made = await starter.start(newJob, { resume }, once);
        return { status: 202, body: told(made), headers: { location: `${JOBS}/${made.id}` } };
      },
    }),

    endpoint({
      method: 'GET',
      path: JOBS,
      operationId: 'listExportJobs',
      tag,
      summary: 'List export jobs',
      description:
        'Returns one page at a time. To get the next page, send `nextCursor` from the response as `cursor`.',
      scope: 'read',
      query: schemas.jobQuery,
      responses: { 200: { description: 'One page of jobs.', schema: schemas.jobList } },
      handle: ({ query }) => {
        const { cursor, offset, limit, ...filter } = query;
        if (cursor !== undefined && offset !== undefined) {
          throw new ApiError(400, 'Use a cursor or an offset, not both.');
        }
        const [sort, key, id] = cursor === undefined ? [] : fromCursor(cursor, 3);
        if (sort !== undefined && sort !== filter.sort) {
          throw new ApiError(
            400,
            'This cursor is for a different sort order. Request the list again without a cursor.',
          );
        }
        const field = sortField(filter.sort);
        const found = pageOfJobs(host.store(), {
          ...filter,
          offset,
          limit: limit + 1,
          after:
            key !== undefined && id !== undefined
              ? { key: field === 'pageCount' ? Number(key) : key, id }
              : undefined,
        });
        const jobs = found.slice(0, limit);
        const last = found.length > limit ? jobs.at(-1) : undefined;
        const nextCursor = last && toCursor(filter.sort, String(last[field]), last.id);
        return { status: 200, body: { jobs: jobs.map(told), nextCursor: nextCursor ?? null } };
      },
    }),

    endpoint({
      method: 'GET',
      path: `${JOBS}/:jobId`,
      operationId: 'getExportJob',
      tag,
      summary: 'Get an export job',
      description:
        'Use this for polling. While the job runs, `progress` and `pageCount` increase. Stop polling when `status` is `completed` or `failed`.',
      scope: 'read',
      params: schemas.jobParams,
      responses: { 200: { ...job, example: schemas.runningJob } },
      handle: ({ params }) => ({ status: 200, body: told(required(params.jobId)) }),
    }),

    endpoint({
      method: 'DELETE',
      path: `${JOBS}/:jobId`,
      operationId: 'deleteExportJob',
      tag,
      summary: 'Delete an export job and its bundles',
      description:
        'Removes the job, its bundles, its report and any stored content that no other job uses. Content is removed only while no export is running. With `dryRun=true`, only returns what would be removed.',
      scope: 'write',
      params: schemas.jobParams,
      query: schemas.deleteQuery,
      responses: {
        200: { description: 'What would be removed (dryRun=true).', schema: schemas.removal },
        204: { description: 'Deleted.' },
        409: refusal('The job is running, or another archive is being made from its bundle.'),
      },
      handle: async ({ params, query }) => {
        const { id } = required(params.jobId);
        if (query.dryRun) return { status: 200, body: await host.command('removalOf', id) };
        await host.command('deleteJob', id);
        services.queue.release(id);
        services.events.removed(id);
        return { status: 204 };
      },
    }),

    endpoint({
      method: 'POST',
      path: `${JOBS}/:jobId/cancel`,
      operationId: 'cancelExportJob',
      tag,
      summary: 'Cancel an export job',
      description:
        'Stops a queued or running job. Its status becomes `failed`, and what it has read so far is kept for a retry.',
      scope: 'write',
      params: schemas.jobParams,
      responses: {
        200: {
          ...job,
          example: {
            ...schemas.queuedJob,
            status: 'failed',
            error: 'Canceled. What was read so far is kept. A retry continues from there.',
            errorCode: 'canceled',
            finishedAt: '2026-03-02T09:31:00.000Z',
          },
        },
        409: ended,
      },
      handle: async ({ params }) => {
        const found = required(params.jobId);
        requireUnended(found, 'canceled');
        await host.interrupt(found.id, 'cancel');
        services.queue.release(found.id);
        return { status: 200, body: told(required(found.id)) };
      },
    }),

    endpoint({
      method: 'POST',
      path: `${JOBS}/:jobId/retry`,
      operationId: 'retryExportJob',
      tag,
      summary: 'Retry a failed export job',
      description: 'Queues a new job that continues where the failed one stopped.',
      scope: 'write',
      needsEnterprise: true,
      params: schemas.jobParams,
      idempotency: 'atomic',
      responses: {
        202: {
          ...job,
          description: 'The new job.',
          headers: queued,
          example: { ...schemas.queuedJob, retryOf: 'se_0b7e35d1c94af268' },
        },
        409: refusal(
          'The job has not failed, or the request with this Idempotency-Key is still being processed.',
        ),
        429: tooManyStarts,
      },
      handle: async ({ params, once }) => {
        const made = await starter.retry(required(params.jobId), once);
        return { status: 202, body: told(made), headers: { location: `${JOBS}/${made.id}` } };
      },
    }),

    endpoint({
      method: 'POST',
      path: `${JOBS}/:jobId/pause`,
      operationId: 'pauseExportJob',
      tag,
      summary: 'Pause an export job',
      description: 'The job is `queued` until it is resumed. What it has read so far is kept.',
      scope: 'write',
      params: schemas.jobParams,
      responses: { 200: { ...job, example: { ...schemas.queuedJob, paused: true } }, 409: ended },
      handle: async ({ params }) => {
        const found = required(params.jobId);
        requireUnended(found, 'paused');
        await host.interrupt(found.id, 'pause');
        return { status: 200, body: told(required(found.id)) };
      },
    }),

    endpoint({
      method: 'POST',
      path: `${JOBS}/:jobId/resume`,
      operationId: 'resumeExportJob',
      tag,
      summary: 'Resume a paused export job',
      description:
        'The job continues where it stopped. If nobody paused the job but it is waiting (see `pauseReason`), it is tried again.',
      scope: 'write',
      params: schemas.jobParams,
      responses: { 200: { ...job, example: schemas.queuedJob }, 409: ended },
      handle: async ({ params }) => {
        const found = required(params.jobId);
        requireUnended(found, 'resumed');
        const resumed = await host.command('resumeJob', found.id);
        services.queue.ask(found.id);
        return { status: 200, body: told(resumed) };
      },
    }),

    endpoint({
      method: 'GET',
      path: `${JOBS}/:jobId/report`,
      operationId: 'getExportReport',
      tag,
      summary: "Get an export job's report",
      description:
        'What was exported, what is missing, and what verification found. With `Accept: text/html`, returns a web page.',
      scope: 'read',
      params: schemas.jobParams,
      responses: {
        200: {
          description: 'The report.',
          schema: schemas.report,
          mediaTypes: ['application/json', 'text/html'],
        },
        409: refusal('The job has not ended, or it ended before there was anything to report.'),
      },
      handle: ({ params, header }) => {
        const found = required(params.jobId);
        const asPage = /text\/html/.test(header('accept') ?? '');
        const file = path.join(jobFolder(host.dataFolder, found.id), asPage ? 'report.html' : 'report.json');
        if (!fs.existsSync(file)) {
          const sentence = findReceivedOfJob(host.store(), found.id)
            ? `The bundle of job ${found.id} was received from another installation. Its report is available only there.`
            : found.status === 'completed' || found.status === 'failed'
              ? `The job ${found.id} ended before there was anything to report: ${found.error ?? ''}`
              : `The job ${found.id} is ${found.status}. Its report is written when it ends.`;
          throw new ApiError(409, sentence);
        }
        return {
          respond: (_request, response) => {
            response.writeHead(200, {
              'content-type': asPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
              'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
              'content-length': fs.statSync(file).size,
            });
            sendFile(response, file);
          },
        };
      },
    }),

    endpoint({
      method: 'GET',
      path: `${JOBS}/:jobId/pages`,
      operationId: 'listExportPages',
      tag,
      summary: "List an export job's pages",
      description: 'Sorted by URL. Each page is listed with its outcome and the reason for it.',
      scope: 'read',
      params: schemas.jobParams,
      query: schemas.pageQuery,
      responses: { 200: { description: 'One page of the list.', schema: schemas.pageList } },
      handle: ({ params, query }) => {
        const { id } = required(params.jobId);
        const { cursor, limit, ...filter } = query;
        const [after] = cursor === undefined ? [''] : fromCursor(cursor, 1);
        const found = pageOfResources(host.store(), id, {
          after: after ?? '',
          limit: limit + 1,
          ...filter,
        });
        const pages = found.slice(0, limit);
        const last = found.length > limit ? pages.at(-1) : undefined;
        return {
          status: 200,
          body: {
            pages: pages.map((page) => ({
              url: page.url,
              kind: page.kind,
              status: page.status,
              reason: page.reason,
              title: page.title,
              path: page.path,
              httpStatus: page.httpStatus,
              contentType: page.contentType,
              sizeBytes: page.sizeBytes,
              durationMs: page.durationMs,
              referrer: page.referrer,
              way: page.renderMode,
              wayReason: page.renderModeReason,
            })),
            total: countResources(host.store(), id, filter),
            nextCursor: last ? toCursor(last.url) : null,
          },
        };
      },
    }),

    endpoint({
      method: 'GET',
      path: `${JOBS}/:jobId/events`,
      operationId: 'streamExportEvents',
      tag,
      summary: 'Follow an export job',
      description: `Streams server-sent events until the job ends: first the stored events, then new ones as they happen. Stored events have an id. \`progress\` events have none, nor do \`held\` events, which are sent when the job cannot continue. The stored events are: ${Object.entries(
        JOB_EVENTS,
      )
        .map(([kind, meaning]) => `\`${kind}\` (${meaning})`)
        .join(', ')}.`,
      scope: 'read',
      params: schemas.jobParams,
      headers: lastEventIdHeader,
      responses: { 200: { description: 'The events.', mediaTypes: ['text/event-stream'] } },
      handle: ({ params, header }) => {
        const { id } = required(params.jobId);
        return jobEvents(services, id, lastEventId(header));
      },
    }),

    endpoint({
      method: 'GET',
      path: QUEUE,
      operationId: 'getQueue',
      tag: 'Queue',
      summary: 'Get the queue',
      description: 'Jobs run in the order they were created.',
      scope: 'read',
      responses: { 200: queue },
      handle: () => ({ status: 200, body: state() }),
    }),
    ...(['pause', 'resume'] as const).map((verb) =>
      endpoint({
        method: 'POST',
        path: `${QUEUE}/${verb}`,
        operationId: `${verb}Queue`,
        tag: 'Queue',
        summary: verb === 'pause' ? 'Pause the queue' : 'Resume the queue',
        description:
          verb === 'pause'
            ? 'No new jobs are started. Running jobs continue.'
            : 'The queue continues with the next job.',
        scope: 'write',
        responses: { 200: queue },
        handle: async () => {
          await host.command('changeSettings', { queuePaused: verb === 'pause' });
          services.queue.wake();
          return { status: 200, body: state() };
        },
      }),
    ),
  ];
}

/** Shortens and escapes text from a caller for use in an error sentence. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 60)).slice(1, -1);
}
