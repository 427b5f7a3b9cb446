import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import { mergeChange } from '../forges/merge-change.ts';
import { pushBranch } from '../forges/push-branch.ts';
import { PublishError } from '../loop/publisher.ts';
import { commitWorkspace } from './commit.ts';
import { openGit } from './git.ts';
import type { BranchName, ObjectId } from './git-arguments.ts';
import { requireOwn } from './local-repository.ts';
import { type Mirror, openMirror } from './mirror.ts';
import { parseRemote } from './remote.ts';
import { repositoryIn, scratchFolder, workspaceOn } from './repository.test-support.ts';
import { TRAPPED_ATTRIBUTES, type Trap, trapIn } from './trapped-repository.test-support.ts';
import { openWorkspace } from './workspace.ts';

const scratch = scratchFolder('local-repository');
let count = 0;
const fresh = (): string => path.join(scratch, String(++count));
const main = 'main' as BranchName;
const side = 'offprint/work' as BranchName;
const author = { name: 'An Agent', email: 'agent@example.test' };
const signal = new AbortController().signal;
afterEach(() => vi.unstubAllEnvs());

/** Runs git as a person would, whatever is in this process's environment. */
const gitIn = (folder: string, ...argv: string[]): string =>
  execFileSync('git', argv, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: scratch, GIT_CONFIG_NOSYSTEM: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

let prepared: string | undefined;

/** Created once and copied, since each git command costs a process. */
function bareRepository(): string {
  if (prepared === undefined) {
    const { folder } = repositoryIn(fresh(), { 'a.md': 'alpha\n', '.gitattributes': TRAPPED_ATTRIBUTES });
    const made = fresh();
    gitIn(scratch, 'clone', '--quiet', '--bare', '--', folder, made);
    prepared = made;
  }
  const bare = fresh();
  fs.cpSync(prepared, bare, { recursive: true });
  return bare;
}

function trappedRepository(): { folder: string; trap: Trap } {
  const folder = bareRepository();
  const trap = trapIn(fresh());
  trap.set(folder);
  return { folder, trap };
}

let sharedTrap: Trap | undefined;

/** Returns a trap that has not been triggered yet. Created once, since setting it up is slow. */
function emptyTrap(): Trap {
  sharedTrap ??= trapIn(fresh());
  const marks = path.join(path.dirname(sharedTrap.config), 'marks');
  for (const mark of sharedTrap.sprung()) fs.rmSync(path.join(marks, mark));
  return sharedTrap;
}

async function commitOn(mirror: Mirror, base: ObjectId, text: string): Promise<ObjectId> {
  const workspace = await openWorkspace(mirror, base);
  await workspace.apply([{ path: 'a.md', mode: '100644', content: Buffer.from(text) }]);
  const commit = await commitWorkspace(mirror, workspace, {
    branch: side,
    expected: null,
    message: 'm',
    author,
    atSeconds: 1,
  });
  workspace.close();
  return commit;
}

/**
 * Performs every operation that jobs perform on a local repository.
 * @returns the commit of its branch main afterwards
 */
async function wholeWork(folder: string): Promise<ObjectId> {
  const { mirror, workspace, base } = await workspaceOn(folder, fresh());
  workspace.close();
  const commit = await commitOn(mirror, base, 'beta\n');
  await pushBranch(mirror, {}, { branch: side, commit }, signal);
  const merged = await mergeChange(
    mirror,
    {},
    { target: main, commit, message: 'merge', author, atSeconds: 2 },
    signal,
  );
  expect(fs.readFileSync(path.join(folder, 'refs/heads/main'), 'utf8').trim()).toBe(merged);
  expect(fs.readdirSync(mirror.folder).filter((name) => name.startsWith('view-'))).toEqual([]);
  return merged;
}

describe('a repository on this computer', () => {
  it.runIf(isFullRun)(
    'whose configuration sets every key that runs something is fetched, pushed to and merged into, and nothing runs',
    async () => {
      const { folder, trap } = trappedRepository();
      const merged = await wholeWork(folder);
      expect(trap.sprung()).toEqual([]);
      // The trap works: a person's git triggers it.
      const other = fresh();
      gitIn(scratch, 'clone', '--quiet', '--bare', bareRepository(), other);
      gitIn(other, 'fetch', '--quiet', folder, 'main');
      gitIn(other, 'push', '--quiet', folder, `${merged}:refs/tags/other`);
      expect(trap.sprung()).toEqual(
        expect.arrayContaining(['hook post-receive', 'hook reference-transaction']),
      );
    },
  );

  it.runIf(isFullRun)('may have a configuration that nobody can read: it is not looked at', async () => {
    const folder = bareRepository();
    fs.rmSync(path.join(folder, 'config'));
    execFileSync('mkfifo', [path.join(folder, 'config')]);
    await wholeWork(folder);
    const broken = bareRepository();
    fs.writeFileSync(path.join(broken, 'config'), '[core\nrepositoryFormatVersion = 99\n');
    await wholeWork(broken);
  });

  it('is reached without what environment, user and system tell git', async () => {
    const folder = bareRepository();
    const trap = emptyTrap();
    const home = fresh();
    fs.mkdirSync(path.join(home, 'git'), { recursive: true });
    fs.copyFileSync(trap.config, path.join(home, '.gitconfig'));
    fs.copyFileSync(trap.config, path.join(home, 'git/config'));
    const touch = `touch '${path.dirname(trap.config)}/marks/environment'`;
    const hostile = {
      HOME: home,
      XDG_CONFIG_HOME: home,
      GIT_CONFIG_GLOBAL: trap.config,
      GIT_CONFIG_SYSTEM: trap.config,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'include.path',
      GIT_CONFIG_VALUE_0: trap.config,
      GIT_CONFIG_PARAMETERS: `'include.path'='${trap.config}'`,
      ...Object.fromEntries(
        [
          ...['GIT_DIR', 'GIT_COMMON_DIR', 'GIT_WORK_TREE', 'GIT_OBJECT_DIRECTORY', 'GIT_INDEX_FILE'],
          ...['GIT_EXEC_PATH', 'GIT_NAMESPACE', 'GIT_CEILING_DIRECTORIES', 'GIT_QUARANTINE_PATH'],
        ].map((name) => [name, '/nowhere']),
      ),
      GIT_TEMPLATE_DIR: path.dirname(trap.config),
      ...Object.fromEntries(
        [
          ...['GIT_EXTERNAL_DIFF', 'GIT_PAGER', 'GIT_EDITOR', 'GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_ASKPASS'],
          ...['GIT_PROXY_COMMAND', 'GIT_SEQUENCE_EDITOR', 'PAGER', 'EDITOR', 'SSH_ASKPASS'],
        ].map((name) => [name, touch]),
      ),
      GIT_TRACE: `${path.dirname(trap.config)}/marks/trace`,
      GIT_TRACE2: `${path.dirname(trap.config)}/marks/trace2`,
    };
    for (const [name, value] of Object.entries(hostile)) vi.stubEnv(name, value);
    await wholeWork(folder);
    expect(trap.sprung()).toEqual([]);
  });

  it('with a work tree keeps its rule: the branch that is checked out is not moved under a person', async () => {
    const { folder, git } = repositoryIn(fresh(), { 'a.md': 'alpha\n' });
    const trap = emptyTrap();
    trap.set(path.join(folder, '.git'));
    gitIn(folder, 'config', 'receive.denyCurrentBranch', 'updateInstead');
    const { mirror, workspace, base } = await workspaceOn(folder, fresh());
    workspace.close();
    const commit = await commitOn(mirror, base, 'beta\n');
    await expect(pushBranch(mirror, {}, { branch: main, commit }, signal)).rejects.toThrow(/checked out/);
    await pushBranch(mirror, {}, { branch: side, commit }, signal);
    expect(fs.readFileSync(path.join(folder, '.git/refs/heads/offprint/work'), 'utf8').trim()).toBe(commit);
    expect(fs.readFileSync(path.join(folder, 'a.md'), 'utf8')).toBe('alpha\n');
    expect(trap.sprung()).toEqual([]);
    const tree = fresh();
    git(
      '-c',
      'core.hooksPath=/dev/null',
      'worktree',
      'add',
      '--quiet',
      '--no-checkout',
      tree,
      '-b',
      'linked',
    );
    const linked = { branch: 'linked' as BranchName, commit };
    await expect(pushBranch(mirror, {}, linked, signal)).rejects.toThrow(/checked out/);
  });

  it.runIf(isFullRun)('keeps the modes that its group can read and write by', async () => {
    const folder = bareRepository();
    execFileSync('chmod', ['-R', 'g+w', folder]);
    await wholeWork(folder);
    const modeOf = (name: string): number => fs.statSync(path.join(folder, name)).mode & 0o777;
    expect(modeOf('refs/heads/offprint')).toBe(0o775);
    expect(modeOf('refs/heads/main')).toBe(0o664);
  });

  it.runIf(isFullRun)(
    'is pushed to where its refs are packed, and two pushes at once both arrive',
    async () => {
      const folder = bareRepository();
      gitIn(folder, 'pack-refs', '--all');
      const { mirror, workspace, base } = await workspaceOn(folder, fresh());
      workspace.close();
      const commit = await commitOn(mirror, base, 'beta\n');
      await Promise.all([
        pushBranch(mirror, {}, { branch: main, commit }, signal),
        pushBranch(mirror, {}, { branch: side, commit }, signal),
      ]);
      expect(
        gitIn(scratch, 'ls-remote', folder, 'refs/heads/main', 'refs/heads/offprint/work').split('\n'),
      ).toEqual([`${commit}\trefs/heads/main`, `${commit}\trefs/heads/offprint/work`]);
    },
  );
});

describe('a repository on this computer is refused', () => {
  const refusalOf = async (folder: string): Promise<string> => {
    const mirror = await openMirror({ folder: fresh(), remote: parseRemote(folder) });
    const refused: unknown = await mirror.refresh({}).catch((error: unknown) => error);
    return String(refused);
  };

  it.runIf(process.getuid?.() === 0)(
    'where it belongs to another user, and is never made an exception',
    async () => {
      const { folder } = repositoryIn(fresh(), { 'a.md': 'alpha\n' });
      const { mirror, workspace, base } = await workspaceOn(folder, fresh());
      workspace.close();
      const commit = await commitOn(mirror, base, 'beta\n');
      fs.chownSync(path.join(folder, '.git'), 65534, 65534);
      expect(await refusalOf(folder)).toContain('belongs to another user (uid 65534)');
      // Waiting does not help.
      const pushed: unknown = await pushBranch(mirror, {}, { branch: side, commit }, signal).catch(
        (error) => error,
      );
      expect(pushed).toBeInstanceOf(PublishError);
      expect(pushed).toMatchObject({ mayPass: false });
      vi.stubEnv('SUDO_UID', '65534');
      expect(await refusalOf(folder)).toBe('undefined');
      expect(fs.readFileSync(path.join(mirror.folder, 'gitconfig'), 'utf8')).not.toContain('safe');
    },
  );

  it.runIf(process.getuid?.() === 0)('by git itself where users have no numbers', async () => {
    const { folder } = repositoryIn(fresh(), { 'a.md': 'alpha\n' });
    const git = await openGit({ folder: fresh() });
    const place = path.join(folder, '.git');
    await requireOwn(git, [place], null);
    fs.chownSync(place, 65534, 65534);
    await expect(requireOwn(git, [place], null)).rejects.toThrow('belongs to another user,');
  });

  it.each<[string, string, (folder: string) => void]>([
    [
      'borrows objects',
      'borrows objects from another repository',
      (folder) => fs.writeFileSync(path.join(folder, 'objects/info/alternates'), `${folder}/objects\n`),
    ],
    [
      'has its refs elsewhere',
      'is a link',
      (folder) => {
        fs.renameSync(path.join(folder, 'refs'), `${folder}-refs`);
        fs.symlinkSync(`${folder}-refs`, path.join(folder, 'refs'));
      },
    ],
    [
      'has packs elsewhere',
      'is a link',
      (folder) => {
        fs.renameSync(path.join(folder, 'objects/pack'), `${folder}-pack`);
        fs.symlinkSync(`${folder}-pack`, path.join(folder, 'objects/pack'));
      },
    ],
    [
      'has a log that is written elsewhere',
      'is a link',
      (folder) => {
        fs.mkdirSync(path.join(folder, 'logs/refs/heads'), { recursive: true });
        fs.symlinkSync(`${folder}-profile`, path.join(folder, 'logs/refs/heads/main'));
      },
    ],
    [
      'has a pipe for a ref',
      'is neither a file nor a folder',
      (folder) => execFileSync('mkfifo', [path.join(folder, 'refs/heads/pipe')]),
    ],
    [
      'is a linked work tree',
      'is a linked work tree',
      (folder) => fs.writeFileSync(path.join(folder, 'commondir'), '..\n'),
    ],
    ['is shallow', 'is a shallow clone', (folder) => fs.writeFileSync(path.join(folder, 'shallow'), '')],
    [
      'is a partial clone',
      'is a partial clone',
      (folder) => fs.writeFileSync(path.join(folder, 'objects/pack/pack-1.promisor'), ''),
    ],
    [
      'is damaged',
      'its HEAD file is not valid',
      (folder) => fs.writeFileSync(path.join(folder, 'HEAD'), '../../x\n'),
    ],
    ['keeps its refs in tables', 'reftable', (folder) => fs.mkdirSync(path.join(folder, 'reftable'))],
    [
      'is none',
      'is not a git repository',
      (folder) => fs.rmSync(path.join(folder, 'refs'), { recursive: true }),
    ],
  ])('where it %s', async (_, says, spoil) => {
    const folder = bareRepository();
    spoil(folder);
    expect(await refusalOf(folder)).toContain(says);
  });

  it('where it is a work tree of another, or has SHA-256 objects', async () => {
    const { folder, git } = repositoryIn(fresh(), { 'a.md': 'alpha\n' });
    const tree = fresh();
    git('worktree', 'add', '--quiet', tree, '-b', 'linked');
    expect(await refusalOf(tree)).toContain('points to a repository elsewhere');
    expect(await refusalOf(path.join(folder, '.git/worktrees', path.basename(tree)))).toContain(
      'linked work tree',
    );
    const other = fresh();
    gitIn(scratch, 'init', '--quiet', '--object-format=sha256', other);
    gitIn(
      other,
      '-c',
      'user.name=x',
      '-c',
      'user.email=x@x.test',
      'commit',
      '--quiet',
      '--allow-empty',
      '-m',
      'x',
    );
    expect(await refusalOf(other)).toContain('SHA-256');
  });
});
