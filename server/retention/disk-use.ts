import { Worker } from 'node:worker_threads';
import { programBeside } from '../program-beside.ts';

/** Disk use of a project's exports, in bytes. */
export type ProjectUse = Readonly<{
  projectId: string;
  exports: number;
  /** Bundles in all formats, and deltas. */
  bundleBytes: number;
  /** Fetched contents. Contents shared by several projects count for each of them. */
  contentBytes: number;
}>;

export type DiskUse = Readonly<{
  projects: readonly ProjectUse[];
  /** Contents that are only used by the jobs to be removed. */
  freedBytes: number;
}>;

export type DiskUseTask = Readonly<{
  /** Path of the database file. */
  database: string;
  /** Jobs to be removed. */
  jobIds: readonly string[];
}>;

/** Adds up the disk use of a data folder in a worker thread, because large stores have millions of rows. */
export async function measureDiskUse(task: DiskUseTask): Promise<DiskUse> {
  const thread = new Worker(programBeside(import.meta.url, './disk-use-thread'), { workerData: task });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  });
}
