import fs from 'node:fs';
import path from 'node:path';
import { OffprintError, systemCode } from '../../errors.ts';
import { closedBecause, type FolderLimits, realPath, requireOpenFolder } from './folder-limits.ts';

/** Git follows five of them, one to the next. */
const ALTERNATES_MAX = 10;
/** A `.git` file or an entry that names another folder is a line. */
const POINTER_MAX_BYTES = 64 * 1024;

/**
 * Looks at every place that git reads when it is given a local repository: the repository itself, wherever a `.git`
 * file, `commondir` or `objects/info/alternates` leads, and what links in these lead to. All of it has to be open.
 * What other programs change while git reads is not seen.
 * @param given the folder of the repository
 * @throws OffprintError `origin-unreadable`
 */
export function requireOpenRepository(given: string, limits: FolderLimits): void {
  const folder = requireOpenFolder(given, limits);
  const seen = new Set<string>();

  const open = (file: string): string => {
    const real = realPath(file);
    const why = real === undefined ? `${file} leads nowhere. Remove it.` : closedBecause(real, limits);
    if (why !== undefined || real === undefined) throw refused(given, why ?? '');
    return real;
  };

  /** A folder with objects, refs and the like, or the worktree's part of one. */
  const lookAt = (place: string): void => {
    const real = open(place);
    if (seen.has(real)) return;
    if (seen.size >= ALTERNATES_MAX) throw refused(given, 'it leads to too many other repositories.');
    seen.add(real);
    if (!fs.statSync(real).isDirectory()) {
      lookAt(target(path.dirname(place), pointer(real, 'gitdir:')));
      return;
    }
    lookAtLinks(real);
    const common = path.join(real, 'commondir');
    if (fs.existsSync(common)) lookAt(target(real, pointer(common)));
    for (const objects of [real, path.join(real, 'objects')]) {
      for (const line of lines(path.join(objects, 'info', 'alternates'))) lookAt(target(objects, line));
    }
  };

  const lookAtLinks = (directory: string): void => {
    for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
      const file = path.join(directory, entry.name);
      if (entry.isDirectory()) lookAtLinks(file);
      else if (entry.isSymbolicLink()) open(file);
      else if (!entry.isFile() && !entry.isSocket()) {
        throw refused(given, `${file} is no plain file. Remove it.`); // git waits for what a pipe never says
      }
    }
  };

  const pointer = (file: string, label = ''): string => {
    const [line = ''] = lines(file);
    if (line.startsWith(label)) return line.slice(label.length).trim();
    throw refused(given, `${file} does not say where the repository is.`);
  };

  /** `..` after a name means something else to the system than to us where that name is a link. */
  const target = (base: string, named: string): string => {
    if (!/[^./][^/]*\/\.\.(\/|$)/.test(named)) return path.resolve(base, named);
    throw refused(given, `it leads to ${named}. Say that without .. after a name.`);
  };

  const lines = (file: string): string[] => {
    if (!fs.existsSync(file)) return [];
    if (fs.statSync(file).size > POINTER_MAX_BYTES) throw refused(given, `${file} is too long to be read.`);
    return fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
  };

  // Where git looks, in this order (`enter_repo` in path.c): what is beside the folder too.
  const places = ['/.git', '', '.git/.git', '.git'].map((ending) => folder + ending);
  let isFound = false;
  for (const place of places) {
    if (!isThere(place)) continue;
    if (place === folder && !isBare(folder)) continue;
    isFound = true;
    lookAt(place);
  }
  if (!isFound) throw refused(given, 'there is no repository of git in it. Check the path.');
}

function isBare(folder: string): boolean {
  const has = (name: string): boolean => isThere(path.join(folder, name));
  return has('HEAD') && (has('objects') || has('commondir'));
}

/** A link that leads nowhere is there. */
function isThere(file: string): boolean {
  try {
    fs.lstatSync(file);
    return true;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return false;
  }
}

function refused(given: string, why: string): OffprintError {
  return new OffprintError('origin-unreadable', `The repository ${given} cannot be read: ${why}`);
}
