import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { systemCode } from '../../errors.ts';
import { RELEASES, releaseFolder } from '../layout.ts';
import type { TargetFile } from '../target.ts';
import { folderFault, noneIfAbsent, nullIfAbsent } from './folder-faults.ts';

/** Error codes for operations that the file system does not support or the user may not perform. */
export const NO_LINKS = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EINVAL',
  'EMLINK',
  'EXDEV',
  'EACCES',
]);

/**
 * Creates the pointer: a symbolic link, or a file where links are not possible (FAT, most Windows users).
 * @returns true if it is a file
 */
export async function linkOrFile(place: string, version: string): Promise<boolean> {
  try {
    await fs.promises.symlink(path.join(RELEASES, version), place, 'dir');
    return false;
  } catch (error) {
    if (!NO_LINKS.has(systemCode(error) ?? '')) throw error;
    await fs.promises.writeFile(place, `${releaseFolder(version)}\n`, { flush: true });
    return true;
  }
}

/** Ignores failed mode changes: FAT has no modes, and files of other users cannot be changed. */
export function noModes(error: unknown): void {
  if (!NO_LINKS.has(systemCode(error) ?? '')) throw error;
}

export async function hasLinks(root: string): Promise<boolean> {
  const probe = path.join(root, `.offprint-probe-${randomBytes(4).toString('hex')}`);
  try {
    await fs.promises.symlink(RELEASES, probe, 'dir');
    return true;
  } catch (error) {
    if (NO_LINKS.has(systemCode(error) ?? '')) return false;
    throw error;
  } finally {
    await fs.promises.rm(probe, { force: true });
  }
}

export async function listFolder(root: string, signal: AbortSignal): Promise<TargetFile[]> {
  const files: TargetFile[] = [];
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    signal.throwIfAborted();
    const entries = await fs.promises
      .readdir(path.join(root, below), { withFileTypes: true })
      .catch(noneIfAbsent);
    for (const entry of entries) {
      const name = below + entry.name;
      if (entry.isDirectory()) waiting.push(`${name}/`);
      else {
        const { size } = await fs.promises.lstat(path.join(root, name));
        files.push({ path: name, sizeBytes: entry.isFile() ? size : -1 }); // published files are never links
      }
    }
  }
  return files;
}

export async function* guardedChunks(
  chunks: AsyncIterable<Buffer>,
  root: string,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    signal.throwIfAborted();
    throw folderFault(error, root);
  }
}

/** Flushes a file to disk; also folders, where the system supports it. */
export async function syncFile(file: string): Promise<void> {
  const handle = await fs.promises.open(file, 'r').catch(nullIfAbsent);
  await handle?.sync().catch((error: unknown) => {
    if (!['EINVAL', 'EPERM', 'EISDIR', 'ENOTSUP', 'EBADF'].includes(systemCode(error) ?? '')) throw error;
  });
  await handle?.close();
}
