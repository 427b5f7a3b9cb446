import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { systemCode } from '../../errors.ts';
import { RELEASES, releaseFolder } from '../layout.ts';
import type { TargetFile } from '../target.ts';
import { folderFault, noneIfAbsent, nullIfAbsent } from './folder-faults.ts';

/** Where a file system has no such thing, or this user may not. */
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

/** Windows lets few users make links: there, as on FAT, the pointer is a file. @returns whether it is one */
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

/** FAT has no modes, and of what others have made there they are others' to change. */
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
        files.push({ path: name, sizeBytes: entry.isFile() ? size : -1 }); // a link is never what was written
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

/** Folders too, where the system can do that. */
export async function syncFile(file: string): Promise<void> {
  const handle = await fs.promises.open(file, 'r').catch(nullIfAbsent);
  await handle?.sync().catch((error: unknown) => {
    if (!['EINVAL', 'EPERM', 'EISDIR', 'ENOTSUP', 'EBADF'].includes(systemCode(error) ?? '')) throw error;
  });
  await handle?.close();
}
