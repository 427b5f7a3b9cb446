import { setTimeout as pause } from 'node:timers/promises';
import { findVariant } from '../../exports/pack/variants.ts';
import { findJobSummary, type JobSummary } from '../../store/exports.ts';
import { findProject, type Project } from '../../store/projects.ts';
import { ApiError } from '../api-error.ts';
import { type BundleLink, bundleLink, dayName } from '../bundle-link.ts';
import * as schemas from '../edition-schemas.ts';
import { type Caller, type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { liveJobBody } from '../job-body.ts';
import { jobParams, projectParams } from '../schemas.ts';
import type { Services } from '../services.ts';
import { exportStarter, newExport, tooManyStarts } from '../start-export.ts';

const JOBS = '/v1/static-export/:projectId/jobs';
const tag = 'Compatible edition';
type LinkedArchive = BundleLink & Readonly<{ sizeBytes: number }>;

const ARCHIVE = { format: 'tar.gz' } as const;
/** How long a response waits for an archive that is being made. Most are ready by then. */
const ARCHIVE_PATIENCE_MS = 1000;

/**
 * Returns the endpoints for the static export edition with the project in the path and without a bundle call
 * (docs/decisions/0053).
 */
export function projectEditionEndpoints(services: Services): Endpoint[] {
  const { host } = services;
  const starter = exportStarter(services);
  /** Errors of archives that failed after the response had been sent. */
  const failures = new Map<string, unknown>();

  /** @throws ApiError 404 */
  const requireProject = (id: string): Project => {
    const found = findProject(host.store(), id);
    if (found?.id === id) return found;
    throw new ApiError(404, `There is no project ${shown(id)}. GET /v1/projects lists all projects.`);
  };

  /**
   * Returns a link to the tar.gz of a completed job. It is ready at once if the job was started in this edition, which
   * makes no other format, and the archive is already where the link points. Otherwise the archive is made or uploaded,
   * and the result is undefined until it is ready.
   */
  const linkOf = async (job: JobSummary, caller: Caller): Promise<LinkedArchive | undefined> => {
    const { id } = job;
    if (failures.has(id)) {
      const why = failures.get(id);
      failures.delete(id);
      throw why;
    }
    let isAwaited = true;
    const make = async (): Promise<LinkedArchive> => {
      const variant =
        findVariant(host.store(), host.dataFolder, id, ARCHIVE) ??
        (await host.command('bundleVariant', id, ARCHIVE));
      const link = await bundleLink(services, job, { variant, fileName: dayName(job), caller });
      return { ...link, sizeBytes: variant.sizeBytes };
    };
    const making = make();
    making.catch((error: unknown) => {
      if (!isAwaited) failures.set(id, error);
    });
    try {
      return await Promise.race([making, pause(ARCHIVE_PATIENCE_MS, undefined, { ref: false })]);
    } finally {
      isAwaited = false;
    }
  };

  const told = async (job: JobSummary, caller: Caller) => {
    const { jobId, status, createdAt, updatedAt, error = null } = liveJobBody(services, job);
    const facts = { jobId, createdAt, updatedAt, error };
    if (status !== 'completed') return { ...facts, status };
    const linked = await linkOf(job, caller);
    return linked ? { ...facts, status, ...linked } : { ...facts, status: 'running' };
  };

  return [
    endpoint({
      method: 'POST',
      path: JOBS,
      operationId: 'startProjectExport',
      tag,
      summary: 'Start a project export',
      description:
        'No request body is needed. Queues a tar.gz export. Poll the job until its status is `completed` or `failed`. In this edition, a project can have only one active job at a time. Unknown fields are ignored.',
      scope: 'write',
      needsEnterprise: true,
      params: projectParams,
      body: schemas.startProjectExport,
      bodyOptional: true,
      idempotency: 'atomic',
      responses: {
        202: {
          description: 'The job is queued.',
          schema: schemas.projectExportJob,
          headers: { Location: 'The URL path of the job.' },
          example: schemas.queuedProjectExport,
        },
        404: refusal('No such project.'),
        409: refusal(
          'This project has an active job, or the request with this Idempotency-Key is still being processed.',
        ),
        429: tooManyStarts,
      },
      handle: async ({ params, body: { basePath }, once, caller }) => {
        const project = requireProject(params.projectId);
        const [domain = ''] = project.domains;
        const asked = { ...ARCHIVE, ...(basePath !== undefined && { basePath }) };
        const made = await starter.start(newExport(project, domain, asked), { alone: true }, once);
        return {
          status: 202,
          body: await told(made, caller),
          headers: { location: `/v1/static-export/${project.id}/jobs/${made.id}` },
        };
      },
    }),
    endpoint({
      method: 'GET',
      path: `${JOBS}/:jobId`,
      operationId: 'getProjectExport',
      tag,
      summary: 'Get a project export and a link to its bundle',
      description:
        'Use this to poll. Once the job has completed, every response contains a fresh link; there is no separate bundle endpoint. A job started with `POST /v1/static-export/jobs` remains `running` until its tar.gz is ready. Needs the `write` scope, because anyone with the link can download the bundle.',
      scope: 'write',
      needsEnterprise: true,
      params: projectParams.extend(jobParams.shape),
      responses: {
        200: { description: 'The job.', schema: schemas.projectExportJob },
        409: refusal(
          "The object storage for the project's links denies access, or its target has been removed.",
        ),
        502: refusal("The object storage for the project's links is not responding."),
      },
      handle: async ({ params, caller }) => {
        const { id } = requireProject(params.projectId);
        const job = findJobSummary(host.store(), params.jobId);
        if (job?.projectId !== id) {
          throw new ApiError(
            404,
            `This project has no export job ${shown(params.jobId)}. GET /v1/static-export/jobs lists all export jobs.`,
          );
        }
        return { status: 200, body: await told(job, caller), headers: { 'cache-control': 'no-store' } };
      },
    }),
  ];
}

/** Shortens and escapes text from a caller for use in an error sentence. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 60)).slice(1, -1);
}
