import type { ExportJob, NewJob } from '../store/exports.ts';

/**
 * Finds an unfinished job to resume instead of starting a new one. It must have the same settings, the same policy and,
 * if one is requested, the same version label.
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
