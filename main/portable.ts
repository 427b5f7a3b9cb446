import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Beside the program, this file makes the installation portable: its data goes where it goes. */
const MARKER = 'portable.json';

/**
 * The data folder of a portable installation, `offprint-data` beside the program (on macOS beside the app, of an AppImage
 * beside its file); undefined where there is no `portable.json`.
 */
export function portableDataFolder(
  program: string = process.env.APPIMAGE || process.execPath,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const folder = platform === 'darwin' ? path.resolve(program, '../../../..') : path.dirname(program);
  return fs.existsSync(path.join(folder, MARKER)) ? path.join(folder, 'offprint-data') : undefined;
}
