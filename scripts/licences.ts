import { shippedPackages } from './shipped-packages.ts';

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
  'Unlicense',
  'OFL-1.1',
  // Of drawings: its notice goes along in docs/docs-site.md, and with the package.
  'CC-BY-4.0',
]);

/** What is shipped under a licence that is unknown or not allowed, each as a sentence. */
export function licenceFaults(root = process.cwd()): string[] {
  return shippedPackages(root)
    .filter(({ licence }) => !alternatives(licence).some((name) => ALLOWED.has(name)))
    .map(
      ({ place, licence }) =>
        `${place} has the licence ${licence ?? '(none named)'}: look at it before shipping it`,
    );
}

function alternatives(expression: string | undefined): string[] {
  return (expression ?? '').replace(/[()]/g, '').split(/\s+OR\s+/);
}
