import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { systemCode } from '../errors.ts';

/** Worker thread that reads a whole database, which may take long. Started by {@link checkDatabase}. */
const store = new Database(String(workerData), { readonly: true });
parentPort?.postMessage(checked());
store.close();

/** If a page cannot be read at all, SQLite aborts the check instead of reporting the fault. */
function checked(): unknown {
  try {
    return store.pragma('integrity_check(20)', { simple: false });
  } catch (error) {
    if (systemCode(error)?.startsWith('SQLITE_CORRUPT') !== true) throw error;
    return [{ integrity_check: (error as Error).message }];
  }
}
