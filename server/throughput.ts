import type { Progress } from './exports/job/progress.ts';
import type { JobPhase } from './store/exports.ts';

export type Sample = Readonly<{ at: string; phase: JobPhase; progress: number; pageCount: number }>;

export type ThroughputLog = Readonly<{
  note: (progress: Progress) => void;
  /** Oldest first. */
  of: (jobId: string) => readonly Sample[];
}>;

const FIRST_DISTANCE_MS = 1000;
const SAMPLES_MAX = 360;
const JOBS_MAX = 100;

/**
 * Records the progress of the latest jobs in memory, as one sample per second. If a job has too many samples, every
 * second one is dropped and the interval doubles.
 */
export function throughputLog(now: () => number = Date.now): ThroughputLog {
  const jobs = new Map<string, { distanceMs: number; last: number; samples: Sample[] }>();
  return {
    note: ({ jobId, phase, progress, pageCount }) => {
      const job = jobs.get(jobId) ?? { distanceMs: FIRST_DISTANCE_MS, last: 0, samples: [] };
      const at = now();
      const isNews = job.samples.at(-1)?.phase !== phase;
      if (!isNews && at - job.last < job.distanceMs) return;
      job.last = at;
      job.samples.push({ at: new Date(at).toISOString(), phase, progress, pageCount });
      if (job.samples.length > SAMPLES_MAX) {
        job.samples = job.samples.filter((_, index) => index % 2 === 0);
        job.distanceMs *= 2;
      }
      jobs.delete(jobId);
      jobs.set(jobId, job);
      const oldest = jobs.keys().next().value;
      if (jobs.size > JOBS_MAX && oldest !== undefined) jobs.delete(oldest);
    },
    of: (jobId) => jobs.get(jobId)?.samples ?? [],
  };
}
