import fs from 'node:fs';
import Database from 'better-sqlite3';
import { OffprintError, systemCode } from '../errors.ts';

/** "OFFP", which migrations.ts sets in the file header (`PRAGMA application_id`). */
const APPLICATION_ID = 0x4f464650;
/** From the SQLite database file format, §1.3. */
const HEADER_BYTES = 100;
const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');
const APPLICATION_ID_AT = 68;

/**
 * Checks the database file before SQLite opens it. SQLite would initialise an empty file, and would apply a leftover
 * write-ahead log. Changes nothing.
 * @returns false if there is no database and one may be created
 * @throws OffprintError `store-damaged`; `usage` if the file belongs to another program
 */
export function hasOwnDatabase(file: string): boolean {
  const header = readHeader(file);
  if (header === undefined) {
    const left = [`${file}-wal`, `${file}-journal`].find(isNotEmpty);
    if (left === undefined) return false;
    throw damaged(
      `The database ${file} is missing, but ${left}, which belongs to it, is still there and may contain the latest changes. Restore ${file}, or move ${left} elsewhere and replace the database with the newest backup from the backups folder.`,
    );
  }
  if (header.length === 0) {
    throw damaged(`The database ${file} is empty (0 bytes): its contents were lost. ${REMEDY}`);
  }
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw damaged(`The database ${file} is damaged (it is not a SQLite database). ${REMEDY}`);
  }
  const id = header.length < HEADER_BYTES ? 0 : header.readUInt32BE(APPLICATION_ID_AT);
  if (id === APPLICATION_ID || (id === 0 && hasOurTables(file))) return true;
  throw new OffprintError(
    'usage',
    `The database ${file} was not made by Offprint. Choose another data folder with --data, or move the file elsewhere.`,
  );
}

const REMEDY =
  'Move it elsewhere, with its -wal and -shm files, and replace it with the newest backup from the backups folder, or choose another data folder. To make a data folder from a backup of your own: offprint restore <backup> --data <new folder>';

/** Databases of older releases have no application id. */
function hasOurTables(file: string): boolean {
  const store = new Database(file, { readonly: true });
  try {
    const found = store
      .prepare(
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('organization', 'projects', 'export_jobs', 'resources')",
      )
      .pluck()
      .get();
    return found === 4;
  } finally {
    store.close();
  }
}

/** Returns undefined if the file does not exist, and less than a header if it is shorter. */
function readHeader(file: string): Buffer | undefined {
  let descriptor: number;
  try {
    // Without O_NONBLOCK, opening a pipe would block.
    descriptor = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
  try {
    if (!fs.fstatSync(descriptor).isFile())
      throw damaged(`The database ${file} is not a regular file. ${REMEDY}`);
    const header = Buffer.alloc(HEADER_BYTES);
    return header.subarray(0, fs.readSync(descriptor, header, 0, HEADER_BYTES, 0));
  } finally {
    fs.closeSync(descriptor);
  }
}

function isNotEmpty(file: string): boolean {
  return (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function damaged(sentence: string): OffprintError {
  return new OffprintError('store-damaged', sentence);
}
