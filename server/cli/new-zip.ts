import fs from 'node:fs';
import path from 'node:path';
import { OffprintError } from '../errors.ts';
import { refuseFolder } from './out-file.ts';

/**
 * Where an archive is to be written that replaces nothing.
 * @param what the archive, in a sentence
 * @throws OffprintError `usage`
 */
export function newZip(name: string, what: string): string {
  const file = path.resolve(name);
  refuseFolder(name, `${what.split(' ')[0]}.zip`);
  if (!file.endsWith('.zip'))
    throw new OffprintError(
      'usage',
      `The ${what}'s file name must end in .zip, not "${path.basename(name)}".`,
    );
  if (!fs.existsSync(path.dirname(file)))
    throw new OffprintError('usage', `The folder ${path.dirname(file)} does not exist. Create it first.`);
  if (fs.existsSync(file))
    throw new OffprintError(
      'usage',
      `${file} already exists and will not be overwritten. Choose another name.`,
    );
  return file;
}
