import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { asOffprintError, OffprintError } from '../errors.ts';
import { migrations } from './migrations.ts';
import { hasOwnDatabase } from './own-database.ts';

export type Store = Database.Database;

const statements = new WeakMap<Store, Map<string, Database.Statement>>();

/**
 * Returns a prepared statement that is cached per store, because parsing SQL takes longer than finding a row. Do not
 * use it for statements that are iterated or switched to pluck mode, because all callers with the same SQL share one
 * statement.
 */
export function statement(store: Store, sql: string): Database.Statement {
  const known = statements.get(store) ?? new Map<string, Database.Statement>();
  statements.set(store, known);
  const prepared = known.get(sql) ?? store.prepare(sql);
  known.set(sql, prepared);
  return prepared;
}

/** Name of the database inside the data folder. */
export const DATABASE_FILE = 'offprint.db';

/**
 * Opens the database of a data folder for writing, creating and migrating it as needed. Refuses a file that is not an
 * Offprint database and leaves it unchanged. Copies a database to `backups/` before migrating it. The caller must hold
 * the writer's lock (folder-lock.ts): there is only one writer.
 * @throws OffprintError `store-damaged`, `store-newer`, `disk-full`; `usage` if the file belongs to another program
 */
export function openForWriting(dataFolder: string): Store {
  fs.mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const file = path.join(dataFolder, DATABASE_FILE);
  try {
    if (!hasOwnDatabase(file)) make(file, dataFolder);
    const store = new Database(file);
    store.pragma('journal_mode = WAL');
    store.pragma('synchronous = NORMAL');
    store.pragma('foreign_keys = ON');
    store.pragma('busy_timeout = 5000');
    checkWhole(store, file);
    migrate(store, dataFolder);
    return store;
  } catch (error) {
    throw asOffprintError(error);
  }
}

/** Creates the database atomically: a leftover empty file would look like a lost database. */
function make(file: string, dataFolder: string): void {
  const fresh = `${file}.new`;
  for (const left of [fresh, `${fresh}-journal`]) fs.rmSync(left, { force: true });
  const store = new Database(fresh);
  store.pragma('synchronous = OFF'); // flushed once, below
  migrate(store, dataFolder);
  store.close();
  const descriptor = fs.openSync(fresh, 'r+');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
  fs.renameSync(fresh, file);
}

/** Runs `work` in a transaction, which is rolled back if it throws. */
export function transact<T>(store: Store, work: () => T): T {
  return store.transaction(work).immediate();
}

/** Returns the current time in the store's format (ISO 8601, UTC). */
export function now(): string {
  return new Date().toISOString();
}

/** Returns the number of migrations (migrations.ts) applied to a database. */
export function schemaVersion(store: Store): number {
  return Number(store.pragma('user_version', { simple: true }));
}

function checkWhole(store: Store, file: string): void {
  const found = store.pragma('quick_check(1)', { simple: true });
  if (found !== 'ok') {
    throw new OffprintError(
      'store-damaged',
      `The database ${file} is damaged (${String(found)}). Move it elsewhere, with its -wal and -shm files, and replace it with the newest backup from the backups folder, or choose another data folder.`,
    );
  }
}

/** @throws OffprintError `store-newer` */
export function migrate(store: Store, dataFolder: string): void {
  const from = schemaVersion(store);
  if (from > migrations.length) throw newerStore(store.name);
  if (from === migrations.length) return;
  if (from > 0) backUp(store, dataFolder, from);
  store
    .transaction(() => {
      for (const [index, sql] of migrations.entries()) {
        if (index < from) continue;
        store.exec(sql);
        store.pragma(`user_version = ${index + 1}`);
      }
    })
    .exclusive();
}

function backUp(store: Store, dataFolder: string, version: number): void {
  const folder = path.join(dataFolder, 'backups');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stamp = now().replaceAll(':', '-');
  store.prepare('VACUUM INTO ?').run(path.join(folder, `offprint-schema${version}-${stamp}.db`));
}

export function newerStore(file: string): OffprintError {
  return new OffprintError(
    'store-newer',
    `The database ${file} was made by a newer version of Offprint. Update Offprint, or choose another data folder.`,
  );
}
