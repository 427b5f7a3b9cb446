import fs from 'node:fs';
import path from 'node:path';

const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  linux: 'electron',
  win32: 'electron.exe',
};

/**
 * Electron's own program: in ELECTRON_OVERRIDE_DIST_PATH, or where `npx install-electron` puts it. Undefined if it is
 * missing; then its specs run on the stand-in alone.
 */
export function electronProgram(): string | undefined {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.resolve('node_modules/electron/dist');
  const program = path.join(folder, PROGRAMS[process.platform] ?? 'electron');
  return fs.existsSync(program) ? program : undefined;
}
