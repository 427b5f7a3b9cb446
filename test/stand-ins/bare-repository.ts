import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { atFileEnd } from './cleanup.ts';

/** Repositories already made, by their files, for copying: each git command costs a process. */
const made = new Map<string, string>();

/**
 * Makes a bare repository with one commit on `main` in a folder, as a forge has it.
 * @returns its path
 */
export function makeBareRepository(folder: string, files: Readonly<Record<string, string>>): string {
  const bare = path.join(folder, 'site.git');
  const key = JSON.stringify(files);
  const template = made.get(key) ?? makeTemplate(files);
  made.set(key, template);
  fs.cpSync(template, bare, { recursive: true });
  return bare;
}

function makeTemplate(files: Readonly<Record<string, string>>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-bare-repository-'));
  atFileEnd(() => {
    made.clear();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const bare = path.join(folder, 'site.git');
  const work = path.join(folder, 'work');
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (cwd: string, ...argv: string[]): void => {
    execFileSync('git', argv, { cwd, stdio: ['ignore', 'ignore', 'pipe'], env });
  };
  fs.mkdirSync(work);
  git(work, 'init', '--quiet', '--initial-branch=main');
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(work, name)), { recursive: true });
    fs.writeFileSync(path.join(work, name), content);
  }
  git(work, 'add', '--all');
  const writer = ['-c', 'user.name=A Writer', '-c', 'user.email=w@example.test'];
  git(work, ...writer, 'commit', '--quiet', '--message=Begin');
  git(folder, 'clone', '--quiet', '--bare', work, bare);
  return bare;
}
