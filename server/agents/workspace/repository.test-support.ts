import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { atFileEnd } from '../../../test/stand-ins/cleanup.ts';
import { type BranchName, type ObjectId, objectId } from './git-arguments.ts';
import { type Mirror, openMirror } from './mirror.ts';
import { parseRemote } from './remote.ts';
import { openWorkspace, type Workspace } from './workspace.ts';
import { writeBlob } from './write-blob.ts';

/** Creates a temporary folder for a test file and removes it afterwards. */
export function scratchFolder(name: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `offprint-${name}-`));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type TestRepository = Readonly<{
  folder: string;
  /** Runs git in it as a person would. */
  git: (...argv: string[]) => string;
  gitWith: (input: string | Buffer, ...argv: string[]) => string;
  write: (files: Readonly<Record<string, string | Buffer>>) => void;
  commit: (files?: Readonly<Record<string, string | Buffer>>) => string;
}>;

/** Creates an ordinary repository: with a work tree, on branch `main`. */
export function repositoryIn(
  folder: string,
  files: Readonly<Record<string, string | Buffer>>,
): TestRepository {
  fs.mkdirSync(folder, { recursive: true });
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'A Writer',
    GIT_AUTHOR_EMAIL: 'writer@example.test',
    GIT_COMMITTER_NAME: 'A Writer',
    GIT_COMMITTER_EMAIL: 'writer@example.test',
    GIT_AUTHOR_DATE: '1700000000 +0000',
    GIT_COMMITTER_DATE: '1700000000 +0000',
  };
  const gitWith = (input: string | Buffer, ...argv: string[]): string =>
    execFileSync('git', argv, {
      cwd: folder,
      env,
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    }).trim();
  const git = (...argv: string[]): string => gitWith('', ...argv);
  fs.cpSync(emptyRepository(), path.join(folder, '.git'), { recursive: true });
  const write: TestRepository['write'] = (added) => {
    for (const [name, content] of Object.entries(added)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), content);
    }
  };
  const commit: TestRepository['commit'] = (added = {}) => {
    write(added);
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message=change');
    const head = fs
      .readFileSync(path.join(folder, '.git', 'HEAD'), 'utf8')
      .replace(/^ref: /, '')
      .trim();
    return head.includes('/') ? fs.readFileSync(path.join(folder, '.git', head), 'utf8').trim() : head;
  };
  commit(files);
  return { folder, git, gitWith, write, commit };
}

let template: string | undefined;

/**
 * Returns a freshly initialized git folder. Created once per test file and copied, since each git command costs a
 * process.
 */
function emptyRepository(): string {
  if (template === undefined) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-empty-repository-'));
    atFileEnd(() => {
      template = undefined;
      fs.rmSync(folder, { recursive: true, force: true });
    });
    const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
    const options = { cwd: folder, env, encoding: 'utf8' as const };
    execFileSync('git', ['init', '--quiet', '--initial-branch=main'], options);
    execFileSync('git', ['config', 'gc.auto', '0'], options);
    template = path.join(folder, '.git');
  }
  return template;
}

/** Opens a refreshed mirror of a repository and a workspace on its branch main. */
export async function workspaceOn(
  repository: string,
  mirrorFolder: string,
): Promise<{ mirror: Mirror; workspace: Workspace; base: ObjectId }> {
  const mirror = await openMirror({ folder: mirrorFolder, remote: parseRemote(repository) });
  await mirror.refresh({});
  const base = await mirror.baseCommit('main' as BranchName);
  if (base === null) throw new Error('The test repository has no branch main');
  return { mirror, workspace: await openWorkspace(mirror, base), base };
}

let ofFiles: Promise<{ mirror: Mirror; commits: Map<string, Promise<ObjectId>> }> | undefined;

/**
 * Opens a workspace on a commit of these files, for tests that change nothing but the workspace. All commits of a test
 * file are in one repository without a remote.
 */
export async function workspaceOfFiles(
  files: Readonly<Record<string, string | Buffer>>,
): Promise<{ workspace: Workspace }> {
  ofFiles ??= mirrorForFiles();
  const { mirror, commits } = await ofFiles;
  const key = JSON.stringify(files);
  const commit = commits.get(key) ?? commitOf(mirror, files, `${mirror.folder}/index-${commits.size}`);
  commits.set(key, commit);
  return { workspace: await openWorkspace(mirror, await commit) };
}

async function mirrorForFiles(): Promise<{ mirror: Mirror; commits: Map<string, Promise<ObjectId>> }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-workspace-'));
  atFileEnd(() => {
    ofFiles = undefined;
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return { mirror: await openMirror({ folder, remote: parseRemote(folder) }), commits: new Map() };
}

async function commitOf(
  { git, repository }: Mirror,
  files: Readonly<Record<string, string | Buffer>>,
  indexFile: string,
): Promise<ObjectId> {
  let input = '';
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    input += `100644 ${await writeBlob(repository, bytes)}\t${name}\0`;
  }
  await git.run('updateIndex', [], { repository, indexFile, input });
  const tree = objectId((await git.run('writeTree', [], { repository, indexFile })).toString().trim());
  const signature = { name: 'A Writer', email: 'writer@example.test', atSeconds: 1_700_000_000 };
  const made = await git.run('commitRoot', [tree], { repository, input: 'change', signature });
  return objectId(made.toString().trim());
}
