import { now, type Store } from './database.ts';

/** A file that turns the zip of one job into that of another. */
export type Delta = Readonly<{
  jobId: string;
  baseJobId: string;
  /** Relative to the data folder. */
  file: string;
  sizeBytes: number;
  sha256: string;
  createdAt: string;
}>;

export function addDelta(store: Store, delta: Omit<Delta, 'createdAt'>): void {
  store
    .prepare('INSERT OR REPLACE INTO deltas VALUES (?, ?, ?, ?, ?, ?)')
    .run(delta.jobId, delta.baseJobId, delta.file, delta.sizeBytes, delta.sha256, now());
}

const COLUMNS = `job_id AS jobId, base_job_id AS baseJobId, file, size_bytes AS sizeBytes, sha256,
  created_at AS createdAt`;

export function findDelta(store: Store, jobId: string, baseJobId: string): Delta | undefined {
  return store
    .prepare(`SELECT ${COLUMNS} FROM deltas WHERE job_id = ? AND base_job_id = ?`)
    .get(jobId, baseJobId) as Delta | undefined;
}

/** Returns the deltas based on a job. Their files are in the folders of other jobs. */
export function deltasFrom(store: Store, baseJobId: string): Delta[] {
  return store.prepare(`SELECT ${COLUMNS} FROM deltas WHERE base_job_id = ?`).all(baseJobId) as Delta[];
}
