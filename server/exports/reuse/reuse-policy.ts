import type { Store } from '../../store/database.ts';
import { type ExportJob, findLastCompletedJob } from '../../store/exports.ts';
import type { Resource } from '../../store/resources.ts';

// What an export takes over from previous ones: from which of them, which resources, which entries of the bundle
// (docs/decisions/0007). How it is taken over: reuse-unchanged.ts, entry-reuse.ts.

/** A retry takes from the jobs that it repeats; every job takes from the last one that completed. */
export function previousJobs(
  store: Store,
  job: ExportJob,
  retried: readonly ExportJob[],
): readonly ExportJob[] {
  const completed = job.fresh ? undefined : findLastCompletedJob(store, job);
  return completed ? [...retried, completed] : retried;
}

/**
 * Whether what a previous job acquired may be taken at all, if it has not changed.
 * @param maxBytes how large a file of a media type may be in this job
 */
export function isReusable(
  resource: Resource,
  maxBytes: (contentType: string) => number,
): resource is Resource & { object: string } {
  const { status, object, renderMode, sizeBytes, contentType } = resource;
  // Of a page that a browser made, the origin cannot say whether it is the same.
  if (status !== 'done' || object === null || renderMode === 'rendered') return false;
  // The caps of this job hold, whatever those of the previous one were: the origin is asked, and refused.
  return (sizeBytes ?? 0) <= maxBytes(contentType ?? '');
}

/**
 * Whether an entry of a previous bundle is what would be made now.
 * @param key what decides the entry now (entry-key.ts)
 */
export function isSameEntry(key: string, entry: Readonly<{ digest: string }>): boolean {
  return entry.digest === key;
}
