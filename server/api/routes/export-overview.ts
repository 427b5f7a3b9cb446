import { limitsOf } from '../../exports/origin/folder-limits.ts';
import { exportSettings } from '../../exports/settings/settings.ts';
import { countJobs, findJob } from '../../store/exports.ts';
import { findProjectByDomain, type Project } from '../../store/projects.ts';
import { allEvents } from '../all-events.ts';
import { ApiError } from '../api-error.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { credentialsFor } from '../kept-credentials.ts';
import * as schemas from '../schemas.ts';
import type { Services } from '../services.ts';
import { validated } from '../validate.ts';
import { reachableOrigin } from './projects.ts';

const tag = 'Static export';

/** What a list of jobs, and whoever is about to start one, asks besides the jobs themselves. */
export function overviewEndpoints(services: Services): Endpoint[] {
  const { host, throughput, settings } = services;
  const projectOf = (domain: string): Project => {
    const project = findProjectByDomain(host.store(), domain);
    if (project) return project;
    throw new ApiError(
      404,
      `No project has registered the domain ${domain}. Create a project for it, or correct the domain.`,
    );
  };
  return [
    endpoint({
      method: 'GET',
      path: '/v1/static-export/counts',
      operationId: 'countExportJobs',
      tag,
      summary: 'Count export jobs by status',
      description: 'A job that is paused or was interrupted counts as the store has it.',
      scope: 'read',
      query: schemas.countQuery,
      responses: { 200: { description: 'How many jobs have each status.', schema: schemas.jobCounts } },
      handle: ({ query }) => ({ status: 200, body: countJobs(host.store(), query) }),
    }),
    endpoint({
      method: 'GET',
      path: '/v1/static-export/events',
      operationId: 'streamAllExportEvents',
      tag,
      summary: 'Follow all export jobs',
      description:
        'Server-sent events for a list of jobs: `progress`, an array with how far the jobs are that moved, at most five times a second; `changed` with the `jobIds` to ask for anew. Nothing of the past is sent.',
      scope: 'read',
      responses: { 200: { description: 'The events.', mediaTypes: ['text/event-stream'] } },
      handle: () => allEvents(services),
    }),
    endpoint({
      method: 'POST',
      path: '/v1/static-export/preview',
      operationId: 'previewExport',
      tag,
      summary: 'See what an export would take',
      description:
        'Lists the site of a project, or of an origin that the caller may set, and applies the settings. Nothing is written.',
      scope: 'write',
      body: schemas.previewRequest,
      responses: {
        200: { description: 'What it would take.', schema: schemas.preview },
        403: refusal(
          'The key lacks the scope, or the origin lies outside of what a key may reach, or asks for a credential of another origin.',
        ),
        404: refusal('No project has registered the domain.'),
        409: refusal('The origin cannot be read, asks for a login, or holds no page.'),
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
        // Large: it reads pages, which no other operation does.
        const { livePreviewOf, previewOf } = await import('../../exports/origin/preview.ts');
        if (origin.kind === 'directory') {
          const limits = limitsOf(host.store(), { originSetBy }, origin.folder, dataFolder);
          return { status: 200, body: await previewOf(origin.folder, limits, asSet) };
        }
        if (origin.kind === 'repository') {
          throw new ApiError(
            409,
            'A branch of a repository is seen when it is exported: there is no preview of it.',
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
      summary: 'See how a job came along',
      description: 'Samples of its progress since the server was started, for a plot.',
      scope: 'read',
      params: schemas.jobParams,
      responses: { 200: { description: 'The samples.', schema: schemas.throughput } },
      handle: ({ params }) => {
        if (!findJob(host.store(), params.jobId)) {
          throw new ApiError(404, 'There is no such export job. GET /v1/static-export/jobs lists them.');
        }
        return { status: 200, body: { samples: throughput.of(params.jobId) } };
      },
    }),
  ];
}
