import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { formatNumber } from '../../shared/numbers.ts';
import { asOffprintError, OffprintError, systemCode } from '../errors.ts';

/** Temporary files for an atomic write. Both are next to the final file and removed afterwards. */
export type Making = Readonly<{
  /** Becomes the final file. Exists and is empty; the writer must flush it to disk (fsync). */
  unfinished: string;
  /** For intermediate data; does not exist yet. */
  scratch: string;
}>;

/**
 * Writes a file atomically: `write` fills a temporary file ending in `.unfinished` (store/job-folder.ts removes
 * leftovers of killed processes), which is then renamed. An existing file is replaced.
 * @throws OffprintError `usage` if the file cannot be written there, `disk-full`; errors of `write`
 */
export async function writeWhole<T>(out: string, write: (making: Making) => Promise<T>): Promise<T> {
  const name = `${out}.${randomBytes(4).toString('hex')}`;
  const making = { unfinished: `${name}.unfinished`, scratch: `${name}.scratch.unfinished` };
  try {
    await fs.promises.writeFile(making.unfinished, '', { flag: 'wx' });
    const result = await write(making);
    await fs.promises.rename(making.unfinished, out);
    await syncFolder(path.dirname(out));
    return result;
  } catch (error) {
    throw writingFault(out, error);
  } finally {
    for (const file of Object.values(making)) await fs.promises.rm(file, { force: true });
  }
}

/**
 * Fails before writing if the declared size exceeds the free space.
 * @throws OffprintError `disk-full`
 */
export async function assertRoom(out: string, sizeBytes: number): Promise<void> {
  const disk = await fs.promises.statfs(path.dirname(out)).catch(() => undefined);
  if (!disk || disk.blocks === 0) return; // not every file system reports it
  const room = disk.bavail * disk.bsize;
  if (room >= sizeBytes) return;
  throw new OffprintError(
    'disk-full',
    `There is not enough space for ${out}: it needs ${formatNumber(sizeBytes)} bytes, but only ${formatNumber(room)} are free. Free some space or choose another location, then try again.`,
  );
}

/**
 * Flushes a rename to disk by syncing the folder. Windows and some network drives do not support that and do not need
 * it.
 */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.promises.open(folder).catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

function writingFault(out: string, error: unknown): unknown {
  if (error instanceof OffprintError) return error;
  if (asOffprintError(error).code === 'disk-full') {
    return new OffprintError(
      'disk-full',
      `There is not enough space for ${out} (${systemCode(error)}). Free some space or choose another location, then try again.`,
      error,
    );
  }
  const { syscall = '', path: at = out } = error as NodeJS.ErrnoException;
  if (!['open', 'write', 'fsync', 'rename'].includes(syscall) || !at.startsWith(out)) return error;
  return new OffprintError(
    'usage',
    `${out} cannot be written (${systemCode(error)}). Check the path, or choose another location.`,
    error,
  );
}
