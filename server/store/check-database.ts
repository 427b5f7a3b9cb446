import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { programBeside } from '../program-beside.ts';
import { DATABASE_FILE } from './database.ts';

/**
 * Runs SQLite's check of the whole database without blocking other work.
 * @returns the faults found, or an empty list
 */
export async function checkDatabase(dataFolder: string): Promise<string[]> {
  const thread = new Worker(programBeside(import.meta.url, './check-thread'), {
    workerData: path.join(dataFolder, DATABASE_FILE),
  });
  const rows = await new Promise<{ integrity_check: string }[]>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  });
  return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
}
