import type { RepositoryAccess } from './agent-jobs/task.ts';
import { asOffprintError, type OffprintError } from './errors.ts';
import type { Progress } from './exports/job/progress.ts';
import type { Credentials } from './exports/origin/url-origin.ts';
import { findJob, nextJob } from './store/exports.ts';
import type { Host } from './writer/host.ts';

export type QueuePorts = Readonly<{
  /** Jobs that may run at the same time. */
  concurrency: () => number;
  /** True while no further job shall be started. */
  isPaused: () => boolean;
  /** Runs the jobs that are asked for here, not all that wait. */
  onlyAsked: boolean;
  /** What the job's origin asks for. @throws OffprintError `secrets-locked`: the job is held */
  credentialsOf: (jobId: string) => Promise<Credentials>;
  /** How the repository is reached that is the origin of a job. */
  accessOf?: (jobId: string) => Promise<RepositoryAccess | undefined>;
  onProgress: (progress: Progress) => void;
  /** A job cannot go on, and nobody paused it. */
  onHeld: (jobId: string, why: OffprintError) => void;
  log: (message: string) => void;
}>;

export type Queue = Readonly<{
  /** Starts what may be started; call it when a setting changed. */
  wake: () => void;
  /** Somebody wants this job to run: it was added, or it is tried again although it was held. */
  ask: (jobId: string) => void;
  /** What a running job said last. */
  progressOf: (jobId: string) => Progress | undefined;
  /** Why a job does not go on although nobody paused it (the disk is full); it waits until it is resumed. */
  heldBecause: (jobId: string) => OffprintError | undefined;
  /** Forgets why a job was held. */
  release: (jobId: string) => void;
  running: () => readonly string[];
  /** Starts nothing any more. */
  close: () => void;
}>;

/**
 * Runs the export jobs of a host in the order in which they were created, some at a time. What to run next is read
 * from the store each time, so that nothing but the store has to survive a restart.
 */
export function openQueue(host: Host, ports: QueuePorts): Queue {
  const running = new Map<string, Progress | undefined>();
  const held = new Map<string, OffprintError>();
  const asked = new Set<string>();
  let closed = false;

  const wake = (): void => {
    while (!closed && !ports.isPaused() && !host.isRecovering() && running.size < ports.concurrency()) {
      const busy = [...running.keys(), ...held.keys()];
      const jobId = nextJob(host.store(), busy, ports.onlyAsked ? [...asked] : undefined);
      if (jobId === undefined) return;
      start(jobId);
    }
  };

  const start = (jobId: string): void => {
    running.set(jobId, undefined);
    ports.log(`export job ${jobId} started`);
    const onProgress = (progress: Progress): void => {
      running.set(jobId, progress);
      ports.onProgress(progress);
    };
    Promise.all([ports.credentialsOf(jobId), ports.accessOf?.(jobId)])
      .then(([credentials, access]) => host.run(jobId, onProgress, credentials, access))
      .then((job) => ports.log(`export job ${jobId} ${job.status}${job.error ? `: ${job.error}` : ''}`))
      .catch((error: unknown) => {
        if (closed || !findJob(host.store(), jobId)) return;
        const why = asOffprintError(error);
        held.set(jobId, why);
        ports.onHeld(jobId, why);
        ports.log(`export job ${jobId} waits: ${why.message}`);
      })
      .finally(() => {
        running.delete(jobId);
        wake();
      });
  };

  return {
    wake,
    ask: (jobId) => {
      asked.add(jobId);
      held.delete(jobId);
      wake();
    },
    progressOf: (jobId) => running.get(jobId),
    heldBecause: (jobId) => held.get(jobId),
    release: (jobId) => {
      held.delete(jobId);
    },
    running: () => [...running.keys()],
    close: () => {
      closed = true;
    },
  };
}
