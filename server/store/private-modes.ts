import fs from 'node:fs';
import path from 'node:path';

/** What Offprint writes into a data folder, and how deep to look: in the others only their folder says who reads. */
const OURS: readonly Readonly<{ name: RegExp; levels: number }>[] = [
  { name: /^(exports|received|agents|backups|logs)$/, levels: 1 },
  {
    name: /^(offprint\.db(-.*|\.new.*)?|(host|writer)\.(lock|json)(-journal)?|server\.(json.*|sock)|vault\.json.*)$/,
    levels: 0,
  },
  { name: /^(objects|browser|checkouts|desktop)$/, levels: 0 },
];

/** File managers leave these behind. */
const NOBODYS = /^(\.DS_Store|Thumbs\.db|desktop\.ini|lost\+found)$/;

/**
 * Takes from the group and from others what rights they have to a data folder: one of an older release, or one that
 * was copied or unpacked under another umask. Links are left alone, and so is what belongs to somebody else, and a
 * folder that holds other things too. On Windows the folder's access list decides.
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
