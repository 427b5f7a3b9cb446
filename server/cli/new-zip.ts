import fs from 'node:fs';
import path from 'node:path';
import { OffprintError } from '../errors.ts';
import { refuseFolder } from './out-file.ts';

/**
 * Returns the absolute path of a new archive, which must not replace anything.
 * @param what the archive's name for messages
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
