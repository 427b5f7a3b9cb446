import { setTimeout as pause } from 'node:timers/promises';
import { type BundleVariant, findVariant } from '../../exports/pack/variants.ts';
import { findJobSummary, type JobSummary } from '../../store/exports.ts';
import { findProject, type Project } from '../../store/projects.ts';
import { ApiError } from '../api-error.ts';
import { bundleLink, dayName } from '../bundle-link.ts';
import * as schemas from '../edition-schemas.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { liveJobBody } from '../job-body.ts';
import { jobParams, projectParams } from '../schemas.ts';
import type { Services } from '../services.ts';
import { exportStarter, newExport, tooManyStarts } from '../start-export.ts';

const JOBS = '/v1/static-export/:projectId/jobs';
const tag = 'Compatible edition';
const ARCHIVE = { format: 'tar.gz' } as const;
/** An answer waits this long for an archive that is being made: most are there by then. */
const ARCHIVE_PATIENCE_MS = 1000;

/** The edition of static export that names the project, and has no bundle call (docs/decisions/0053). */
export function projectEditionEndpoints(services: Services): Endpoint[] {
  const { host } = services;
  const starter = exportStarter(services);
  /** Why archives could not be made that nobody waited for any more. */
  const failures = new Map<string, unknown>();

  /** @throws ApiError 404 */
  const requireProject = (id: string): Project => {
    const found = findProject(host.store(), id);
    if (found?.id === id) return found;
    throw new ApiError(404, `There is no project ${shown(id)}. GET /v1/projects lists them.`);
  };

  /**
   * The archive of a completed job: at once where the job was started by this edition, which makes no other. Else it is
   * made, and undefined until it is there.
   */
  const archiveOf = async ({ id }: JobSummary): Promise<BundleVariant | undefined> => {
    const kept = findVariant(host.store(), host.dataFolder, id, ARCHIVE);
    if (kept) return kept;
    if (failures.has(id)) {
      const why = failures.get(id);
      failures.delete(id);
      throw why;
    }
    let isAwaited = true;
    const making = host.command('bundleVariant', id, ARCHIVE);
    making.catch((error: unknown) => {
      if (!isAwaited) failures.set(id, error);
    });
    try {
      return await Promise.race([making, pause(ARCHIVE_PATIENCE_MS, undefined, { ref: false })]);
    } finally {
      isAwaited = false;
    }
  };

  const told = async (job: JobSummary) => {
    const { jobId, status, createdAt, updatedAt, error = null } = liveJobBody(services, job);
    const facts = { jobId, createdAt, updatedAt, error };
    if (status !== 'completed') return { ...facts, status };
    const archive = await archiveOf(job);
    if (!archive) return { ...facts, status: 'running' };
    const link = await bundleLink(services, job, dayName(job));
    return { ...facts, status, ...link, sizeBytes: archive.sizeBytes };
  };

  return [
    endpoint({
      method: 'POST',
      path: JOBS,
      operationId: 'startProjectExport',
      tag,
      summary: 'Start an export of a project',
      description:
        'Needs no body. Queues an export as tar.gz; poll the job until its status is `completed` or `failed`. A project has one active job at a time in this edition. Fields that are not described here are ignored.',
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
          headers: { Location: 'Where to ask for the job.' },
          example: schemas.queuedProjectExport,
        },
        404: refusal('There is no such project.'),
        409: refusal('A job of this project is active, or this Idempotency-Key is still being worked on.'),
        429: tooManyStarts,
      },
      handle: async ({ params, body: { basePath }, once }) => {
        const project = requireProject(params.projectId);
        const [domain = ''] = project.domains;
        const asked = { ...ARCHIVE, ...(basePath !== undefined && { basePath }) };
        const made = await starter.start(newExport(project, domain, asked), { alone: true }, once);
        return {
          status: 202,
          body: await told(made),
          headers: { location: `/v1/static-export/${project.id}/jobs/${made.id}` },
        };
      },
    }),
    endpoint({
      method: 'GET',
      path: `${JOBS}/:jobId`,
      operationId: 'getProjectExport',
      tag,
      summary: 'Get an export of a project, with a link to its bundle',
      description:
        'What polling asks. Once the job has completed, every answer carries a fresh link; there is no bundle call. A job that was started by `POST /v1/static-export/jobs` reads `running` until its tar.gz is there, too. Needs the scope `write`, as a link gives the bundle to everybody who has it.',
      scope: 'write',
      needsEnterprise: true,
      params: projectParams.extend(jobParams.shape),
      responses: { 200: { description: 'The job.', schema: schemas.projectExportJob } },
      handle: async ({ params }) => {
        const { id } = requireProject(params.projectId);
        const job = findJobSummary(host.store(), params.jobId);
        if (job?.projectId !== id) {
          throw new ApiError(
            404,
            `This project has no export job ${shown(params.jobId)}. GET /v1/static-export/jobs lists them.`,
          );
        }
        return { status: 200, body: await told(job), headers: { 'cache-control': 'no-store' } };
      },
    }),
  ];
}

/** What a caller sent, cut to where it can be shown in a sentence. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 60)).slice(1, -1);
}
