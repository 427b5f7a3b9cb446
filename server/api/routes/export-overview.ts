import { limitsOf } from '../../exports/origin/folder-limits.ts';
import { exportSettings } from '../../exports/settings/settings.ts';
import { countJobs, findJob } from '../../store/exports.ts';
import { findProjectByDomain, type Project } from '../../store/projects.ts';
import { allEvents } from '../all-events.ts';
import { ApiError } from '../api-error.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { credentialsFor } from '../kept-credentials.ts';
import { reachableOrigin } from '../origin-restrictions.ts';
import * as schemas from '../schemas.ts';
import type { Services } from '../services.ts';
import { validated } from '../validate.ts';

const tag = 'Static export';

/** Returns the endpoints for lists of jobs and for starting one, apart from the jobs themselves. */
export function overviewEndpoints(services: Services): Endpoint[] {
  const { host, throughput, settings } = services;
  const projectOf = (domain: string): Project => {
    const project = findProjectByDomain(host.store(), domain);
    if (project) return project;
    throw new ApiError(
      404,
      `No project has the domain ${domain}. Create a project for it, or check the domain.`,
    );
  };
  return [
    endpoint({
      method: 'GET',
      path: '/v1/static-export/counts',
      operationId: 'countExportJobs',
      tag,
      summary: 'Count export jobs by status',
      description:
        'Paused jobs and jobs interrupted by a restart are counted as `queued`. A job that is waiting for another reason (see `pauseReason`) can still be counted as `running` if it had already started.',
      scope: 'read',
      query: schemas.countQuery,
      responses: { 200: { description: 'Number of jobs by status.', schema: schemas.jobCounts } },
      handle: ({ query }) => ({ status: 200, body: countJobs(host.store(), query) }),
    }),
    endpoint({
      method: 'GET',
      path: '/v1/static-export/events',
      operationId: 'streamAllExportEvents',
      tag,
      summary: 'Follow all export jobs',
      description:
        'Streams server-sent events for keeping a list of jobs up to date. `progress` contains an array of the jobs that made progress and is sent at most five times a second. `changed` contains the `jobIds` to fetch again. Past events are not sent.',
      scope: 'read',
      responses: { 200: { description: 'The events.', mediaTypes: ['text/event-stream'] } },
      handle: () => allEvents(services),
    }),
    endpoint({
      method: 'POST',
      path: '/v1/static-export/preview',
      operationId: 'previewExport',
      tag,
      summary: 'Preview an export',
      description:
        'Shows what would be exported from a project, or from an origin that the caller is allowed to use, with the given settings. Nothing is written.',
      scope: 'write',
      body: schemas.previewRequest,
      responses: {
        200: { description: 'What would be exported.', schema: schemas.preview },
        403: refusal(
          'The key lacks the required scope or is not allowed to use this origin, or the origin uses a credential that belongs to another origin.',
        ),
        404: refusal('No project has this domain.'),
        409: refusal('The origin cannot be read, requires a login, or has no pages.'),
      },
      handle: async ({ body, caller }) => {
        const { dataFolder } = host;
        const {
          origin,
          originSetBy,
          domains,
          settings: kept,
        } = body.origin
          ? {
              origin: reachableOrigin(body.origin, caller, { ...settings(), dataFolder }),
              originSetBy: caller.isOwner ? ('owner' as const) : ('key' as const),
              domains: [],
              settings: {},
            }
          : projectOf(body.domain ?? '');
        const asked = { ...kept, ...body.settings, ...(body.paths && { paths: body.paths }) };
        const asSet = validated(exportSettings, asked, 'field');
        // Loaded on demand: a large module, because it reads pages, and no other operation needs it.
        const { livePreviewOf, previewOf } = await import('../../exports/origin/preview.ts');
        if (origin.kind === 'directory') {
          const limits = limitsOf(host.store(), { originSetBy }, origin.folder, dataFolder);
          return { status: 200, body: await previewOf(origin.folder, limits, asSet) };
        }
        if (origin.kind === 'repository') {
          throw new ApiError(
            409,
            'A repository branch cannot be previewed. Export it to see what it contains.',
          );
        }
        const credentials = await credentialsFor(origin, body.credentials ?? {}, caller, services);
        return { status: 200, body: await livePreviewOf(origin, domains, asSet, credentials) };
      },
    }),
    endpoint({
      method: 'GET',
      path: '/v1/static-export/jobs/:jobId/throughput',
      operationId: 'getExportThroughput',
      tag,
      summary: "Get a job's progress over time",
      description: "Samples of the job's progress since the server started, for use in a chart.",
      scope: 'read',
      params: schemas.jobParams,
      responses: { 200: { description: 'The samples.', schema: schemas.throughput } },
      handle: ({ params }) => {
        if (!findJob(host.store(), params.jobId)) {
          throw new ApiError(
            404,
            'There is no such export job. GET /v1/static-export/jobs lists all export jobs.',
          );
        }
        return { status: 200, body: { samples: throughput.of(params.jobId) } };
      },
    }),
  ];
}
