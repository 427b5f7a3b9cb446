import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergeChange } from '../forges/merge-change.ts';
import { pushBranch } from '../forges/push-branch.ts';
import { commitWorkspace } from './commit.ts';
import type { BranchName, ObjectId } from './git-arguments.ts';
import { type Mirror, openMirror } from './mirror.ts';
import { parseRemote } from './remote.ts';
import { repositoryIn, scratchFolder, type TestRepository, workspaceOn } from './repository.test-support.ts';
import { openWorkspace } from './workspace.ts';

const scratch = scratchFolder('local-repository');
let count = 0;
const fresh = (): string => path.join(scratch, String(++count));
const main = 'main' as BranchName;
const side = 'offprint/work' as BranchName;
const author = { name: 'An Agent', email: 'agent@example.test' };
const signal = new AbortController().signal;

/** Every key of git-config(1) whose value is a command, or leads to one. */
const COMMAND_KEYS = [
  ...['alternateRefsCommand', 'askPass', 'editor', 'fsmonitor', 'gitProxy', 'pager', 'sshCommand'].map(
    (name) => `core.${name}`,
  ),
  ...['alias.upload-pack', 'alias.receive-pack', 'alias.pack-objects', 'alias.rev-list', 'credential.helper'],
  ...['diff.external', 'diff.evil.command', 'diff.evil.textconv', 'filter.evil.clean', 'filter.evil.process'],
  ...['filter.evil.smudge', 'gpg.program', 'gpg.ssh.program', 'interactive.diffFilter', 'merge.evil.driver'],
  ...[
    'mergetool.evil.cmd',
    'difftool.evil.cmd',
    'pager.rev-list',
    'receive.procReceiveRefs',
    'sequence.editor',
  ],
  ...['remote.origin.receivepack', 'remote.origin.uploadpack', 'sendemail.smtpServer', 'trailer.x.command'],
  ...[
    'uploadpack.packObjectsHook',
    'uploadarchive.x',
    'web.browser',
    'browser.x.cmd',
    'man.x.cmd',
    'http.proxy',
  ],
];

const HOOKS = [
  ...[
    'applypatch-msg',
    'commit-msg',
    'fsmonitor-watchman',
    'post-applypatch',
    'post-checkout',
    'post-commit',
  ],
  ...['post-index-change', 'post-merge', 'post-receive', 'post-rewrite', 'post-update', 'pre-applypatch'],
  ...['pre-auto-gc', 'pre-commit', 'pre-merge-commit', 'pre-push', 'pre-rebase', 'pre-receive'],
  ...['prepare-commit-msg', 'proc-receive', 'push-to-checkout', 'reference-transaction', 'update'],
];

/** A bare repository whose configuration and hooks run a command wherever git runs one. @returns where it leaves marks */
function hostileRepository(): { folder: string; marks: string; as: TestRepository } {
  const as = repositoryIn(fresh(), {
    'a.md': 'alpha\n',
    '.gitattributes': '*.md filter=evil diff=evil merge=evil\n',
  });
  const folder = fresh();
  execFileSync('git', ['clone', '--quiet', '--bare', '--', as.folder, folder], { stdio: 'ignore' });
  const marks = fresh();
  fs.mkdirSync(marks);
  const hooks = fresh();
  fs.mkdirSync(hooks);
  for (const place of [hooks, path.join(folder, 'hooks')]) {
    fs.mkdirSync(place, { recursive: true });
    for (const hook of HOOKS) {
      fs.writeFileSync(path.join(place, hook), `#!/bin/sh\ntouch ${marks}/hook-${hook}\n`, { mode: 0o755 });
    }
  }
  const config = (key: string, value: string): unknown =>
    execFileSync('git', ['config', '--file', path.join(folder, 'config'), key, value]);
  for (const key of COMMAND_KEYS) config(key, `touch ${marks}/key-${key}`);
  config('core.hooksPath', hooks);
  config('receive.autogc', 'true');
  config('gc.auto', '1');
  const included = path.join(scratch, `included-${count}`);
  fs.writeFileSync(included, `[core]\n\talternateRefsCommand = touch ${marks}/included\n`);
  config('include.path', included);
  return { folder, marks, as };
}

async function commitOn(mirror: Mirror, base: ObjectId, text: string): Promise<ObjectId> {
  const workspace = await openWorkspace(mirror, base);
  await workspace.apply([{ path: 'a.md', mode: '100644', content: Buffer.from(text) }]);
  const commit = await commitWorkspace(mirror, workspace, {
    ...{ branch: side, expected: null, message: 'm', author, atSeconds: 1 },
  });
  workspace.close();
  return commit;
}

describe('a repository on this computer whose configuration runs something wherever git allows it', () => {
  it('is fetched, pushed to and merged into without any of it being run', async () => {
    const { folder, marks } = hostileRepository();
    const { mirror, workspace, base } = await workspaceOn(folder, fresh());
    workspace.close();
    expect(await mirror.defaultBranch({})).toBe('main');
    const commit = await commitOn(mirror, base, 'beta\n');
    await pushBranch(mirror, {}, { branch: side, commit }, signal);
    const merged = await mergeChange(
      mirror,
      {},
      { target: main, commit, message: 'merge', author, atSeconds: 2 },
      signal,
    );
    expect(fs.readFileSync(path.join(folder, 'refs/heads/main'), 'utf8').trim()).toBe(merged);
    expect(fs.readdirSync(marks)).toEqual([]);
    // The trap is live: git as a person runs it falls into it.
    execFileSync('git', ['push', '--quiet', folder, `${merged}:refs/heads/other`], {
      ...{ cwd: mirror.repository, env: { PATH: process.env.PATH }, stdio: 'ignore' },
    });
    expect(fs.readdirSync(marks)).toContain('hook-post-receive');
  });

  it('with a work tree keeps its rule: the branch that is checked out is not moved under a person', async () => {
    const { folder } = repositoryIn(fresh(), { 'a.md': 'alpha\n' });
    const { mirror, workspace, base } = await workspaceOn(folder, fresh());
    workspace.close();
    const commit = await commitOn(mirror, base, 'beta\n');
    await expect(pushBranch(mirror, {}, { branch: main, commit }, signal)).rejects.toThrow(/checked out/);
    await pushBranch(mirror, {}, { branch: side, commit }, signal);
    expect(fs.readFileSync(path.join(folder, '.git/refs/heads/offprint/work'), 'utf8').trim()).toBe(commit);
    expect(fs.readdirSync(mirror.folder).filter((name) => name.startsWith('view-'))).toEqual([]);
  });

  it('is pushed to where its refs are packed, and two pushes at once leave one of them', async () => {
    const { folder, as } = hostileRepository();
    execFileSync('git', ['--git-dir', folder, '-c', 'core.hooksPath=/dev/null', 'pack-refs', '--all']);
    const { mirror, workspace, base } = await workspaceOn(folder, fresh());
    workspace.close();
    const commit = await commitOn(mirror, base, 'beta\n');
    const other = (await openMirror({ folder: fresh(), remote: parseRemote(folder) })) as Mirror;
    await other.refresh({});
    const [first, second] = await Promise.allSettled([
      pushBranch(mirror, {}, { branch: main, commit }, signal),
      pushBranch(mirror, {}, { branch: side, commit }, signal),
    ]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(as.git('ls-remote', folder, 'refs/heads/main', 'refs/heads/offprint/work').split('\n')).toEqual([
      `${commit}\trefs/heads/main`,
      `${commit}\trefs/heads/offprint/work`,
    ]);
  });
});

describe('a repository on this computer is refused', () => {
  const refusalOf = async (folder: string): Promise<string> => {
    const mirror = await openMirror({ folder: fresh(), remote: parseRemote(folder) });
    const refused: unknown = await mirror.refresh({}).catch((error: unknown) => error);
    return String(refused);
  };

  it.runIf(process.getuid?.() === 0)('where it belongs to another user', async () => {
    const { folder } = repositoryIn(fresh(), { 'a.md': 'alpha\n' });
    fs.chownSync(path.join(folder, '.git'), 65534, 65534);
    expect(await refusalOf(folder)).toContain('belongs to another user (uid 65534)');
  });

  it('where it leads elsewhere: a linked work tree, borrowed objects, links, a damaged HEAD', async () => {
    const { folder, git } = repositoryIn(fresh(), { 'a.md': 'alpha\n' });
    const tree = fresh();
    git('worktree', 'add', '--quiet', tree, '-b', 'linked');
    expect(await refusalOf(tree)).toContain('leads to a repository elsewhere');
    expect(await refusalOf(path.join(folder, '.git/worktrees', path.basename(tree)))).toContain(
      'is no git repository',
    );
    const borrowing = fresh();
    git('clone', '--quiet', '--bare', '--shared', folder, borrowing);
    expect(await refusalOf(borrowing)).toContain('borrows objects from another repository');
    const linked = fresh();
    git('clone', '--quiet', '--bare', folder, linked);
    fs.renameSync(path.join(linked, 'refs'), `${linked}-refs`);
    fs.symlinkSync(`${linked}-refs`, path.join(linked, 'refs'));
    expect(await refusalOf(linked)).toContain('leads outside the repository');
    const damaged = fresh();
    git('clone', '--quiet', '--bare', folder, damaged);
    fs.writeFileSync(path.join(damaged, 'HEAD'), '../../../etc/passwd\n');
    expect(await refusalOf(damaged)).toContain('its HEAD names no branch');
    expect(await refusalOf(path.dirname(folder))).toContain('is no git repository');
  });

  it('where its form is not supported: SHA-256', async () => {
    const folder = fresh();
    execFileSync('git', ['init', '--quiet', '--bare', '--object-format=sha256', folder]);
    expect(await refusalOf(folder)).toContain('SHA-256');
  });
});
