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
    /** What the job's origin asks for. @throws OffprintError `secrets-locked`: the job is held */
    credentialsOf: (jobId: string) => Promise<Credentials>;
    /** How the repository is reached that is the origin of a job. */
    accessOf?: (jobId: string) => Promise<RepositoryAccess | undefined>;
    /** What bundles are signed with; undefined when there is no key. @throws OffprintError `secrets-locked`: as above */
    signingKey?: () => Promise<SigningKey | undefined>;
    onProgress: (progress: Progress) => void;
    /** A job has ended; what it queued may begin. */
    onEnded?: (jobId: string) => void;
    log: (message: string) => void;
  }>;

export type ExportQueue = JobRunner &
  Readonly<{
    /** What a running job said last. */
    progressOf: (jobId: string) => Progress | undefined;
  }>;

/**
 * Runs the export jobs of a host: the oldest that waits starts next (`nextJob`), while fewer run than the setting
 * `exportConcurrency` says. What is read from the store each time needs nothing to survive a restart.
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

/** The export whose turn it is: the oldest that waits, is not paused, not in `except` and, where given, in `among`. */
function nextJob(store: Store, except: readonly string[], among?: readonly string[]): string | undefined {
  // Each status by itself: its index gives the oldest without a look at the others. Of the same millisecond, the one
  // that was written first.
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
