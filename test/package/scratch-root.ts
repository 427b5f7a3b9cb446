import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Programs that the scripts of a package call. */
const PROGRAMS = ['bash', 'ln', 'rm', 'cp', 'chmod', 'readlink', 'unshare'];

/** Why packages of Debian cannot be installed here, even into a folder; undefined where they can. */
export function whyNoScratchRoot(): string | undefined {
  if (spawnSync('dpkg', ['--version']).status !== 0) return 'there is no dpkg';
  return process.getuid?.() === 0 ? undefined : 'only root installs packages, into a folder too';
}

/** Makes a folder to use as root: an empty package list, and the programs that package scripts call. */
export function scratchRoot(root: string): (...args: string[]) => void {
  for (const folder of ['info', 'updates'])
    fs.mkdirSync(path.join(root, 'var/lib/dpkg', folder), { recursive: true });
  for (const folder of ['usr/bin', 'etc', 'proc', 'tmp'])
    fs.mkdirSync(path.join(root, folder), { recursive: true });
  fs.symlinkSync('usr/bin', path.join(root, 'bin'));
  fs.writeFileSync(path.join(root, 'var/lib/dpkg/status'), '');
  for (const name of PROGRAMS) {
    const program = fs.realpathSync(execFileSync('which', [name], { encoding: 'utf8' }).trim());
    copy(program, `/usr/bin/${name}`);
    for (const [library] of execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/\/\S+/g))
      copy(library, library);
  }
  return (...args) => {
    // It has none of the package's dependencies.
    execFileSync('dpkg', [`--root=${root}`, '--force-depends', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  };

  function copy(from: string, to: string): void {
    const place = path.join(root, to);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    if (!fs.existsSync(place)) fs.copyFileSync(from, place);
  }
}
