import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** Looks up files the way a static host does: `/guide/start` is `guide/start.html`. */
export type FolderFiles = Readonly<{
  /** Returns the file for a path; undefined if there is none. */
  nameOf: (name: string) => string | undefined;
  sizeOf: (name: string) => number | undefined;
  open: (name: string) => Promise<Readable>;
}>;

export function folderFiles(folder: string): FolderFiles {
  const placeOf = (name: string): string | undefined => {
    const place = path.resolve(folder, name);
    return place.startsWith(folder + path.sep) && !name.includes('\0') ? place : undefined;
  };
  const sizeOf = (name: string): number | undefined => {
    const place = placeOf(name);
    const found = place === undefined ? undefined : fs.lstatSync(place, { throwIfNoEntry: false });
    return found?.isFile() ? found.size : undefined;
  };
  return {
    nameOf: (name) =>
      [name, `${name.replace(/\/$/, '')}.html`, path.posix.join(name, 'index.html')].find(
        (one) => sizeOf(one) !== undefined,
      ),
    sizeOf,
    open: async (name) => fs.createReadStream(placeOf(name) ?? '', { flags: 'r' }),
  };
}
