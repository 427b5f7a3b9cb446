import fs from 'node:fs';
import path from 'node:path';
import { configName } from '../../docs-site/model/config-name.ts';
import { systemCode } from '../../errors.ts';

/**
 * Whether a folder contains the sources of a docs.json site, and not a built site.
 * @param asked the origin's setting, which takes precedence
 */
export function isDocsJsonFolder(folder: string, asked?: 'docs-json' | 'files'): boolean {
  if (asked !== undefined) return asked === 'docs-json';
  const has = (name: string): boolean => {
    try {
      return fs.statSync(path.join(folder, name)).isFile();
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      return false; // listing the folder reports why it cannot be read
    }
  };
  return configName({ has }) !== undefined && !has('index.html');
}
