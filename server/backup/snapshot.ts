import { Worker } from 'node:worker_threads';
import { OffprintError } from '../errors.ts';
import { programBeside } from '../program-beside.ts';

/** What the thread does; times and sizes are those of the whole database. */
export type SnapshotTask =
  | Readonly<{
      /** Copies the database as it is at one moment, while others write. `target` must not exist. */
      kind: 'copy';
      source: string;
      target: string;
    }>
  | Readonly<{
      /** Takes out of a copy what a backup leaves out, and checks what is left. */
      kind: 'finish';
      target: string;
      /** Deleted while the backup was made: their files may be gone. */
      goneJobs: readonly string[];
      goneProjects: readonly string[];
      goneReceived: readonly string[];
      goneSites: readonly string[];
    }>;

/** Works on a database in a thread of its own: a large one takes minutes. @throws OffprintError `store-damaged`, `disk-full` */
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
