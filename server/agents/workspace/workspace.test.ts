import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstOf, isFullRun } from '../../../test/stand-ins/full.ts';
import { overlayTable } from '../../store/agent-overlay.ts';
import { agentTables } from '../../store/agent-tables.test-support.ts';
import { commitWorkspace } from './commit.ts';
import { type BranchName, branchName, type ObjectId } from './git-arguments.ts';
import { onRemote } from './local-repository.ts';
import { openMirror } from './mirror.ts';
import { memoryOverlay, newest, type OverlayChange } from './overlay.ts';
import { collisionKey, pathFault } from './path-rules.ts';
import { parseRemote } from './remote.ts';
import { repositoryIn, scratchFolder, workspaceOfFiles, workspaceOn } from './repository.test-support.ts';
import { openWorkspace } from './workspace.ts';

const scratch = scratchFolder('workspace');
let count = 0;
const fresh = (): string => path.join(scratch, String(++count));

const file = (
  name: string,
  content: string | Buffer,
  mode: OverlayChange['mode'] = '100644',
): OverlayChange => ({
  path: name,
  mode,
  content: Buffer.from(content),
});
const deleted = (name: string): OverlayChange => ({ path: name, mode: '100644', content: null });
const branch = branchName('offprint/job-1') as BranchName;
const author = { name: 'Offprint agent', email: 'agent@offprint.invalid' };

describe('a workspace', () => {
  it('reads the commit, keeps changes over it and commits them to a branch of the mirror', async () => {
    const repository = repositoryIn(fresh(), {
      'a.md': 'alpha\n',
      'docs/b.md': 'beta\n',
      'docs/c.md': 'gamma\n',
    });
    const { mirror, workspace, base } = await workspaceOn(repository.folder, fresh());
    const before = await mirror.refs();
    await workspace.apply([
      file('a.md', 'ALPHA\n'),
      deleted('docs/c.md'),
      file('new/größe 世界.md', 'new\n'),
    ]);
    expect(workspace.paths()).toEqual(['a.md', 'docs/b.md', 'new/größe 世界.md']);
    expect((await workspace.read('a.md'))?.toString()).toBe('ALPHA\n');
    expect((await workspace.readBase('a.md'))?.toString()).toBe('alpha\n');
    expect(await workspace.read('docs/c.md')).toBeNull();

    const options = { branch, expected: null, message: 'Change\n', author, atSeconds: 1_700_000_100 };
    const commit = await commitWorkspace(mirror, workspace, options);
    expect(await commitWorkspace(mirror, workspace, options)).toBe(commit);
    expect(await mirror.ownCommit(branch)).toBe(commit);
    const inMirror = (...argv: string[]): string =>
      execFileSync('git', [`--git-dir=${mirror.repository}`, ...argv], { encoding: 'utf8' });
    expect(
      inMirror('-c', 'core.quotepath=false', 'ls-tree', '-r', '--name-only', commit).trim().split('\n'),
    ).toEqual(['a.md', 'docs/b.md', 'new/größe 世界.md']);
    expect(inMirror('log', '-1', '--format=%P %an %at', commit).trim()).toBe(
      `${base} ${author.name} 1700000100`,
    );
    expect(inMirror('fsck', '--strict', '--no-dangling')).toBe('');

    const after = new Map(await mirror.refs());
    after.delete(`refs/heads/${branch}`);
    expect(after).toEqual(before);
    workspace.close();
  });

  it('never overwrites a branch that moved', async () => {
    const repository = repositoryIn(fresh(), { 'a.md': 'alpha\n' });
    const { mirror, workspace } = await workspaceOn(repository.folder, fresh());
    const commit = async (text: string, expected: ObjectId | null): Promise<ObjectId> => {
      await workspace.apply([file('a.md', text)]);
      return commitWorkspace(mirror, workspace, { branch, expected, message: text, author, atSeconds: 1 });
    };
    const first = await commit('one\n', null);
    await expect(commit('two\n', null)).rejects.toThrow(/changed while the job was running/);
    const second = await commit('three\n', first);
    expect(await mirror.ownCommit(branch)).toBe(second);
    workspace.close();
  });

  it('keeps bytes and modes: CRLF, a byte order mark, no last line end, the executable bit', async () => {
    const repository = repositoryIn(fresh(), {
      'crlf.md': '\uFEFFone\r\ntwo',
      '.gitattributes': '* text=auto eol=lf\n*.md ident\n',
      'run.sh': '#!/bin/sh\n',
    });
    fs.chmodSync(path.join(repository.folder, 'run.sh'), 0o755);
    repository.commit({ 'id.md': '$Id$\n' });
    const { workspace } = await workspaceOn(repository.folder, fresh());
    const bytes = Buffer.from('\uFEFFone\r\n2\r\nthree $Id$');
    await workspace.apply([file('id.md', bytes)]);
    expect(await workspace.read('id.md')).toEqual(bytes);
    const tree = await workspace.tree();
    expect(workspace.entry('run.sh')?.mode).toBe('100755');
    expect(tree).toMatch(/^[0-9a-f]{40}$/);
    expect((await workspace.diff(10_000)).text).toContain('three $Id$');
    workspace.close();
  });

  it('is as before when a change is taken back, and lets a folder take the place of a file', async () => {
    const { workspace } = await workspaceOfFiles({ 'a.md': 'alpha\n', b: 'file\n' });
    const unchanged = await workspace.tree();
    await workspace.apply([file('a.md', 'x\n'), file('c.md', 'c\n')]);
    expect(await workspace.tree()).not.toBe(unchanged);
    await workspace.apply([file('a.md', 'alpha\n'), deleted('c.md')]);
    expect(workspace.changes().size).toBe(0);
    expect(await workspace.tree()).toBe(unchanged);
    await expect(workspace.apply([file('b/page.md', 'x')])).rejects.toThrow(/conflicts with/);
    await workspace.apply([deleted('b'), file('b/page.md', 'x\n')]);
    await workspace.tree();
    expect(workspace.paths()).toEqual(['a.md', 'b/page.md']);
    workspace.close();
  });

  it('changes nothing when one of several changes is refused', async () => {
    const { workspace } = await workspaceOfFiles({ 'a.md': 'alpha\n' });
    await expect(workspace.apply([file('a.md', 'x'), file('../out.md', 'x')])).rejects.toThrow(/"\.\."/);
    expect((await workspace.read('a.md'))?.toString()).toBe('alpha\n');
    workspace.close();
  });

  it('searches commit and changes alike, with text as text and expressions within time', async () => {
    const { workspace } = await workspaceOfFiles({
      'a.md': 'one (two)\nthree\n',
      'bin.dat': Buffer.from([0, 1, 2]),
    });
    await workspace.apply([file('b.md', 'TWO and --two\n')]);
    const search = async (pattern: string, isExpression = false) =>
      (await workspace.search({ pattern, isExpression, ignoreCase: true })).matches.map(
        (match) => `${match.path}:${match.line}`,
      );
    expect(await search('two')).toEqual(['a.md:1', 'b.md:1']);
    expect(await search('(two)')).toEqual(['a.md:1']);
    expect(await search('--two')).toEqual(['b.md:1']);
    expect(await search('^t[hw]', true)).toEqual(['a.md:2', 'b.md:1']);
    expect(await search('--open-files-in-pager=touch x')).toEqual([]);
    await expect(search('(', true)).rejects.toThrow(/pattern is not valid/);
    workspace.close();
  });

  it('reads many files at once through one process, empty and missing ones too', async () => {
    const files = Object.fromEntries(
      Array.from({ length: isFullRun ? 300 : 100 }, (_, i) => [`p/${i}.md`, `page ${i}\n`.repeat(i * 10)]),
    );
    const { workspace } = await workspaceOfFiles(files);
    const read = await Promise.all(
      Object.keys(files).map(async (name) => [name, String(await workspace.read(name))]),
    );
    expect(Object.fromEntries(read)).toEqual(files);
    expect(await workspace.read('no/such.md')).toBeNull();
    workspace.close();
  });
});

describe('a hostile repository', () => {
  it('gets nothing of it executed: filters, hooks, fsmonitor, aliases, diff and merge drivers', async () => {
    const folder = fresh();
    const mark = path.join(folder, 'executed');
    const repository = repositoryIn(folder, {
      'a.md': 'alpha\n',
      '.gitattributes': '*.md filter=evil diff=evil merge=evil\n',
      '.gitmodules':
        '[submodule "x"]\n\tpath = x\n\turl = ext::sh -c "touch executed"\n\tupdate = !touch executed\n',
    });
    const touch = `touch ${mark}`;
    for (const key of [
      'filter.evil.clean',
      'filter.evil.smudge',
      'filter.evil.process',
      'diff.evil.textconv',
      'diff.evil.command',
      'merge.evil.driver',
      'core.fsmonitor',
      'core.pager',
      'core.sshCommand',
      'core.askPass',
      'alias.ls-tree',
      'uploadpack.packObjectsHook',
      'credential.helper',
      'core.gitProxy',
    ])
      repository.git('config', key, touch);
    for (const hook of [
      'post-checkout',
      'pre-commit',
      'reference-transaction',
      'post-update',
      'pre-receive',
      'update',
    ]) {
      fs.writeFileSync(path.join(folder, '.git', 'hooks', hook), `#!/bin/sh\n${touch}\n`, { mode: 0o755 });
    }
    const { mirror, workspace } = await workspaceOn(folder, fresh());
    await workspace.apply([file('a.md', 'beta\n')]);
    await workspace.search({ pattern: 'beta', isExpression: false, ignoreCase: false });
    await workspace.diff(1000);
    const commit = await commitWorkspace(mirror, workspace, {
      branch,
      expected: null,
      message: 'm',
      author,
      atSeconds: 1,
    });
    await onRemote(mirror, (url) =>
      mirror.git.run('push', [url, commit, branch, null, []], { repository: mirror.repository }),
    );
    expect(repository.git('rev-parse', branch)).toBe(commit);
    expect(fs.existsSync(mark)).toBe(false);
    // The trap works: a person's git triggers it.
    fs.writeFileSync(path.join(folder, 'a.md'), 'gamma\n');
    try {
      repository.git('add', 'a.md');
    } catch {
      // Its outcome does not matter.
    }
    expect(fs.existsSync(mark)).toBe(true);
    workspace.close();
  });

  it('has its links and submodules listed, never read through or written', async () => {
    const folder = fresh();
    const repository = repositoryIn(folder, { 'a.md': 'alpha\n' });
    fs.symlinkSync('/etc/passwd', path.join(folder, 'link.md'));
    fs.symlinkSync('/etc', path.join(folder, 'etc'));
    repository.git(
      'update-index',
      '--add',
      '--cacheinfo',
      `160000,${repository.git('rev-parse', 'HEAD')},sub`,
    );
    repository.git('add', 'link.md', 'etc');
    repository.git('commit', '--quiet', '--message=links');
    const { workspace } = await workspaceOn(folder, fresh());
    expect(workspace.entry('link.md')?.kind).toBe('link');
    expect(workspace.entry('sub')?.kind).toBe('submodule');
    expect(await workspace.read('link.md')).toBeNull();
    for (const name of ['link.md', 'etc/passwd', 'sub', 'sub/x.md', 'etc', 'ETC/x.md', 'LINK.md']) {
      await expect(workspace.apply([file(name, 'x')]), name).rejects.toThrow();
    }
    await expect(workspace.apply([deleted('link.md')])).rejects.toThrow(/symbolic link/);
    workspace.close();
  });

  it('is refused when its tree was forged', async () => {
    const folder = fresh();
    const repository = repositoryIn(folder, { 'a.md': 'alpha\n' });
    const blob = repository.git('rev-parse', 'HEAD:a.md');
    const forge = (...lines: string[]): void => {
      const inner = repository.gitWith(`100644 blob ${blob}\tconfig\n`, 'mktree');
      const tree = repository.gitWith(
        lines.map((line) => `${line.replace('INNER', inner)}\n`).join(''),
        'mktree',
      );
      const commit = repository.gitWith('forged', 'commit-tree', tree);
      repository.git('update-ref', 'refs/heads/main', commit);
    };
    for (const lines of firstOf(3, [
      [`040000 tree INNER\t.GIT`],
      [`100644 blob ${blob}\ta.md`, `100644 blob ${blob}\ta.md`],
      [`120000 blob ${blob}\tdocs`, `040000 tree INNER\tdocs`],
      [`040000 tree INNER\t.git`],
    ])) {
      forge(...lines);
      await expect(workspaceOn(folder, fresh()), lines.join()).rejects.toThrow(
        /refuses to write|occur twice/,
      );
    }
  });

  it('may have names that are no text: they stay as they are', async () => {
    const folder = fresh();
    const repository = repositoryIn(folder, { 'a.md': 'alpha\n' });
    const blob = repository.git('rev-parse', 'HEAD:a.md');
    repository.gitWith(
      Buffer.concat([Buffer.from(`100644 ${blob}\tb`), Buffer.from([0xff, 0xfe]), Buffer.from('.md\0')]),
      'update-index',
      '-z',
      '--index-info',
    );
    repository.git('commit', '--quiet', '--message=bytes');
    const { workspace } = await workspaceOn(folder, fresh());
    expect(workspace.paths()).toEqual(['a.md']);
    await workspace.apply([file('a.md', 'beta\n')]);
    const tree = await workspace.tree();
    expect(repository.git('count-objects')).toBeTruthy();
    expect(tree).not.toBe('');
    workspace.close();
  });

  it('may hold a huge file: it is neither searched nor shown', async () => {
    const { workspace } = await workspaceOfFiles({
      'huge.md': 'needle\n'.repeat(1_000_000),
      'a.md': 'needle\n',
    });
    const found = await workspace.search({ pattern: 'needle', isExpression: false, ignoreCase: false });
    expect(found.matches.map((match) => match.path)).toEqual(['a.md']);
    expect(workspace.entry('huge.md')?.sizeBytes).toBe(7_000_000);
    workspace.close();
  });
});

describe('a mirror', () => {
  it('follows the remote, and forgets branches that are gone', async () => {
    const repository = repositoryIn(fresh(), { 'a.md': 'alpha\n' });
    const mirror = await openMirror({ folder: fresh(), remote: parseRemote(repository.folder) });
    repository.git('branch', 'side');
    await mirror.refresh({});
    expect(await mirror.baseCommit('side' as BranchName)).not.toBeNull();
    repository.git('branch', '-D', 'side');
    const next = repository.commit({ 'b.md': 'b\n' });
    await mirror.refresh({});
    expect(await mirror.baseCommit('side' as BranchName)).toBeNull();
    expect(await mirror.baseCommit('main' as BranchName)).toBe(next);
  });

  it('says what is wrong when the remote cannot be had, without the token', async () => {
    const mirror = await openMirror({ folder: fresh(), remote: parseRemote(path.join(scratch, 'nothing')) });
    await expect(mirror.refresh({})).rejects.toThrow('is not a git repository');
    const web = await openMirror({ folder: fresh(), remote: parseRemote('http://127.0.0.1:1/x.git') });
    const failed = await web
      .refresh({ authorization: 'Bearer canary-secret-1' })
      .catch((error: Error) => error);
    expect(String(failed)).toMatch(/git fetch failed/);
    expect(String(failed)).not.toContain('canary-secret-1');
  });

  it('keeps a partly made repository from being taken for a whole one', async () => {
    const folder = fresh();
    const repository = repositoryIn(fresh(), { 'a.md': 'alpha\n' });
    fs.mkdirSync(path.join(folder, 'mirror.git', 'objects'), { recursive: true });
    const { workspace } = await workspaceOn(repository.folder, folder);
    expect(workspace.paths()).toEqual(['a.md']);
    workspace.close();
  });
});

describe('addresses of repositories', () => {
  it.each([
    ['https://git.example.test/docs/site.git', 'https://git.example.test/docs/site.git'],
    ['git@git.example.test:docs/site.git', 'ssh://git@git.example.test/docs/site.git'],
    ['/srv/git/site.git', 'file:///srv/git/site.git'],
  ])('%s is taken', (text, url) => expect(parseRemote(text).url).toBe(url));

  it.each([
    'ext::sh -c touch% x',
    '--upload-pack=touch x',
    'https://user:pass@host/x.git',
    'https://token@host/x.git',
    'ssh://-oProxyCommand=x/y',
    'file://host/share',
    'relative/folder',
    'ftp://host/x',
    '-x@host:y',
  ])('%s is refused', (text) => expect(() => parseRemote(text)).toThrow());
});

describe('names', () => {
  it.each([
    '../x.md',
    '/abs.md',
    'a/../../x',
    'a//b',
    './a',
    '.git/config',
    '.GIT/config',
    'a/.git',
    '.gitmodules',
    '.gitattributes',
    'git~1/config',
    '.g\u200cit/config',
    '.git./x',
    '.git /x',
    'a\\b',
    'c:x',
    'con',
    'aux.md',
    'x/nul.txt',
    'dot.',
    'space ',
    'a\u0000b',
    'a\nb',
    'e\u0301.md',
    '\ud800',
    'x'.repeat(600),
    '-rf',
    'a\u202eb',
    'a\u{e0041}b',
    '',
    'a:stream',
  ])('%j is no path', (name) => expect(pathFault(name)).not.toBeNull());

  it.each(['docs/a.mdx', 'größe/世界.md', 'a b/(c)/[slug].md', '.vale.ini', 'gitlab.md', 'a.git.md'])(
    '%j is a path',
    (name) => expect(pathFault(name)).toBeNull(),
  );

  it('collide where some file system folds them', () => {
    expect(collisionKey('Docs/GRÖSSE.md')).toBe(collisionKey('docs/größe.md'.replace('ß', 'ss')));
    expect(collisionKey('É.md')).toBe(collisionKey('e\u0301.md'));
  });

  it.each(['', '-x', 'a..b', 'a b', 'a~b', 'x.lock', '/a', 'a/', 'a//b', '@', 'a@{b', '.a', 'a/.b'])(
    '%j is no branch',
    (name) => expect(branchName(name)).toBeNull(),
  );
});

describe('the overlay', () => {
  const stores = {
    'in memory': () => memoryOverlay(),
    'in SQLite': () => {
      const database = agentTables();
      overlayTable(database, 'other').put(9, [file('other.md', 'x')]);
      return overlayTable(database, 'job');
    },
  };
  it.each(Object.entries(stores))(
    '%s keeps changes by event and forgets what no event spoke of',
    (_, open) => {
      const store = open();
      store.put(3, [file('a.md', 'one'), file('b.md', 'b')]);
      store.put(5, [file('a.md', 'two', '100755'), deleted('b.md')]);
      store.put(7, [file('c.md', Buffer.from([0, 255]))]);
      expect(store.all().map(({ seq, change }) => [seq, change.path])).toEqual([
        [3, 'a.md'],
        [3, 'b.md'],
        [5, 'a.md'],
        [5, 'b.md'],
        [7, 'c.md'],
      ]);
      store.dropAfter(5);
      expect([...newest(store).values()]).toEqual([file('a.md', 'two', '100755'), deleted('b.md')]);
    },
  );
});

it.runIf(isFullRun)('opens a workspace of 10,000 pages', async () => {
  const folder = fresh();
  const repository = repositoryIn(folder, { 'a.md': 'alpha\n' });
  const pages = Array.from({ length: 10_000 }, (_, i) => {
    const text = `# Page ${i}\n`;
    return `M 100644 inline d${i % 100}/p${i}.md\ndata ${text.length}\n${text}`;
  });
  const head = 'commit refs/heads/main\ncommitter W <w@example.test> 1700000000 +0000\ndata 1\nx\n';
  repository.gitWith(`${head}${pages.join('')}`, 'fast-import', '--quiet', '--force');
  const { mirror, workspace, base } = await workspaceOn(folder, fresh());
  workspace.close();
  const again = await openWorkspace(mirror, base);
  expect(again.paths()).toHaveLength(10_000);
  again.close();
});
