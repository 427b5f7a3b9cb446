import os from 'node:os';
import path from 'node:path';

/**
 * Returns Offprint's data folder: `--data`, else OFFPRINT_DATA, else the system's standard location (XDG Base
 * Directory, macOS Application Support, Windows LocalAppData).
 */
export function dataFolderOf(option: string | undefined): string {
  const chosen = option ?? process.env.OFFPRINT_DATA;
  if (chosen) return path.resolve(chosen);
  switch (process.platform) {
    case 'darwin':
      return path.join(os.homedir(), 'Library', 'Application Support', 'Offprint');
    case 'win32':
      return path.join(process.env.LOCALAPPDATA ?? path.join(os.homedir(), 'AppData', 'Local'), 'Offprint');
    default:
      return path.join(process.env.XDG_DATA_HOME ?? path.join(os.homedir(), '.local', 'share'), 'offprint');
  }
}
