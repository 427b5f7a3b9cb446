import type { ExportJob, NewJob } from '../store/exports.ts';

/**
 * The unfinished job that goes on instead of a new one: it has the same settings, the same policy and, where one is asked
 * for, the same version label.
 * @param unfinished jobs of the same project
 */
export function matchingUnfinishedJob(unfinished: readonly ExportJob[], job: NewJob): ExportJob | undefined {
  return unfinished.find((other) => doesTheSame(other, job));
}

function doesTheSame(unfinished: ExportJob, job: NewJob): boolean {
  return (
    JSON.stringify([unfinished.settings, unfinished.policy]) === JSON.stringify([job.settings, job.policy]) &&
    (job.version === null || unfinished.version === job.version)
  );
}
