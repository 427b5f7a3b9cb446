import fs from 'node:fs';
import path from 'node:path';
import { agentFolder } from '../agent-jobs/folder.ts';
import type { AgentRuns } from '../agent-jobs/runs.ts';
import type { SigningKey } from '../bundles/ed25519.ts';
import { OffprintError } from '../errors.ts';
import { docsJsonFolder } from '../exports/origin/docs-json.ts';
import type { BundleVariant, BundleVariants, VariantRequest } from '../exports/pack/variants.ts';
import { askedLabel } from '../exports/pack/version-label.ts';
import type { PublicationCommands } from '../publications/publication-commands.ts';
import { acceptReceived } from '../received/acceptance.ts';
import { discardReceived, keepReceived, settleReceived } from '../received/keep.ts';
import {
  deleteIntegration,
  type IntegrationKind,
  keepMeasured,
  putAgentSettings,
  putIntegration,
} from '../store/agent-integrations.ts';
import { activeAgentJobs } from '../store/agent-jobs.ts';
import { addAuditEntry } from '../store/audit.ts';
import { type Store, transact } from '../store/database.ts';
import { deltasFrom } from '../store/deltas.ts';
import {
  createJob,
  deleteJob,
  type ExportJob,
  failJob,
  type NewJob,
  requeueInterrupted,
  requireJob,
  resumeJob,
  unfinishedJobs,
  withdrawJob,
} from '../store/exports.ts';
import { markObjects, type Removal, removalOf } from '../store/garbage.ts';
import { answerOnce, keepAnswer, type RequestIdentity } from '../store/idempotent-answers.ts';
import { jobFolder } from '../store/job-folder.ts';
import { type AdminKey, createKey, type NewKey, revokeKey, touchKey } from '../store/keys.ts';
import { type Organization, updateOrganization } from '../store/organization.ts';
import {
  createProject,
  deleteProject,
  findProject,
  type NewProject,
  type Project,
  type ProjectChange,
  updateProject,
} from '../store/projects.ts';
import { addUse, countUse, recentUses } from '../store/rate-limit.ts';
import { type AcceptableVerdict, addReceived, type NewReceived, type Received } from '../store/received.ts';
import { deleteRowsOfJob } from '../store/rows-of-job.ts';
import { deleteSecret, putSecret, replaceSecrets, type StoredSecret } from '../store/secrets.ts';
import { changePreferences, changeSettings } from '../store/settings.ts';
import { hostingCommands } from './hosting-commands.ts';
import { matchingUnfinishedJob } from './matching-unfinished-job.ts';
import type { PreparationCommands } from './prepare-exports.ts';
import type { PreviewCommands } from './preview-commands.ts';
import { retentionCommands } from './retention-commands.ts';
import { scheduleCommands } from './schedule-commands.ts';
import { trustCommands } from './trust-commands.ts';

/** The jobs that this process works on. */
export type RunningJobs = Readonly<{
  /** True while a job runs and nobody has asked it to stop. */
  isRunning: (jobId: string) => boolean;
  /** Resolves when the job has let go of everything; at once when it does not run. */
  ended: (jobId: string) => Promise<void>;
}>;

/** Everything that changes the store, for the host to call by name (host.ts). */
export function commandsOf(
  store: Store,
  dataFolder: string,
  jobs: RunningJobs,
  { variant, isInUse }: BundleVariants,
  agents: AgentRuns,
  publications: PublicationCommands,
  previews: PreviewCommands,
  preparation: PreparationCommands,
) {
  const commands = {
    ...agents.commands,
    ...publications,
    ...previews,
    ...preparation,
    ...trustCommands(store),
    ...hostingCommands(store),
    ...scheduleCommands(store),
    ...retentionCommands(store, dataFolder, removeUnlessRunning),
    putIntegration: (kind: IntegrationKind, name: string, settings: unknown): void =>
      putIntegration(store, kind, name, settings),
    deleteIntegration: (kind: IntegrationKind, name: string): boolean => deleteIntegration(store, kind, name),
    keepMeasured: (name: string, updatedAt: string, measured: unknown): void =>
      keepMeasured(store, name, updatedAt, measured),
    putAgentSettings: (projectId: string, settings: unknown): void =>
      putAgentSettings(store, projectId, settings),
    /** @param by who asks; left out: it is not written down what it publishes on completion, and where its links lead */
    createProject: (project: NewProject, by?: string): Project =>
      transact(store, () => auditedProject(createProject(store, project), undefined, by)),
    /** @param by as above */
    updateProject: (id: string, change: ProjectChange, by?: string): Project =>
      transact(store, () => {
        const before = findProject(store, id);
        return auditedProject(updateProject(store, id, change), before, by);
      }),
    /** @throws OffprintError `not-found`, `conflict` while one of its jobs runs */
    deleteProject: async (id: string): Promise<void> => {
      const [active] = activeAgentJobs(store, id);
      if (active !== undefined) {
        throw new OffprintError(
          'conflict',
          `This project's agent job ${active} is active. Cancel it first, then delete the project.`,
        );
      }
      const left = store.prepare('SELECT id FROM export_jobs WHERE project_id = ?').pluck();
      // Looked at again after each: others may be started meanwhile.
      for (let ids = left.all(id) as string[]; ids[0] !== undefined; ids = left.all(id) as string[]) {
        const running = ids.find(jobs.isRunning);
        if (running !== undefined) {
          throw new OffprintError(
            'conflict',
            `This project's export job ${running} is running. Cancel it first, then delete the project.`,
          );
        }
        await removeJob(ids[0]);
      }
      deleteProject(store, id);
      for (const folder of [agentFolder(dataFolder, id), docsJsonFolder(dataFolder, id)]) {
        fs.rmSync(folder, { recursive: true, force: true });
      }
    },
    createJob: (job: NewJob): ExportJob => createJob(store, job),
    /**
     * A job asked for by API.
     * @param how `resume` goes on with an unfinished job that does the same, where there is one; `alone` takes no job
     *   beside another active one of its project
     * @throws OffprintError `limit`, `conflict`
     */
    startJob: (
      job: NewJob,
      limits: StartLimits,
      how: Readonly<{ resume?: boolean; alone?: boolean }> = {},
    ): ExportJob =>
      transact(store, () => {
        const unfinished = how.resume || how.alone ? unfinishedJobs(store, job.projectId) : [];
        const same = how.resume && matchingUnfinishedJob(unfinished, job);
        if (same) return resumeJob(store, same.id);
        if (how.alone && unfinished[0]) throw isActive(unfinished[0]);
        countStart(store, job.projectId, limits);
        return createJob(store, job);
      }),
    /** A new job that starts from what a failed one finished. @throws OffprintError `not-found`, `conflict`, `limit` */
    retryJob: (id: string, limits: StartLimits = { perProject: 0, perOrganization: 0 }): ExportJob =>
      transact(store, () => {
        const failed = requireJob(store, id);
        if (failed.status !== 'failed') {
          throw new OffprintError(
            'conflict',
            `The job ${id} is ${failed.status}: only a failed job can be retried.`,
          );
        }
        countStart(store, failed.projectId, limits);
        return createJob(store, { ...failed, version: askedLabel(store, failed), retryOf: id });
      }),
    resumeJob: (id: string): ExportJob => resumeJob(store, id),
    failJob: (id: string, code: string, error: string): void => failJob(store, id, code, error),
    requeueInterrupted: (): void => requeueInterrupted(store),
    /** What deleting a job would remove. @throws OffprintError `not-found` */
    removalOf: (id: string): Removal => {
      requireJob(store, id);
      return removalOf(store, id);
    },
    /** @throws OffprintError `not-found`, `conflict` while it runs */
    deleteJob: (id: string): Promise<void> => removeUnlessRunning(id),
    /** A bundle in another format, or the delta from an earlier one; made at the first request. */
    bundleVariant: (id: string, request: VariantRequest, signingKey?: SigningKey): Promise<BundleVariant> =>
      variant(id, request, signingKey),
    createKey: (key: NewKey): AdminKey => createKey(store, key),
    revokeKey: (id: string): AdminKey => revokeKey(store, id),
    touchKey: (id: string): void => touchKey(store, id),
    updateOrganization: (change: Parameters<typeof updateOrganization>[1]): Organization =>
      updateOrganization(store, change),
    putSecret: (secret: StoredSecret): void => putSecret(store, secret),
    deleteSecret: (name: string): boolean => deleteSecret(store, name),
    replaceSecrets: (secrets: readonly StoredSecret[]): void => replaceSecrets(store, secrets),
    changeSettings: (change: Readonly<Record<string, unknown>>): void => changeSettings(store, change),
    changePreferences: (change: Readonly<Record<string, unknown>>): void => changePreferences(store, change),
    settleReceived: (): void => settleReceived(store, dataFolder),
    addReceived: (received: NewReceived): Received => addReceived(store, received),
    acceptReceived: (id: string, as: AcceptableVerdict, by: string): Received =>
      acceptReceived(store, id, as, by),
    keepReceived: (id: string, project: string | NewProject, by: string): Received =>
      keepReceived(store, dataFolder, id, project, by),
    discardReceived: (id: string, by: string): Received => discardReceived(store, dataFolder, id, by),
    /** Keeps the answer to a request that has been carried out. */
    keepAnswer: (request: RequestIdentity, status: number, result: unknown): void =>
      keepAnswer(store, request, status, result),
    /**
     * Carries out a command once for its request's Idempotency-Key (store/idempotent-answers.ts).
     * @throws what the command throws
     */
    once: (
      request: RequestIdentity,
      status: number,
      name: 'startJob' | 'retryJob' | 'createProject' | 'createAgentJob' | 'messageAgentJob',
      args: readonly unknown[],
    ): unknown => {
      try {
        const command = commands[name] as (...args: readonly unknown[]) => unknown;
        return answerOnce(store, request, status, () => command(...args));
      } catch (error) {
        if (name === 'messageAgentJob') agents.letGoIfAhead(String(args[0]));
        throw error;
      }
    },
  };

  function auditedProject(project: Project, known: Project | undefined, by: string | undefined): Project {
    const { id, name: subject, publishTo, linkTarget } = project;
    const before = known?.publishTo ?? [];
    if (by !== undefined && publishTo.join() !== before.join()) {
      const detail = { before: before.join(' '), after: publishTo.join(' ') };
      addAuditEntry(store, { by, action: 'publish-to-set', subject, id, detail });
    }
    const linkedBefore = known?.linkTarget ?? null;
    if (by !== undefined && linkTarget !== linkedBefore) {
      const detail = { before: linkedBefore, after: linkTarget };
      addAuditEntry(store, { by, action: 'link-target-set', subject, id, detail });
    }
    return project;
  }

  async function removeUnlessRunning(id: string): Promise<void> {
    requireJob(store, id);
    if (jobs.isRunning(id)) {
      throw new OffprintError('conflict', `The job ${id} is running. Cancel it first.`);
    }
    await removeJob(id);
  }

  async function removeJob(id: string): Promise<void> {
    if (isInUse(id)) {
      throw new OffprintError(
        'conflict',
        `An archive is being made from the bundle of job ${id}. Try deleting the job again in a moment.`,
      );
    }
    publications.requireUnpublished(id);
    await jobs.ended(id);
    // The files first: on a disk that is full they make the room that the rows need.
    for (const { file } of deltasFrom(store, id)) fs.rmSync(path.join(dataFolder, file), { force: true });
    fs.rmSync(jobFolder(dataFolder, id), { recursive: true, force: true });
    transact(store, () => {
      withdrawJob(store, id);
      markObjects(store, id);
    });
    for (const table of ['resources', 'entries', 'findings', 'events'] as const)
      await deleteRowsOfJob(store, table, id);
    deleteJob(store, id);
  }

  return commands;
}

/** How many exports may be started in any 60 minutes; 0 is no limit. */
export type StartLimits = Readonly<{ perProject: number; perOrganization: number }>;

/** @throws OffprintError `limit` */
function countStart(store: Store, projectId: string, { perProject, perOrganization }: StartLimits): void {
  if (perOrganization > 0 && recentUses(store, null, 'export') >= perOrganization) {
    throw new OffprintError(
      'limit',
      `The organization can start at most ${perOrganization} ${perOrganization === 1 ? 'export' : 'exports'} per hour (the organizationStartsPerHour setting).`,
    );
  }
  if (perProject > 0) countUse(store, projectId, 'export', perProject);
  else if (perOrganization > 0) addUse(store, projectId, 'export');
}

function isActive({ id, paused }: ExportJob): OffprintError {
  const what = paused ? 'is paused: resume or cancel it' : 'is active: wait until it ends, or cancel it';
  return new OffprintError('conflict', `This project's job ${id} ${what}.`);
}

export type Commands = ReturnType<typeof commandsOf>;
export type CommandName = keyof Commands;
