import fs from 'node:fs';
import path from 'node:path';
import { buildInterface } from './build-interface.ts';
import { buildServer } from './build-server.ts';

/**
 * Builds the desktop app into `dist/`, as Electron runs it: the server and the main process, with the interface and the
 * preload script next to them. Run as a program: `node scripts/build-desktop.ts`.
 * @returns the folder
 */
export async function buildDesktop(root: string): Promise<string> {
  const folder = path.join(root, 'dist');
  await buildInterface(root);
  await buildServer(root, folder, { desktop: true });
  for (const part of ['renderer/dist', 'preload/dist']) {
    fs.cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  }
  return folder;
}

if (import.meta.main) {
  process.stdout.write(`The desktop app is in ${await buildDesktop(path.join(import.meta.dirname, '..'))}\n`);
}
