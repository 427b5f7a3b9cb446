import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { SnapshotTask } from './snapshot.ts';

/** The thread of {@link workOnSnapshot}. */
const task = workerData as SnapshotTask;
parentPort?.postMessage(task.kind === 'copy' ? copy(task) : finish(task));

/** `VACUUM INTO` reads in one transaction: it sees a consistent state and does not block writers. */
function copy({ source, target }: SnapshotTask & { kind: 'copy' }): string[] {
  const store = new Database(source, { readonly: true });
  store.pragma('busy_timeout = 30000');
  store.prepare('VACUUM INTO ?').run(target);
  store.close();
  return [];
}

function finish(task: SnapshotTask & { kind: 'finish' }): string[] {
  const store = new Database(task.target);
  store.pragma('foreign_keys = ON');
  store.pragma('journal_mode = MEMORY');
  store.pragma('synchronous = OFF'); // the copy is temporary
  store.pragma('secure_delete = ON'); // leave no bytes of the keys behind
  const remove = (table: string, ids: readonly string[]): void => {
    if (ids.length === 0) return;
    store
      .prepare(`DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`)
      .run(JSON.stringify(ids));
  };
  store.transaction(() => {
    store.exec('DELETE FROM secrets; DELETE FROM admin_keys;');
    remove('export_jobs', task.goneJobs);
    remove('projects', task.goneProjects);
    remove('received', task.goneReceived);
    remove('hosted_sites', task.goneSites);
  })();
  const faults = (store.pragma('integrity_check(20)') as { integrity_check: string }[])
    .map((row) => row.integrity_check)
    .filter((text) => text !== 'ok');
  store.close();
  return faults;
}
