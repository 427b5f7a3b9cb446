import { shippedPackages } from './shipped-packages.ts';

/** Licences (SPDX) of packages that we may ship inside the app. */
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
  // For drawings. Its notice is in docs/docs-site.md and in the package.
  'CC-BY-4.0',
]);

/** Lists what is shipped under an unknown or forbidden licence, each as a sentence. */
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
