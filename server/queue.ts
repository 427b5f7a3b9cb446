import type { RepositoryAccess } from './agent-jobs/task.ts';
import type { SigningKey } from './bundles/signature.ts';
import type { Progress } from './exports/job/progress.ts';
import type { Credentials } from './exports/origin/url-origin.ts';
import { type JobRunner, openJobRunner, type RunnerPorts } from './job-runner.ts';
import { findJob } from './store/exports.ts';
import { nextJob } from './store/next-job.ts';
import type { Host } from './writer/host.ts';

export type QueuePorts = Pick<RunnerPorts, 'concurrency' | 'isPaused' | 'onlyAsked' | 'onHeld'> &
  Readonly<{
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

export type Queue = JobRunner &
  Readonly<{
    /** What a running job said last. */
    progressOf: (jobId: string) => Progress | undefined;
  }>;

/** Runs the export jobs of a host in the order in which they were created. */
export function openQueue(host: Host, ports: QueuePorts): Queue {
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
