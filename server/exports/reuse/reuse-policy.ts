import type { Store } from '../../store/database.ts';
import { type ExportJob, findLastCompletedJob } from '../../store/exports.ts';
import type { Resource } from '../../store/resources.ts';

// Decides what an export reuses from previous ones: which exports, which resources, which bundle entries
// (docs/decisions/0007). The reuse itself is in reuse-unchanged.ts and entry-reuse.ts.

/** Returns the jobs to reuse from: those that a retry repeats, and the last completed job. */
export function previousJobs(
  store: Store,
  job: ExportJob,
  retried: readonly ExportJob[],
): readonly ExportJob[] {
  const completed = job.fresh ? undefined : findLastCompletedJob(store, job);
  return completed ? [...retried, completed] : retried;
}

/**
 * Whether a resource acquired by a previous job may be reused at all, if it has not changed.
 * @param maxBytes maximum size in this job of a file with a media type
 */
export function isReusable(
  resource: Resource,
  maxBytes: (contentType: string) => number,
): resource is Resource & { object: string } {
  const { status, object, renderMode, sizeBytes, contentType } = resource;
  // The origin cannot tell whether a page rendered by a browser is unchanged.
  if (status !== 'done' || object === null || renderMode === 'rendered') return false;
  // This job's limits apply, regardless of the previous job's. A larger file is requested again, and then rejected.
  return (sizeBytes ?? 0) <= maxBytes(contentType ?? '');
}

/**
 * Whether an entry of a previous bundle equals the one that would be made now.
 * @param key current entry key (entry-key.ts)
 */
export function isSameEntry(key: string, entry: Readonly<{ digest: string }>): boolean {
  return entry.digest === key;
}
