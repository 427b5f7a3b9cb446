import fs from 'node:fs';
import path from 'node:path';
import { OffprintError, systemCode } from '../../errors.ts';
import { settingsOf } from '../../settings-precedence.ts';
import type { Store } from '../../store/database.ts';
import type { Project } from '../../store/projects.ts';

/** Limits which files of this computer an origin may use. */
export type FolderLimits = Readonly<{
  /** Nothing in it is ever part of a site. */
  dataFolder: string;
  /**
   * Folders that origins must be inside (setting `directoryRoots`); null if the owner of the data folder chose the
   * origin.
   */
  roots: readonly string[] | null;
}>;

/**
 * Returns the current limits of a project: the operator may have changed the setting since it was created.
 * For projects of older releases it is not known who created them, so those within a root are restricted to the
 * roots.
 * @param folder the local folder of its origin
 */
export function limitsOf(
  store: Store,
  { originSetBy }: Pick<Project, 'originSetBy'>,
  folder: string,
  dataFolder: string,
): FolderLimits {
  const { directoryRoots } = settingsOf(store);
  const isHeld =
    originSetBy === 'key' || (originSetBy === null && directoryRoots.some((root) => isInside(root, folder)));
  return { dataFolder, roots: isHeld ? directoryRoots : null };
}

/**
 * Checks where a folder really is: links may have been added to its path since it was configured.
 * @returns its real path
 * @throws OffprintError `origin-unreadable`
 */
export function requireOpenFolder(folder: string, limits: FolderLimits): string {
  const real = realPath(folder);
  if (real === undefined) {
    throw new OffprintError('origin-unreadable', `The folder ${folder} does not exist. Check the path.`);
  }
  const why = closedBecause(real, limits);
  if (why === undefined) return real;
  throw new OffprintError('origin-unreadable', `${folder} cannot be exported: ${why}`);
}

/** Returns why a file or folder may not be part of an origin; undefined if it may. @param real its real path */
export function closedBecause(real: string, { dataFolder, roots }: FolderLimits): string | undefined {
  if (isInside(realPath(dataFolder) ?? dataFolder, real)) {
    return `${real} is inside Offprint's data folder, which cannot be exported. Choose another folder.`;
  }
  if (!roots || roots.some((root) => isInside(realPath(root) ?? root, real))) return undefined;
  return `${real} is not allowed by the directoryRoots setting. The operator can add it with: offprint settings set directoryRoots <folder>`;
}

/** Resolves all links of a path; undefined if it does not exist or is not accessible. */
export function realPath(file: string): string | undefined {
  try {
    return fs.realpathSync(file);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Whether a path is the folder or is below it; both are real and absolute. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
