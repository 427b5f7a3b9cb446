import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { programBeside } from '../program-beside.ts';
import { DATABASE_FILE } from './database.ts';

/** Lets SQLite read and check a whole database, beside what goes on. @returns what is wrong with it; empty: nothing */
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
