import fs from 'node:fs';
import path from 'node:path';
import { buildServer } from './build-server.ts';
import { copyPackages } from './copy-packages.ts';
import { BROWSER, PACKAGES } from './published-manifest.ts';
import { writeThirdParty } from './third-party.ts';

/**
 * Creates the folder that the image is built from: the server, the packages that are not bundled, and the
 * Containerfile. Run as a program: `node scripts/build-container.ts [folder]`, by default `dist-container`.
 * @param folder created from scratch
 */
export async function buildContainer(root: string, folder: string): Promise<void> {
  fs.rmSync(folder, { recursive: true, force: true });
  const offprint = path.join(folder, 'offprint');
  await buildServer(root, offprint);
  copyPackages(
    root,
    offprint,
    PACKAGES.filter((name) => name !== BROWSER), // an image only hosts
  );
  writeThirdParty(root, offprint);
  fs.mkdirSync(path.join(offprint, 'bin'));
  fs.symlinkSync('../server/cli/offprint.cjs', path.join(offprint, 'bin/offprint'));
  fs.chmodSync(path.join(offprint, 'server/cli/offprint.cjs'), 0o755);
  fs.mkdirSync(path.join(folder, 'state'));
  fs.copyFileSync(path.join(root, 'deploy/container/Containerfile'), path.join(folder, 'Containerfile'));
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..');
  const folder = path.resolve(process.argv[2] ?? path.join(root, 'dist-container'));
  await buildContainer(root, folder);
  process.stdout.write(
    `The image is built from ${folder}: buildah build --build-arg BASE_IMAGE=… ${folder}\n`,
  );
}
