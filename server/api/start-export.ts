import { OffprintError } from '../errors.ts';
import { featurePolicy } from '../exports/features/feature-policy.ts';
import { type ExportSettingsInput, exportSettings } from '../exports/settings/settings.ts';
import type { ExportJob, NewJob } from '../store/exports.ts';
import type { RequestIdentity } from '../store/idempotent-answers.ts';
import { findProject, type Project } from '../store/projects.ts';
import { recentUses } from '../store/rate-limit.ts';
import type { StartLimits } from '../writer/commands.ts';
import { refusal } from './endpoint.ts';
import { withRetryAfter } from './rate-limit-headers.ts';
import type { Services } from './services.ts';
import { validated } from './validate.ts';

/** Description of the response if a limit refuses a start. */
export const tooManyStarts = refusal(
  'The hourly export limit was reached (setting `exportStartsPerHour` for the project, or `organizationStartsPerHour` for all projects), or too many invalid keys came from this address.',
  {
    'Retry-After': 'Seconds to wait before trying again.',
    'RateLimit-Limit': 'Exports that can be started in any 60-minute period.',
    'RateLimit-Remaining': 'Exports that can still be started.',
    'RateLimit-Reset': 'Seconds until another export can be started.',
  },
);

type StarterServices = Pick<Services, 'host' | 'queue' | 'settings'>;

export type ExportStarter = Readonly<{
  /** @throws ApiError 429; OffprintError `conflict` with `how.alone` (commands.ts) */
  start: (
    job: NewJob,
    how: Readonly<{ resume?: boolean; alone?: boolean }>,
    once: RequestIdentity | undefined,
  ) => Promise<ExportJob>;
  /** @throws ApiError 429; OffprintError `conflict` if the job has not failed */
  retry: (
    failed: Pick<ExportJob, 'id' | 'projectId'>,
    once: RequestIdentity | undefined,
  ) => Promise<ExportJob>;
}>;

/**
 * Returns a new job of a project, with settings that override the project's.
 * @throws ApiError 400 with the name of the invalid setting
 */
export function newExport(
  project: Project,
  domain: string,
  asked: ExportSettingsInput,
  { version, fresh }: Readonly<{ version?: string | undefined; fresh?: boolean | undefined }> = {},
): NewJob {
  return {
    projectId: project.id,
    domain,
    version: version ?? null,
    settings: validated(exportSettings, { ...project.settings, ...asked }, 'field'),
    policy: featurePolicy(project.deploymentType, project.features),
    fresh: fresh === true,
  };
}

/** Creates and queues export jobs within the limits, once for each Idempotency-Key. */
export function exportStarter({ host, queue, settings }: StarterServices): ExportStarter {
  const limits = (): StartLimits => ({
    perProject: settings().exportStartsPerHour,
    perOrganization: settings().organizationStartsPerHour,
  });

  const queued = async (projectId: string, work: Promise<unknown>): Promise<ExportJob> => {
    const { perProject, perOrganization } = limits();
    const isOfProject = (): boolean =>
      perProject > 0 && recentUses(host.store(), projectId, 'export') >= perProject;
    const made = await work.catch((error: unknown) => {
      const [counted, limit] = isOfProject() ? [projectId, perProject] : [null, perOrganization];
      return withRetryAfter(host.store(), counted, { kind: 'export', limit }, Promise.reject(error));
    });
    queue.ask((made as ExportJob).id);
    return made as ExportJob;
  };

  return {
    start: (job, how, once) => {
      const args = [job, limits(), how] as const;
      const work = once
        ? host.command('once', once, 202, 'startJob', args)
        : host.command('startJob', ...args);
      return queued(job.projectId, work);
    },
    retry: (failed, once) => {
      const args = [failed.id, limits()] as const;
      const work = once
        ? host.command('once', once, 202, 'retryJob', args)
        : host.command('retryJob', ...args);
      return queued(failed.projectId, work);
    },
  };
}

/**
 * Returns a function that starts the scheduled export of a project, with the project's settings, unless another export
 * of it is active.
 * @throws OffprintError `not-found`, `conflict`; ApiError 429
 */
export function scheduledStarter(services: StarterServices): (projectId: string) => Promise<ExportJob> {
  const starter = exportStarter(services);
  return async (projectId) => {
    const project = findProject(services.host.store(), projectId);
    const domain = project?.domains[0];
    if (!project || domain === undefined) {
      throw new OffprintError('not-found', `There is no project ${projectId}, or it has no domain.`);
    }
    return starter.start(newExport(project, domain, {}), { alone: true }, undefined);
  };
}
