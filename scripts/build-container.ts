import fs from 'node:fs';
import path from 'node:path';
import { buildServer, PACKAGES } from './build-server.ts';
import { shippedPackages } from './shipped-packages.ts';

/**
 * Makes the folder that the image is built from: the server, the packages that it loads as they are, and the
 * Containerfile. Run as a program: `node scripts/build-container.ts [folder]`, `dist-container` unless told.
 * @param folder made anew
 */
export async function buildContainer(root: string, folder: string): Promise<void> {
  fs.rmSync(folder, { recursive: true, force: true });
  const offprint = path.join(folder, 'offprint');
  await buildServer(root, offprint);
  for (const place of loadedPackages(root)) {
    // Packages of other systems are in the lock file and not on the disk.
    if (!fs.existsSync(path.join(root, place))) continue;
    fs.cpSync(path.join(root, place), path.join(offprint, place), {
      recursive: true,
      filter: (file) => !file.slice(root.length + place.length + 1).includes('node_modules'),
    });
  }
  fs.mkdirSync(path.join(offprint, 'bin'));
  fs.symlinkSync('../server/cli/main.js', path.join(offprint, 'bin/offprint'));
  fs.chmodSync(path.join(offprint, 'server/cli/main.js'), 0o755);
  fs.mkdirSync(path.join(folder, 'state'));
  fs.copyFileSync(path.join(root, 'deploy/container/Containerfile'), path.join(folder, 'Containerfile'));
}

/** Places of the packages that stay packages, and of all that they depend on. */
function loadedPackages(root: string): string[] {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dependencies?: object; optionalDependencies?: object }>;
  };
  const shipped = shippedPackages(root).map(({ place }) => place);
  const names = PACKAGES.map((name) => (typeof name === 'string' ? name : '@orama/stemmers'));
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

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..');
  const folder = path.resolve(process.argv[2] ?? path.join(root, 'dist-container'));
  await buildContainer(root, folder);
  process.stdout.write(
    `The image is built from ${folder}: buildah build --build-arg BASE_IMAGE=… ${folder}\n`,
  );
}
