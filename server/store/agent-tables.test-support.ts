import Database from 'better-sqlite3';
import type { Store } from './database.ts';
import { migrations } from './migrations.ts';

/** Creates a store for tests of single tables: the real tables, with rows of jobs that never ran. */
export function agentTables(file = ':memory:'): Store {
  const store = new Database(file);
  store.pragma('journal_mode = WAL');
  store.pragma('foreign_keys = OFF');
  if (store.pragma('user_version', { simple: true }) === 0) {
    for (const sql of migrations) store.exec(sql);
    store.pragma(`user_version = ${migrations.length}`);
  }
  return store;
}
