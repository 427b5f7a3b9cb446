import fs from 'node:fs';
import { OffprintError } from '../errors.ts';
import { askedLabel } from '../store/bundles.ts';
import type { Store } from '../store/database.ts';
import { createJob, deleteJob, type ExportJob, failJob, type NewJob, requireJob } from '../store/exports.ts';
import { jobFolder } from '../store/job-folder.ts';
import {
  createProject,
  deleteProject,
  type Project,
  type ProjectChange,
  updateProject,
} from '../store/projects.ts';
import { copyFinished } from '../store/resources.ts';

/** Everything that changes the store, for the host to call by name (host.ts). */
export function commandsOf(store: Store, dataFolder: string, isRunning: (jobId: string) => boolean) {
  return {
    createProject: (project: Required<ProjectChange>): Project => createProject(store, project),
    updateProject: (id: string, change: ProjectChange): Project => updateProject(store, id, change),
    deleteProject: (id: string): void => {
      const jobs = store
        .prepare('SELECT id FROM export_jobs WHERE project_id = ?')
        .pluck()
        .all(id) as string[];
      deleteProject(store, id);
      for (const job of jobs) fs.rmSync(jobFolder(dataFolder, job), { recursive: true, force: true });
    },
    createJob: (job: NewJob): ExportJob => createJob(store, job),
    /** A new job that starts from what a failed one finished. @throws OffprintError `not-found`, `conflict` */
    retryJob: (id: string): ExportJob => {
      const failed = requireJob(store, id);
      if (failed.status !== 'failed') {
        throw new OffprintError(
          'conflict',
          `The job ${id} is ${failed.status}: only a failed job can be retried.`,
        );
      }
      const job = createJob(store, { ...failed, version: askedLabel(store, failed), retryOf: id });
      copyFinished(store, id, job.id);
      return job;
    },
    failJob: (id: string, code: string, error: string): void => failJob(store, id, code, error),
    deleteJob: (id: string): void => {
      requireJob(store, id);
      if (isRunning(id)) {
        throw new OffprintError('conflict', `The job ${id} is running. Cancel it first.`);
      }
      deleteJob(store, id);
      fs.rmSync(jobFolder(dataFolder, id), { recursive: true, force: true });
    },
  };
}

export type Commands = ReturnType<typeof commandsOf>;
export type CommandName = keyof Commands;
