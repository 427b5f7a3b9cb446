import { Worker } from 'node:worker_threads';
import { OffprintError } from '../errors.ts';
import { programBeside } from '../program-beside.ts';

/** Tasks of the thread. Their time and disk space depend on the size of the whole database. */
export type SnapshotTask =
  | Readonly<{
      /** Copies the database in a consistent state while others write. `target` must not exist. */
      kind: 'copy';
      source: string;
      target: string;
    }>
  | Readonly<{
      /** Removes from a copy what a backup leaves out, and checks the rest. */
      kind: 'finish';
      target: string;
      /** Deleted while the backup was being made, so their files may be missing. */
      goneJobs: readonly string[];
      goneProjects: readonly string[];
      goneReceived: readonly string[];
      goneSites: readonly string[];
    }>;

/**
 * Works on a database in a separate thread: a large one takes minutes.
 * @throws OffprintError `store-damaged`, `disk-full`
 */
export async function workOnSnapshot(task: SnapshotTask): Promise<void> {
  const thread = new Worker(programBeside(import.meta.url, './snapshot-thread'), { workerData: task });
  const faults = await new Promise<string[]>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  });
  if (faults.length === 0) return;
  throw new OffprintError(
    'store-damaged',
    `The database is damaged (${faults.slice(0, 3).join('; ')}), so no backup was made. Repair it with: offprint doctor --repair`,
  );
}
