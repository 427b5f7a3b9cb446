import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buildInterface } from './build-interface.ts';
import { buildServer } from './build-server.ts';
import { emitClient } from './emit-client.ts';
import { writeThirdParty } from './third-party.ts';

/** Files to copy in addition to what is built. */
const FILES = ['LICENSE', 'CHANGELOG.md', 'deploy/offprint.service', 'deploy/offprint-host.service'];

/**
 * Creates the npm package: the bundled server and command line, the interface, the client with its declarations, and
 * documents for operators. Run as a program: `node scripts/build-package.ts [folder]`, by default `dist-package`.
 * @param folder created from scratch; receives `offprint/` and its tarball
 * @returns path of the tarball
 */
export async function buildPackage(root: string, folder: string): Promise<string> {
  fs.rmSync(folder, { recursive: true, force: true });
  const built = path.join(folder, 'offprint');
  await buildInterface(root);
  await buildServer(root, built);
  emitClient(root, built);
  fs.cpSync(path.join(root, 'renderer/dist'), path.join(built, 'renderer/dist'), { recursive: true });
  const documents = fs.readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md'));
  for (const file of [...FILES, 'docs/decisions', ...documents.map((name) => `docs/${name}`)]) {
    fs.cpSync(path.join(root, file), path.join(built, file), { recursive: true });
  }
  fs.renameSync(path.join(built, 'docs/package.md'), path.join(built, 'README.md'));
  writeThirdParty(root, built);
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', path.resolve(folder)], {
    cwd: built,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const [{ filename }] = JSON.parse(said) as [{ filename: string }];
  return path.join(folder, filename);
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..');
  const folder = path.resolve(process.argv[2] ?? path.join(root, 'dist-package'));
  const tarball = await buildPackage(root, folder);
  const megabytes = (fs.statSync(tarball).size / 1e6).toFixed(1);
  process.stdout.write(`The package is ${tarball} (${megabytes} MB): npm install ${tarball}\n`);
}
