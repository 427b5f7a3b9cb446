import type { z } from 'zod';
import type { Progress } from '../exports/job/progress.ts';
import type { JobSummary } from '../store/exports.ts';
import type { exportJob } from './schemas.ts';
import type { Services } from './services.ts';

/** Returns an export job in its current state, including live progress. */
export function liveJobBody({ queue }: Pick<Services, 'queue'>, job: JobSummary): z.infer<typeof exportJob> {
  return jobBody(job, {
    isRunning: queue.running().includes(job.id),
    progress: queue.progressOf(job.id),
    heldBecause: queue.heldBecause(job.id)?.message,
  });
}

/** Returns an export job in the form of the API. */
function jobBody(
  job: JobSummary,
  live: Readonly<{
    isRunning: boolean;
    progress?: Progress | undefined;
    heldBecause?: string | undefined;
  }>,
): z.infer<typeof exportJob> {
  const { progress, heldBecause } = live;
  // A job stored as running was interrupted unless it is running in this process. Until it resumes, it is queued.
  const isRunning = job.status === 'running' && live.isRunning && heldBecause === undefined;
  const pauseReason = heldBecause ?? job.pauseReason ?? undefined;
  return {
    jobId: job.id,
    status: job.status === 'running' && !isRunning ? 'queued' : job.status,
    progress: job.progress,
    pageCount: job.pageCount,
    createdAt: job.createdAt,
    updatedAt: job.updatedAt,
    ...(job.status === 'failed' && {
      error: job.error ?? 'The export failed.',
      errorCode: job.errorCode ?? 'internal',
    }),
    projectId: job.projectId,
    domain: job.domain,
    version: job.version,
    phase: job.phase,
    paused: job.paused,
    ...(pauseReason !== undefined && { pauseReason }),
    missingCount: job.missingCount,
    verdict: job.verdict,
    startedAt: job.startedAt,
    finishedAt: job.finishedAt,
    retryOf: job.retryOf,
    bundleBytes: job.bundleBytes,
    ...(isRunning && progress && { pagesKnown: progress.pagesKnown }),
    ...(isRunning &&
      progress?.remainingSeconds !== undefined && { remainingSeconds: progress.remainingSeconds }),
    ...(isRunning &&
      progress?.remainingLeastSeconds !== undefined && {
        remainingLeastSeconds: progress.remainingLeastSeconds,
      }),
    ...(isRunning && progress?.trying && { trying: true }),
  };
}
