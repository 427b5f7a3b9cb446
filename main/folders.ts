import fs from 'node:fs/promises';
import path from 'node:path';
import type { BrowserWindow } from 'electron';
import { OffprintError } from '../server/errors.ts';
import type { ElectronApis } from './electron.types.ts';

/** Lets the user choose a folder with a built site in a dialog, or drop it on the window. */
export function folders({ dialog }: Pick<ElectronApis, 'dialog'>, window: BrowserWindow, dataFolder: string) {
  let last: string | undefined;
  return {
    pick: async (): Promise<{ folder: string } | null> => {
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        properties: ['openDirectory'],
        ...(last !== undefined && { defaultPath: last }),
      });
      const [chosen] = filePaths;
      if (canceled || chosen === undefined) return null;
      last = path.dirname(chosen);
      return { folder: await siteFolder(chosen, dataFolder) };
    },
    dropped: async (place: string): Promise<{ folder: string }> => ({
      folder: await siteFolder(place, dataFolder),
    }),
  };
}

/**
 * Resolves a path to a site folder: the real path of a folder, or the folder that contains the given start page.
 * @throws OffprintError `usage`
 */
export async function siteFolder(place: string, dataFolder: string): Promise<string> {
  if (!path.isAbsolute(place)) throw new OffprintError('usage', 'That is not a folder on this computer.');
  const real = await fs.realpath(place).catch(() => {
    throw new OffprintError('usage', `The folder ${place} does not exist.`);
  });
  const isFolder = (await fs.stat(real)).isDirectory();
  if (!isFolder && path.basename(real) !== 'index.html') {
    throw new OffprintError('usage', 'Drop the folder that contains the built site, not a file in it.');
  }
  const folder = isFolder ? real : path.dirname(real);
  const own = await fs.realpath(dataFolder);
  if (folder === own || folder.startsWith(own + path.sep)) {
    throw new OffprintError(
      'usage',
      "That is Offprint's own data folder. Choose the folder that contains your site.",
    );
  }
  return folder;
}
