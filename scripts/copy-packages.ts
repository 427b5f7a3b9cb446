import fs from 'node:fs';
import path from 'node:path';
import { shippedPackages } from './shipped-packages.ts';

/**
 * Copies packages and all their dependencies from `node_modules` of the repository to that of a built folder. Packages
 * for other systems are in the lock file but not on the disk, and are left out.
 * @param isWanted whether to copy a file or folder below `root`; its path has slashes
 */
export function copyPackages(
  root: string,
  folder: string,
  names: readonly string[],
  isWanted: (file: string) => boolean = () => true,
): void {
  for (const place of placesOf(root, names)) {
    if (!fs.existsSync(path.join(root, place))) continue;
    fs.cpSync(path.join(root, place), path.join(folder, place), {
      recursive: true,
      filter: (file) => {
        const own = path.relative(root, file).split(path.sep).join('/');
        return !own.slice(place.length).includes('node_modules') && isWanted(own);
      },
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
