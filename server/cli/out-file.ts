import fs from 'node:fs';
import path from 'node:path';
import { OffprintError, systemCode } from '../errors.ts';

export type ArchiveFormat = 'zip' | 'tar.gz';

/** The place for a bundle, absolute. @throws OffprintError `usage` when nothing can be put there */
export function checkedOut(out: string): string {
  const file = path.resolve(out);
  if (!/\.(zip|tar\.gz)$/.test(file))
    throw new OffprintError('usage', `Name the bundle .zip or .tar.gz, not ${path.basename(file)}.`);
  if (!fs.existsSync(path.dirname(file)))
    throw new OffprintError('usage', `There is no folder ${path.dirname(file)}. Make it first.`);
  if (fs.existsSync(file) && !fs.statSync(file).isFile())
    throw new OffprintError('usage', `${file} is no file. Choose another name.`);
  try {
    fs.accessSync(path.dirname(file), fs.constants.W_OK);
  } catch (error) {
    throw new OffprintError(
      'usage',
      `The folder ${path.dirname(file)} cannot be written (${systemCode(error)}). Choose another place for the bundle.`,
    );
  }
  return file;
}

/** The archive format that the name of a bundle stands for. */
export function formatOf(out: string): ArchiveFormat {
  return out.endsWith('.zip') ? 'zip' : 'tar.gz';
}

/** @throws OffprintError `usage` when a format is asked for that the name of the bundle contradicts */
export function requireFit(out: string, format: string): void {
  if (formatOf(out) === format) return;
  throw new OffprintError(
    'usage',
    `The format ${format} does not fit the name ${path.basename(out)}. Leave one of them out.`,
  );
}
