import { openForReading, type Store } from '../store/database.ts';
import { dataFolderOf } from './data-folder.ts';
import type { CommonOptions } from './options.ts';

/** Reads the store beside whoever writes it: needs no lock. */
export function readStore<T>(options: CommonOptions, read: (store: Store, dataFolder: string) => T): T {
  const dataFolder = dataFolderOf(options.data);
  const store = openForReading(dataFolder);
  try {
    return read(store, dataFolder);
  } finally {
    store.close();
  }
}
