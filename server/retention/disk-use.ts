import { Worker } from 'node:worker_threads';
import { programBeside } from '../program-beside.ts';

/** What the exports of a project take on the disk, in bytes. */
export type ProjectUse = Readonly<{
  projectId: string;
  exports: number;
  /** Bundles in every format, and deltas. */
  bundleBytes: number;
  /** What was acquired. Contents that several projects use count for each. */
  contentBytes: number;
}>;

export type DiskUse = Readonly<{
  projects: readonly ProjectUse[];
  /** Contents of these exports that no other one uses. */
  freedBytes: number;
}>;

export type DiskUseTask = Readonly<{
  /** The database file. */
  database: string;
  /** Jobs that would go. */
  jobIds: readonly string[];
}>;

/** Adds up what a data folder holds, in a thread: large stores have millions of rows. */
export async function measureDiskUse(task: DiskUseTask): Promise<DiskUse> {
  const thread = new Worker(programBeside(import.meta.url, './disk-use-thread'), { workerData: task });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  });
}
