import path from 'node:path';
import Database from 'better-sqlite3';
import { asOffprintError, OffprintError, systemCode } from '../errors.ts';
import { DATABASE_FILE, migrate, newerStore, type Store, schemaVersion } from './database.ts';
import { migrations } from './migrations.ts';
import { hasOwnDatabase } from './own-database.ts';

/**
 * Opens the database for reading. Refuses a database of an older version of Offprint instead of migrating it. If there
 * is no database yet, returns an empty one in memory. Writes nothing.
 * @throws OffprintError `store-damaged`, `store-newer`; `conflict` if it must be migrated first; `usage` if this user
 *   may not read it
 */
export function openForReading(dataFolder: string): Store {
  const file = path.join(dataFolder, DATABASE_FILE);
  try {
    if (!hasOwnDatabase(file)) {
      const empty = new Database(':memory:');
      migrate(empty, dataFolder);
      return empty;
    }
    const store = new Database(file, { readonly: true });
    store.pragma('busy_timeout = 5000');
    const version = schemaVersion(store);
    if (version > migrations.length) throw newerStore(file);
    if (version < migrations.length) {
      throw new OffprintError(
        'conflict',
        `The database ${file} was made by an older version of Offprint. The next export updates it.`,
      );
    }
    return store;
  } catch (error) {
    throw unreadable(file, error) ?? asOffprintError(error);
  }
}

function unreadable(file: string, error: unknown): OffprintError | undefined {
  const code = systemCode(error) ?? '';
  if (!/^(EACCES|EPERM|ENOTDIR|SQLITE_CANTOPEN|SQLITE_READONLY)/.test(code)) return undefined;
  return new OffprintError(
    'usage',
    `The database ${file} cannot be read (${code}): the user that Offprint runs as must be able to read it and to write to its folder. Run the command as the file's owner, or choose another data folder with --data.`,
    error,
  );
}
