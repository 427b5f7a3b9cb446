import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { OffprintError, systemCode } from './errors.ts';

export type Lock = Readonly<{ release: () => void }>;

type Words = Readonly<{ what: string; option: string }>;
const DATA_FOLDER: Words = { what: 'data folder', option: '--data' };

/** Keeps databases referenced: the garbage collector would close them and release their locks. */
const held = new Set<Database.Database>();

/** Returns the names of the files that takeLock makes in the folder: the lock, SQLite's journal, and who holds it. */
export function lockFiles(name: 'host' | 'writer'): [lock: string, journal: string, holder: string] {
  return [`${name}.lock`, `${name}.lock-journal`, `${name}.json`];
}

/**
 * Takes a lock on a folder for the lifetime of this process. The operating system holds it (an exclusive SQLite
 * transaction is a file lock) and releases it when the process dies, so a lock is never stale.
 * @param name 'host' for the program that owns the folder, 'writer' for the one writing process of a data folder
 * @param waitMs how long to wait for another holder to release it
 * @param words name of the folder for people, and the option that sets another one
 * @throws OffprintError `store-locked`; `usage` if the folder cannot be created or written
 */
export function takeLock(
  folder: string,
  name: 'host' | 'writer',
  waitMs: number,
  words: Words = DATA_FOLDER,
): Lock {
  const [lockName, , holderName] = lockFiles(name);
  const file = path.join(folder, lockName);
  const holderFile = path.join(folder, holderName);
  let lock: Database.Database;
  try {
    makeFolder(folder);
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK);
    lock = new Database(file, { timeout: waitMs });
  } catch (error) {
    throw unusable(folder, error, words);
  }
  try {
    lock.pragma('journal_mode = DELETE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (systemCode(error) !== 'SQLITE_BUSY') throw error;
    throw new OffprintError(
      'store-locked',
      `The ${words.what} ${folder} is in use by another Offprint process${holder(holderFile)}. Stop that process, or choose another ${words.what} with ${words.option}.`,
    );
  }
  held.add(lock);
  fs.writeFileSync(holderFile, JSON.stringify({ pid: process.pid }), { mode: 0o600 });
  return {
    release: () => {
      fs.rmSync(holderFile, { force: true });
      held.delete(lock);
      lock.close();
    },
  };
}

/**
 * Creates a folder and its missing parents one at a time. `mkdir` with `recursive` gives a misleading error on a read-only
 * file system and never returns below /proc.
 */
function makeFolder(folder: string): void {
  const parent = path.dirname(folder);
  if (parent !== folder && !fs.existsSync(parent)) makeFolder(parent);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!fs.existsSync(folder)) throw error;
  }
}

/** Returns the path itself or its nearest parent that is a file instead of a folder. */
function fileOn(folder: string): string | undefined {
  const parent = path.dirname(folder);
  if (fs.existsSync(folder)) return fs.statSync(folder).isDirectory() ? undefined : folder;
  return parent === folder ? undefined : fileOn(parent);
}

function unusable(folder: string, error: unknown, { what, option }: Words): unknown {
  const code = systemCode(error) ?? '';
  const file = fileOn(folder);
  if (file !== undefined)
    return new OffprintError(
      'usage',
      `${file} is a file, not a folder. Choose another ${what} with ${option}.`,
      error,
    );
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'SQLITE_CANTOPEN'].includes(code)) return error;
  return new OffprintError(
    'usage',
    `The ${what} ${folder} cannot be written to (${code}). Make it writable by the account that Offprint runs under, or choose another ${what} with ${option}.`,
    error,
  );
}

function holder(file: string): string {
  try {
    const { pid } = JSON.parse(fs.readFileSync(file, 'utf8')) as { pid?: number };
    return pid === undefined ? '' : ` (process ${pid})`;
  } catch {
    return ''; // written shortly after the lock, so it may be missing
  }
}
