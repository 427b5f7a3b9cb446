import { setImmediate as otherWork } from 'node:timers/promises';
import type { Store } from './database.ts';

/** The large tables with rows of a job, and their key within a job. */
const KEYS = { resources: 'url', ingested: 'url', entries: 'path', findings: 'rowid', events: 'id' } as const;

const ROWS_AT_ONCE = 500;

/** Deletes the rows of a job in batches, so that a large export does not block other work. */
export async function deleteRowsOfJob(store: Store, table: keyof typeof KEYS, jobId: string): Promise<void> {
  const key = KEYS[table];
  const some = store.prepare(
    `DELETE FROM ${table} WHERE job_id = @jobId AND ${key} IN
     (SELECT ${key} FROM ${table} WHERE job_id = @jobId LIMIT ${ROWS_AT_ONCE})`,
  );
  while (some.run({ jobId }).changes > 0) await otherWork();
}
