import fs from 'node:fs';
import path from 'node:path';
import { OffprintError, systemCode } from '../../errors.ts';
import { settingsOf } from '../../settings-precedence.ts';
import type { Store } from '../../store/database.ts';
import type { Project } from '../../store/projects.ts';

/** What of this computer's files an origin may be made of. */
export type FolderLimits = Readonly<{
  /** Nothing in it is ever part of a site. */
  dataFolder: string;
  /** Where it has to lie (setting `directoryRoots`); null where the owner of the data folder has chosen it. */
  roots: readonly string[] | null;
}>;

/**
 * The limits of a project as they stand now: the operator may have changed the setting since the project was made.
 * Of projects of older releases nobody knows who made them: those within a root are held to the roots.
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
 * Looks at where a folder really is: links may have come in its way since it was given.
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

/** Why something on this computer may be no part of an origin; undefined: it may. @param real its real path */
export function closedBecause(real: string, { dataFolder, roots }: FolderLimits): string | undefined {
  if (isInside(realPath(dataFolder) ?? dataFolder, real)) {
    return `${real} is inside Offprint's data folder, which cannot be exported. Choose another folder.`;
  }
  if (!roots || roots.some((root) => isInside(realPath(root) ?? root, real))) return undefined;
  return `${real} is not allowed by the directoryRoots setting. The operator can add it with: offprint settings set directoryRoots <folder>`;
}

/** Undefined where there is nothing, or where it cannot be seen. */
export function realPath(file: string): string | undefined {
  try {
    return fs.realpathSync(file);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Whether a path is a folder or lies below it; both real, both absolute. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
