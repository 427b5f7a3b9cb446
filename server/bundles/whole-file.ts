import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { formatNumber } from '../../shared/numbers.ts';
import { asOffprintError, OffprintError, systemCode } from '../errors.ts';

/** Where a file is made before it takes its name. Both lie beside it and are gone afterwards. */
export type Making = Readonly<{
  /** Becomes the file. Exists, empty; whoever writes it brings it to the disk (fsync). */
  unfinished: string;
  /** For what has to be set aside meanwhile; does not exist. */
  scratch: string;
}>;

/**
 * Makes a file at once or not at all: `write` fills it under another name, which ends in `.unfinished`
 * (store/job-folder.ts removes what a killed process leaves), then it is renamed. A file that is there is replaced.
 * @throws OffprintError `usage` when there can be no such file, `disk-full`; and what `write` throws
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
 * What an archive announces may be more than any disk holds: nothing is begun that cannot end well.
 * @throws OffprintError `disk-full`
 */
export async function assertRoom(out: string, sizeBytes: number): Promise<void> {
  const disk = await fs.promises.statfs(path.dirname(out)).catch(() => undefined);
  if (!disk || disk.blocks === 0) return; // not every file system says
  const room = disk.bavail * disk.bsize;
  if (room >= sizeBytes) return;
  throw new OffprintError(
    'disk-full',
    `There is not enough space for ${out}: it needs ${formatNumber(sizeBytes)} bytes, but only ${formatNumber(room)} are free. Free some space or choose another location, then try again.`,
  );
}

/** The name is on the disk once its folder is. Windows and some network drives cannot do that and need not. */
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
