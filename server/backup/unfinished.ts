import fs from 'node:fs';
import path from 'node:path';

/** Begins the names of what a backup needs while it is made, in the folder `backups`. */
export const UNFINISHED_BACKUP = 'unfinished-backup-';

/** Removes what backups left that were cut off with their process. Only the writer calls this, when it starts. */
export function removeUnfinishedBackups(dataFolder: string): void {
  const folder = path.join(dataFolder, 'backups');
  if (!fs.existsSync(folder)) return;
  for (const name of fs.readdirSync(folder)) {
    if (name.startsWith(UNFINISHED_BACKUP))
      fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}
