import fs from 'node:fs';
import path from 'node:path';

/**
 * Names of Offprint's files in a data folder, and the number of levels to check below each. Deeper levels are protected
 * by the modes of the folders above them.
 */
const OURS: readonly Readonly<{ name: RegExp; levels: number }>[] = [
  { name: /^(exports|received|agents|backups|logs)$/, levels: 1 },
  {
    name: /^(offprint\.db(-.*|\.new.*)?|(host|writer)\.(lock|json)(-journal)?|server\.(json.*|sock)|vault\.json.*)$/,
    levels: 0,
  },
  { name: /^(objects|browser|checkouts|desktop)$/, levels: 0 },
];

/** Left behind by file managers. */
const NOBODYS = /^(\.DS_Store|Thumbs\.db|desktop\.ini|lost\+found)$/;

/**
 * Removes the permissions of the group and of others from a data folder. They may come from an older release, or from
 * copying or unpacking it under another umask. Skips links, files of other users, and a folder that also contains other
 * things. On Windows the folder's access list decides.
 */
export function closeToOthers(dataFolder: string): void {
  if (process.platform === 'win32') return;
  const names = fs.readdirSync(dataFolder);
  const levelsOf = (name: string): number | undefined => OURS.find((our) => our.name.test(name))?.levels;
  if (names.every((name) => NOBODYS.test(name) || levelsOf(name) !== undefined)) close(dataFolder, 0);
  for (const name of names) {
    const levels = levelsOf(name);
    if (levels !== undefined) close(path.join(dataFolder, name), levels);
  }
}

function close(file: string, levels: number): void {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!stat || stat.isSymbolicLink() || !isOurs(stat)) return;
  const mode = stat.mode & 0o777;
  if ((mode & 0o077) !== 0) fs.chmodSync(file, mode & 0o700);
  if (!stat.isDirectory() || levels === 0) return;
  for (const name of fs.readdirSync(file)) close(path.join(file, name), levels - 1);
}

function isOurs({ uid }: fs.Stats): boolean {
  const user = process.getuid?.();
  return user === 0 || user === uid;
}
