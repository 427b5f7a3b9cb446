import fs from 'node:fs';
import path from 'node:path';
import { shippedPackages } from './shipped-packages.ts';

/**
 * Copies packages, and all that they depend on, from `node_modules` of the repository into that of a built folder.
 * Packages for other systems are in the lock file and not on the disk: they are left out.
 */
export function copyPackages(root: string, folder: string, names: readonly string[]): void {
  for (const place of placesOf(root, names)) {
    if (!fs.existsSync(path.join(root, place))) continue;
    fs.cpSync(path.join(root, place), path.join(folder, place), {
      recursive: true,
      filter: (file) => !file.slice(root.length + place.length + 1).includes('node_modules'),
    });
  }
}

function placesOf(root: string, names: readonly string[]): string[] {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dependencies?: object; optionalDependencies?: object }>;
  };
  const shipped = shippedPackages(root).map(({ place }) => place);
  const found = new Set(shipped.filter((place) => names.some((name) => place === `node_modules/${name}`)));
  for (const place of found) {
    const { dependencies = {}, optionalDependencies = {} } = packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const nested = [`${place}/node_modules/${name}`, `node_modules/${name}`];
      const home = nested.find((candidate) => shipped.includes(candidate));
      if (home !== undefined) found.add(home);
    }
  }
  return [...found].sort();
}
