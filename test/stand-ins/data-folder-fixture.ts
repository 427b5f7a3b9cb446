import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { migrations } from '../../server/store/migrations.ts';

/**
 * Data folders of every schema version, kept in test/fixtures/data-folders: the database as SQL, with its files next to
 * it. `node test/stand-ins/data-folder-fixture.ts` makes the one of the current version by exporting two pages; with
 * `--source <clone>` the code of an earlier commit makes it. Existing ones are never regenerated. Versions 2 to 8 and
 * 22, which no commit ended with, were made from the previous version by `--migrate <version>`.
 */
export const FIXTURES = path.join(import.meta.dirname, '..', 'fixtures', 'data-folders');

const SQL = 'offprint.sql';
const KEPT = ['objects', 'exports'];
const PAGES = {
  'index.html':
    '<!doctype html><html lang="en"><title>Start</title><h1>Start</h1><p><a href="more.html">More</a></p></html>\n',
  'more.html':
    '<!doctype html><html lang="en"><title>More</title><h1>More</h1><p><a href="index.html">Start</a></p></html>\n',
};

export function fixtureFolderOf(version: number): string {
  return path.join(FIXTURES, `schema-${String(version).padStart(2, '0')}`);
}

/**
 * Restores the data folder of a version.
 * @param folder new or empty
 */
export function unpackFixture(version: number, folder: string): void {
  const kept = fixtureFolderOf(version);
  fs.mkdirSync(folder, { recursive: true });
  for (const name of KEPT) fs.cpSync(path.join(kept, name), path.join(folder, name), { recursive: true });
  const store = new Database(path.join(folder, 'offprint.db'));
  store.pragma('journal_mode = WAL');
  store.exec(fs.readFileSync(path.join(kept, SQL), 'utf8'));
  store.close();
}

/**
 * Saves a data folder as a fixture.
 * @returns the schema version
 */
function keep(dataFolder: string): number {
  const store = new Database(path.join(dataFolder, 'offprint.db'), { readonly: true });
  const version = Number(store.pragma('user_version', { simple: true }));
  const kept = fixtureFolderOf(version);
  if (fs.existsSync(kept)) throw new Error(`There is ${kept} already, and a kept folder stays as it is.`);
  fs.mkdirSync(kept, { recursive: true });
  fs.writeFileSync(path.join(kept, SQL), sqlOf(store, version));
  store.close();
  for (const name of KEPT) fs.cpSync(path.join(dataFolder, name), path.join(kept, name), { recursive: true });
  return version;
}

/** Tables and their rows first, then the indexes and triggers, which would interfere with inserting them. */
function sqlOf(store: Database.Database, version: number): string {
  const schema = store
    .prepare("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
    .all() as { type: string; name: string; sql: string }[];
  const tables = schema.filter(({ type }) => type === 'table');
  return `${[
    'PRAGMA foreign_keys = OFF;',
    'BEGIN;',
    ...tables.map(({ sql }) => `${sql};`),
    ...tables.flatMap(({ name }) => rowsOf(store, name)),
    ...schema.filter(({ type }) => type !== 'table').map(({ sql }) => `${sql};`),
    `PRAGMA user_version = ${version};`,
    'COMMIT;',
  ].join('\n')}\n`;
}

function rowsOf(store: Database.Database, table: string): string[] {
  const columns = store.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];
  const values = columns.map((column) => `quote("${column}")`).join(" || ', ' || ");
  return (store.prepare(`SELECT ${values} FROM "${table}"`).pluck().all() as string[]).map(
    (row) => `INSERT INTO "${table}" VALUES (${row});`,
  );
}

function make(source: string, data: string): void {
  const work = path.dirname(data);
  const site = path.join(work, 'site');
  fs.mkdirSync(site);
  for (const [name, text] of Object.entries(PAGES)) fs.writeFileSync(path.join(site, name), text);
  const args = [site, '--data', data, '--out', path.join(work, 'site.zip'), '--sample-max', '0'];
  const run = ['run', '-s', '--prefix', source, 'export', '--', ...args];
  const { status } = spawnSync('npm', run, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`The export ended with ${status}.`);
}

/** Applies one more migration to the folder of the previous version, for versions that no commit ended with. */
function migrate(version: number, data: string): void {
  unpackFixture(version - 1, data);
  const store = new Database(path.join(data, 'offprint.db'));
  store.exec(migrations[version - 1] ?? '');
  store.pragma(`user_version = ${version}`);
  store.close();
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { source: { type: 'string' }, migrate: { type: 'string' } } });
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-kept-'));
  const data = path.join(work, 'data');
  try {
    if (values.migrate === undefined) make(path.resolve(values.source ?? '.'), data);
    else migrate(Number(values.migrate), data);
    console.log(`Kept: ${fixtureFolderOf(keep(data))}`);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}
