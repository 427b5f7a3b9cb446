import Database from 'better-sqlite3';
import type { Store } from './database.ts';
import { migrations } from './migrations.ts';

/** A store for tests of what lies in it: the tables as they are, rows of jobs that nobody made. */
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
