import type { RepositoryAccess } from './agent-jobs/task.ts';
import type { SigningKey } from './bundles/ed25519.ts';
import type { Progress } from './exports/job/progress.ts';
import type { Credentials } from './exports/origin/url-origin.ts';
import { type JobRunner, openJobRunner, type RunnerPorts } from './job-runner.ts';
import type { ServerSettings } from './settings.ts';
import type { Store } from './store/database.ts';
import { findJob } from './store/exports.ts';
import type { Host } from './writer/host.ts';

export type ExportQueuePorts = Pick<RunnerPorts, 'isPaused' | 'onlyAsked' | 'onHeld'> &
  Readonly<{
    settings: () => Pick<ServerSettings, 'exportConcurrency'>;
    /** Credentials for the job's origin. @throws OffprintError `secrets-locked`: the job is blocked */
    credentialsOf: (jobId: string) => Promise<Credentials>;
    /** Access to the repository that is the job's origin. */
    accessOf?: (jobId: string) => Promise<RepositoryAccess | undefined>;
    /** Key that signs bundles; undefined if there is none. @throws OffprintError `secrets-locked`: as above */
    signingKey?: () => Promise<SigningKey | undefined>;
    onProgress: (progress: Progress) => void;
    /** Called when a job has ended, so that follow-up work can start. */
    onEnded?: (jobId: string) => void;
    log: (message: string) => void;
  }>;

export type ExportQueue = JobRunner &
  Readonly<{
    /** Latest progress of a running job. */
    progressOf: (jobId: string) => Progress | undefined;
  }>;

/**
 * Runs the export jobs of a host, oldest first (`nextJob`), at most `exportConcurrency` at a time. The queue has no state
 * of its own: it reads the store every time, so a restart loses nothing.
 */
export function openExportQueue(host: Host, ports: ExportQueuePorts): ExportQueue {
  const last = new Map<string, Progress>();

  const run = async (jobId: string): Promise<void> => {
    ports.log(`export job ${jobId} started`);
    const onProgress = (progress: Progress): void => {
      last.set(jobId, progress);
      ports.onProgress(progress);
    };
    try {
      const [credentials, access, signingKey] = await Promise.all([
        ports.credentialsOf(jobId),
        ports.accessOf?.(jobId),
        ports.signingKey?.(),
      ]);
      const job = await host.run(jobId, onProgress, { credentials, access, signingKey });
      ports.log(`export job ${jobId} ${job.status}${job.error ? `: ${job.error}` : ''}`);
      ports.onEnded?.(jobId);
    } catch (error) {
      if (findJob(host.store(), jobId)) throw error;
    } finally {
      last.delete(jobId);
    }
  };

  const runner = openJobRunner({
    ...ports,
    concurrency: () => ports.settings().exportConcurrency,
    isPaused: () => ports.isPaused() || host.isRecovering(),
    next: (busy, asked) => nextJob(host.store(), busy, asked),
    run,
    onHeld: (jobId, why) => {
      ports.onHeld(jobId, why);
      ports.log(`export job ${jobId} is waiting: ${why.message}`);
    },
  });
  return { ...runner, progressOf: (jobId) => last.get(jobId) };
}

/** Finds the next export: the oldest queued one that is not paused, not in `except`, and in `among` if given. */
function nextJob(store: Store, except: readonly string[], among?: readonly string[]): string | undefined {
  // One query per status, so that its index finds the oldest without a scan. Ties are broken by insertion order.
  const oldest = store.prepare(
    `SELECT id, created_at AS createdAt, rowid AS place FROM export_jobs WHERE status = @status AND paused = 0
     AND id NOT IN (SELECT value FROM json_each(@except))
     AND (@among IS NULL OR id IN (SELECT value FROM json_each(@among))) ORDER BY created_at, rowid LIMIT 1`,
  );
  const lists = { except: JSON.stringify(except), among: among ? JSON.stringify(among) : null };
  const [first, second] = ['running', 'queued']
    .map(
      (status) =>
        oldest.get({ status, ...lists }) as { id: string; createdAt: string; place: number } | undefined,
    )
    .filter((job) => job !== undefined);
  if (!first || !second) return first?.id;
  const isFirst =
    first.createdAt === second.createdAt ? first.place < second.place : first.createdAt < second.createdAt;
  return isFirst ? first.id : second.id;
}
