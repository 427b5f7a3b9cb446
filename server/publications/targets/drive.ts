import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { OffprintError } from '../../errors.ts';
import type { Target } from '../target.ts';
import { type DriveChoice, requireDrive } from './find-drive.ts';
import { openFolder } from './folder.ts';
import { folderFault } from './folder-faults.ts';

const run = promisify(execFile);

/**
 * A removable drive: a folder on it, written through and read back bypassing the cache where the system allows it, and
 * flushed as a whole before the publication is considered durable.
 * @throws OffprintError as requireDrive
 */
export async function openDrive(
  choice: DriveChoice & Readonly<{ folder: string }>,
  signal: AbortSignal,
): Promise<Target> {
  const { mount, limits } = await requireDrive(choice);
  const root = path.join(mount, ...choice.folder.split('/'));
  try {
    await fs.promises.mkdir(root, { recursive: true });
  } catch (error) {
    throw folderFault(error, root);
  }
  const device = fs.statSync(mount).dev;
  const stillThere = (): void => {
    // Once it is unplugged, its empty mount point is on another device.
    if (fs.statSync(mount, { throwIfNoEntry: false })?.dev === device) return;
    throw new OffprintError(
      'target-unreachable',
      `The drive at ${mount} was unplugged. Plug it in again, then continue the publication.`,
    );
  };
  const folder = await openFolder({ root, signal, limits, beforeReading: dropCache });
  return {
    ...folder,
    write: async (file, content, onBytes) => {
      stillThere();
      await folder.write(file, content, onBytes);
    },
    read: (file) => {
      stillThere();
      return folder.read(file);
    },
    switchTo: async (version) => {
      stillThere();
      await folder.switchTo(version);
    },
    settle: async () => {
      stillThere();
      await folder.settle();
      await flush(root);
    },
  };
}

/**
 * Drops a file from the page cache (posix_fadvise, using dd of coreutils), so it is read from the drive. Not possible
 * on other systems: docs/publications.md describes what reading back proves there.
 */
async function dropCache(file: string): Promise<void> {
  if (process.platform !== 'linux') return;
  await run('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none']).catch(() => {});
}

/** Flushes the whole file system, not only these files: syncfs(2). */
async function flush(root: string): Promise<void> {
  if (process.platform === 'win32') return; // files are flushed individually there
  try {
    await run('sync', process.platform === 'linux' ? ['-f', root] : []);
  } catch (error) {
    throw new OffprintError(
      'target-unreachable',
      `Some data could not be written to the drive (${error instanceof Error ? error.message.trim() : error}). Leave the drive plugged in, and continue the publication.`,
    );
  }
}
