import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** A thread that reads a whole database, which takes its time: {@link checkDatabase} starts it. */
const store = new Database(String(workerData), { readonly: true });
parentPort?.postMessage(store.pragma('integrity_check(20)', { simple: false }));
store.close();
