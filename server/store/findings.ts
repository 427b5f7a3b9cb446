import type { Problem } from '../exports/rewrite/links.ts';
import type { FeatureNote } from '../exports/rewrite/page.ts';
import { type Store, transact } from './database.ts';

export type FindingKind = Problem['kind'] | 'feature';

export function clearFindings(store: Store, jobId: string): void {
  store.prepare('DELETE FROM findings WHERE job_id = ?').run(jobId);
}

export function addFindings(
  store: Store,
  jobId: string,
  url: string,
  problems: readonly Problem[],
  features: readonly FeatureNote[],
): void {
  if (problems.length + features.length === 0) return;
  const insert = store.prepare('INSERT INTO findings VALUES (?, ?, ?, ?)');
  transact(store, () => {
    for (const problem of problems) insert.run(jobId, url, problem.kind, JSON.stringify(problem));
    for (const note of features) insert.run(jobId, url, 'feature', JSON.stringify(note));
  });
}

/** Returns findings of some kinds, in the order of the URLs where they were found. */
export function* listFindings<T>(
  store: Store,
  jobId: string,
  kinds: readonly FindingKind[],
): Generator<{ url: string; detail: T }> {
  const rows = store
    .prepare(
      `SELECT url, detail FROM findings WHERE job_id = ? AND kind IN (SELECT value FROM json_each(?)) ORDER BY url, rowid`,
    )
    .all(jobId, JSON.stringify(kinds)) as { url: string; detail: string }[];
  for (const row of rows) yield { url: row.url, detail: JSON.parse(row.detail) as T };
}
