import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { systemCode } from '../errors.ts';

/** A thread that reads a whole database, which takes its time: {@link checkDatabase} starts it. */
const store = new Database(String(workerData), { readonly: true });
parentPort?.postMessage(checked());
store.close();

/** Where a page cannot be read at all, SQLite ends the check instead of telling of it. */
function checked(): unknown {
  try {
    return store.pragma('integrity_check(20)', { simple: false });
  } catch (error) {
    if (systemCode(error)?.startsWith('SQLITE_CORRUPT') !== true) throw error;
    return [{ integrity_check: (error as Error).message }];
  }
}
