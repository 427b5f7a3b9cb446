import fs from 'node:fs';
import path from 'node:path';

/** Licences under which we may ship a package inside the app, as its package names them (SPDX). */
const ALLOWED = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'MIT-0',
  'CC0-1.0',
  'MPL-2.0',
]);

type LockedPackage = { license?: string; dev?: boolean; optional?: boolean };

/** Dependencies (not those of development) whose licence is unknown or not allowed, each as a sentence. */
export function licenceFaults(root = process.cwd()): string[] {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(lock.packages)
    .filter(([place, entry]) => place !== '' && !entry.dev)
    .filter(([, entry]) => !alternatives(entry.license).some((licence) => ALLOWED.has(licence)))
    .map(
      ([place, entry]) =>
        `${place} has the licence ${entry.license ?? '(none named)'}: look at it before shipping it`,
    );
}

function alternatives(expression: string | undefined): string[] {
  return (expression ?? '').replace(/[()]/g, '').split(/\s+OR\s+/);
}
