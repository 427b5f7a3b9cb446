import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { asOffprintError, OffprintError } from '../errors.ts';
import { takeLock } from '../folder-lock.ts';
import { DATABASE_FILE, now, type Store } from './database.ts';
import { migrations } from './migrations.ts';

export type Repair = Readonly<{
  /** The damaged file, kept as it was. */
  keptAs: string;
  tables: readonly Readonly<{
    name: string;
    rows: number;
    /** False if part of the table could not be read. The number of rows lost is unknown. */
    isWhole: boolean;
    /** Rows that were read, but refer to lost rows. */
    orphans: number;
  }>[];
}>;

/**
 * Builds a new database from the readable parts of a damaged one. Reads each table from both ends up to the damage, and
 * leaves out rows whose parent is lost. The damaged file is moved aside.
 * @throws OffprintError `store-locked`; `store-damaged` if not even the schema can be read
 */
export function repairDatabase(dataFolder: string): Repair {
  const lock = takeLock(dataFolder, 'host', 0);
  const file = path.join(dataFolder, DATABASE_FILE);
  const fresh = `${file}.new-repair`;
  try {
    fs.rmSync(fresh, { force: true });
    const damaged = new Database(file, { readonly: true });
    const store = new Database(fresh);
    let tables: Repair['tables'];
    try {
      store.pragma('synchronous = OFF'); // flushed once, below
      tables = rebuild(damaged, store);
    } finally {
      damaged.close();
      store.close();
    }
    const descriptor = fs.openSync(fresh, 'r+');
    fs.fsyncSync(descriptor);
    fs.closeSync(descriptor);
    const keptAs = `${file}.damaged-${now().replaceAll(':', '-')}`;
    for (const end of ['-wal', '-shm']) {
      if (fs.existsSync(file + end)) fs.renameSync(file + end, keptAs + end);
    }
    fs.renameSync(file, keptAs);
    fs.renameSync(fresh, file);
    return { keptAs, tables };
  } catch (error) {
    fs.rmSync(fresh, { force: true });
    throw asOffprintError(error);
  } finally {
    lock.release();
  }
}

function rebuild(damaged: Store, store: Store): Repair['tables'] {
  const version = Number(damaged.pragma('user_version', { simple: true }));
  if (version < 1 || version > migrations.length) {
    throw new OffprintError(
      'store-damaged',
      'Not even the database schema can be read. Restore a backup (offprint restore), or replace the database with the newest file from the backups folder.',
    );
  }
  store.pragma('foreign_keys = OFF');
  for (const sql of migrations.slice(0, version)) store.exec(sql);
  store.pragma(`user_version = ${version}`);
  const names = store
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .pluck()
    .all() as string[];
  const copied = names.map((name) => ({ name, isWhole: copyTable(damaged, store, name) }));
  const orphans = removeOrphans(store, names);
  return copied.map(({ name, isWhole }) => ({
    name,
    rows: Number(store.prepare(`SELECT count(*) FROM ${name}`).pluck().get()),
    isWhole,
    orphans: orphans.get(name) ?? 0,
  }));
}

/** @returns whether all rows could be read */
function copyTable(damaged: Store, store: Store, name: string): boolean {
  const columns = store.pragma(`table_info(${name})`) as { name: string; pk: number }[];
  const keys = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const list = columns.map((column) => column.name).join(', ');
  const isWithoutRowid = (store.pragma(`table_list(${name})`) as { wr: number }[])[0]?.wr === 1;
  const order = isWithoutRowid ? keys.map((key) => key.name) : ['rowid'];
  const insert = store.prepare(
    `INSERT OR REPLACE INTO ${name} (${isWithoutRowid || keys.length === 1 ? list : `rowid, ${list}`})
     VALUES (${[...(isWithoutRowid || keys.length === 1 ? [] : ['']), ...columns].map(() => '?').join(', ')})`,
  );
  const selected = isWithoutRowid || keys.length === 1 ? list : `rowid, ${list}`;
  const copy = (direction: 'ASC' | 'DESC'): boolean => {
    try {
      const by = order.map((column) => `${column} ${direction}`).join(', ');
      const rows = damaged.prepare(`SELECT ${selected} FROM ${name} NOT INDEXED ORDER BY ${by}`).raw();
      for (const row of rows.iterate()) insert.run(...(row as unknown[]));
      return true;
    } catch (error) {
      if (!/^SQLITE_(CORRUPT|IOERR|NOTADB)/.test(String((error as { code?: unknown }).code))) throw error;
      return false;
    }
  };
  return store.transaction(() => {
    const isWhole = copy('ASC');
    if (!isWhole) copy('DESC');
    return isWhole;
  })();
}

/** Deletes rows whose parent is lost, and then their own children. @returns number of rows by table */
function removeOrphans(store: Store, names: readonly string[]): Map<string, number> {
  const removed = new Map<string, number>();
  type Reference = { id: number; table: string; from: string; to: string; on_delete: string };
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const name of names) {
      const references = Map.groupBy(
        store.pragma(`foreign_key_list(${name})`) as Reference[],
        ({ id }) => id,
      );
      for (const columns of references.values()) {
        const [{ table, on_delete: onDelete } = { table: '', on_delete: '' }] = columns;
        const given = columns.map(({ from }) => `${from} IS NOT NULL`).join(' AND ');
        const same = columns.map(({ from, to }) => `parent.${to} = ${name}.${from}`).join(' AND ');
        const lost = `${given} AND NOT EXISTS (SELECT 1 FROM ${table} parent WHERE ${same})`;
        const sql =
          onDelete === 'SET NULL'
            ? `UPDATE ${name} SET ${columns.map(({ from }) => `${from} = NULL`).join(', ')} WHERE ${lost}`
            : `DELETE FROM ${name} WHERE ${lost}`;
        const { changes } = store.prepare(sql).run();
        if (changes > 0) isDone = false;
        removed.set(name, (removed.get(name) ?? 0) + changes);
      }
    }
  }
  return removed;
}
