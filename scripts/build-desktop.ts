import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buildInterface } from './build-interface.ts';
import { publishedManifest } from './published-manifest.ts';

/**
 * Builds the desktop app into `dist/`, as Electron runs it: the sources compiled file by file (workers are found by
 * their path, so nothing is bundled), beside them the interface, the preload script and the example.
 * Run as a program: `node scripts/build-desktop.ts`.
 * @returns the folder
 */
export async function buildDesktop(root: string): Promise<string> {
  const folder = path.join(root, 'dist');
  await buildInterface(root);
  fs.rmSync(folder, { recursive: true, force: true });
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/typescript/bin/tsc'), '--project', path.join(root, 'tsconfig.build.json')],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The sources do not compile:\n${stdout}`);
  for (const part of ['renderer/dist', 'preload/dist', 'examples/handbook']) {
    fs.cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  }
  // What the compiled sources read beside them.
  fs.cpSync(path.join(root, 'server'), path.join(folder, 'server'), {
    recursive: true,
    filter: (file) => !/\.tsx?$|[\\/]fixtures([\\/]|$)/.test(file),
  });
  const program = path.join(folder, 'server/cli/main.js');
  fs.writeFileSync(program, fs.readFileSync(program, 'utf8').replace("'./program.ts'", "'./program.js'"));
  const manifest = { ...publishedManifest(root), main: 'main/main.js' };
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return folder;
}

if (import.meta.main) {
  process.stdout.write(`The desktop app is in ${await buildDesktop(path.join(import.meta.dirname, '..'))}\n`);
}
