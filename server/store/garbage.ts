import type { Store } from './database.ts';

/** What deleting a job would remove. Anything that other jobs share stays. */
export type Removal = Readonly<{
  jobId: string;
  /** Bundles in all formats, and the deltas from and to them. */
  bundles: number;
  bundleBytes: number;
  /** Objects that no other job uses. */
  objects: number;
  objectBytes: number;
}>;

/** Returns what deleting a job would remove: nothing if there is no such job. */
export function removalOf(store: Store, jobId: string): Removal {
  const bundles = store
    .prepare(
      `SELECT count(*) AS count, coalesce(sum(size_bytes), 0) AS bytes FROM (
         SELECT size_bytes FROM bundles WHERE job_id = @jobId
         UNION ALL SELECT size_bytes FROM deltas WHERE @jobId IN (job_id, base_job_id))`,
    )
    .get({ jobId }) as { count: number; bytes: number };
  const objects = store
    .prepare(
      `SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes FROM (
         SELECT own.object, max(own.size_bytes) AS size FROM resources own
         WHERE own.job_id = @jobId AND own.object IS NOT NULL AND NOT EXISTS (
           SELECT 1 FROM resources other WHERE other.object = own.object AND other.job_id <> @jobId)
         GROUP BY own.object)`,
    )
    .get({ jobId }) as { count: number; bytes: number };
  return {
    jobId,
    bundles: bundles.count,
    bundleBytes: bundles.bytes,
    objects: objects.count,
    objectBytes: objects.bytes,
  };
}

/** Marks the objects of a job for removal. Call this in the transaction that deletes its rows. */
export function markObjects(store: Store, jobId: string): void {
  store
    .prepare(
      'INSERT OR IGNORE INTO garbage SELECT DISTINCT object FROM resources WHERE job_id = ? AND object IS NOT NULL',
    )
    .run(jobId);
}

/**
 * Processes up to `count` marked objects: passes those that no job uses to `remove`, then unmarks all of them.
 * @returns whether any objects were marked
 */
export function sweepSome(store: Store, count: number, remove: (object: string) => void): boolean {
  const marked = store.prepare('SELECT object FROM garbage LIMIT ?').pluck().all(count) as string[];
  if (marked.length === 0) return false;
  const used = store.prepare('SELECT 1 FROM resources WHERE object = ? LIMIT 1').pluck();
  for (const object of marked) if (used.get(object) === undefined) remove(object);
  store
    .prepare('DELETE FROM garbage WHERE object IN (SELECT value FROM json_each(?))')
    .run(JSON.stringify(marked));
  return true;
}
