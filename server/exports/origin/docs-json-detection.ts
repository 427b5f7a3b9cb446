import fs from 'node:fs';
import path from 'node:path';
import { configName } from '../../docs-site/model/config-name.ts';
import { systemCode } from '../../errors.ts';

/**
 * Whether a folder holds the sources of a site in the format of docs.json, and not a site that was built.
 * @param asked what the origin says of that
 */
export function isDocsJsonFolder(folder: string, asked?: 'docs-json' | 'files'): boolean {
  if (asked !== undefined) return asked === 'docs-json';
  const has = (name: string): boolean => {
    try {
      return fs.statSync(path.join(folder, name)).isFile();
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      return false; // whoever lists the folder says why it cannot be read
    }
  };
  return configName({ has }) !== undefined && !has('index.html');
}
