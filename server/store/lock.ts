import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { OffprintError, systemCode } from '../errors.ts';

export type Lock = Readonly<{ release: () => void }>;

/** A database that nothing refers to is closed by the garbage collector, and its lock would fall with it. */
const held = new Set<Database.Database>();

/**
 * Takes a lock of the data folder for as long as this process lives. The operating system holds it
 * (an exclusive SQLite transaction is a file lock), so a process that dies releases it: no lock is ever stale.
 * @param name 'host' for the program that owns the data folder, 'writer' for its one writing process
 * @param waitMs how long to wait for another holder to let go
 * @throws OffprintError `store-locked`; `usage` when the folder cannot be made or written
 */
export function takeLock(dataFolder: string, name: 'host' | 'writer', waitMs: number): Lock {
  const file = path.join(dataFolder, `${name}.lock`);
  const holderFile = path.join(dataFolder, `${name}.json`);
  let lock: Database.Database;
  try {
    fs.mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    fs.accessSync(dataFolder, fs.constants.R_OK | fs.constants.W_OK);
    lock = new Database(file, { timeout: waitMs });
  } catch (error) {
    throw unusable(dataFolder, error);
  }
  try {
    lock.pragma('journal_mode = DELETE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (systemCode(error) !== 'SQLITE_BUSY') throw error;
    throw new OffprintError(
      'store-locked',
      `The data folder ${dataFolder} is in use by another Offprint${holder(holderFile)}. Close it, or choose another data folder with --data.`,
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

function unusable(dataFolder: string, error: unknown): unknown {
  const code = systemCode(error) ?? '';
  if (!['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'SQLITE_CANTOPEN'].includes(code)) return error;
  return new OffprintError(
    'usage',
    `The data folder ${dataFolder} cannot be written (${code}). Give this user the right to write there, or choose another data folder with --data.`,
    error,
  );
}

function holder(file: string): string {
  try {
    const { pid } = JSON.parse(fs.readFileSync(file, 'utf8')) as { pid?: number };
    return pid === undefined ? '' : ` (process ${pid})`;
  } catch {
    return ''; // written a moment after the lock: its absence says nothing
  }
}
