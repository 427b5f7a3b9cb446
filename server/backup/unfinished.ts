import fs from 'node:fs';
import path from 'node:path';

/** Name prefix of a backup's temporary files in the folder `backups`. */
export const UNFINISHED_BACKUP = 'unfinished-backup-';

/** Removes the remains of backups whose process was interrupted. Only the writer calls this, at startup. */
export function removeUnfinishedBackups(dataFolder: string): void {
  const folder = path.join(dataFolder, 'backups');
  if (!fs.existsSync(folder)) return;
  for (const name of fs.readdirSync(folder)) {
    if (name.startsWith(UNFINISHED_BACKUP))
      fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}
