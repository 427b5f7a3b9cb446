import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { OffprintError, systemCode } from '../errors.ts';

export type Lock = Readonly<{ release: () => void }>;

/**
 * Takes a lock of the data folder for as long as this process lives. The operating system holds it
 * (an exclusive SQLite transaction is a file lock), so a process that dies releases it: no lock is ever stale.
 * @param name 'host' for the program that owns the data folder, 'writer' for its one writing process
 * @param waitMs how long to wait for another holder to let go
 * @throws OffprintError `store-locked`
 */
export function takeLock(dataFolder: string, name: 'host' | 'writer', waitMs: number): Lock {
  fs.mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const file = path.join(dataFolder, `${name}.lock`);
  const holderFile = path.join(dataFolder, `${name}.json`);
  const lock = new Database(file, { timeout: waitMs });
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
  fs.writeFileSync(holderFile, JSON.stringify({ pid: process.pid }), { mode: 0o600 });
  return {
    release: () => {
      fs.rmSync(holderFile, { force: true });
      lock.close();
    },
  };
}

function holder(file: string): string {
  try {
    const { pid } = JSON.parse(fs.readFileSync(file, 'utf8')) as { pid?: number };
    return pid === undefined ? '' : ` (process ${pid})`;
  } catch {
    return ''; // written a moment after the lock: its absence says nothing
  }
}
