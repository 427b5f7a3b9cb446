import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { OffprintError, systemCode } from '../../errors.ts';
import { closedBecause, type FolderLimits, realPath, requireOpenFolder } from './folder-limits.ts';

/** A folder on the server's computer that can be chosen as an origin. */
export type FolderListing = Readonly<{
  /** Absolute. */
  path: string;
  /** Null at the top, and if the parent folder is not allowed. */
  parent: string | null;
  /** Whether it contains an `index.html`. */
  isSite: boolean;
  /** Sorted by name, without hidden ones. At most `FOLDERS_MAX`. */
  folders: readonly Readonly<{ name: string; path: string; isSite: boolean }>[];
  /** Whether there are more than are listed. */
  isCut: boolean;
}>;

export const FOLDERS_MAX = 1000;

/**
 * Lists the folders in a folder.
 * @param folder absolute; default: the first allowed folder, or else the home of the user that runs the server
 * @throws OffprintError `origin-unreadable`
 */
export async function listFolders(folder: string | undefined, limits: FolderLimits): Promise<FolderListing> {
  const asked = folder ?? limits.roots?.[0] ?? os.homedir();
  if (!path.isAbsolute(asked)) {
    throw new OffprintError('origin-unreadable', 'Use the full path to the folder, starting from the root.');
  }
  const real = requireOpenFolder(asked, limits);
  let entries: fs.Dirent[];
  try {
    entries = await fs.promises.readdir(real, { withFileTypes: true });
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    const why =
      code === 'ENOTDIR'
        ? 'is not a folder. Choose a folder.'
        : `cannot be read (${code}). Choose another folder.`;
    throw new OffprintError('origin-unreadable', `${asked} ${why}`);
  }
  const found = entries
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => {
      const place = path.join(real, entry.name);
      if (entry.isSymbolicLink() ? !isFolder(place) : !entry.isDirectory()) return [];
      const target = realPath(place);
      return target === undefined || closedBecause(target, limits) !== undefined
        ? []
        : [{ name: entry.name, path: place, isSite: isSite(place) }];
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const parent = path.dirname(real);
  return {
    path: real,
    parent: parent === real || closedBecause(parent, limits) !== undefined ? null : parent,
    isSite: isSite(real),
    folders: found.slice(0, FOLDERS_MAX),
    isCut: found.length > FOLDERS_MAX,
  };
}

function isSite(folder: string): boolean {
  return fs.existsSync(path.join(folder, 'index.html'));
}

function isFolder(place: string): boolean {
  return fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
}
