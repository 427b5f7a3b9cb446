import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type ForgeKind,
  type ForgeOptions,
  type ForgeStandIn,
  startForge,
} from '../../../test/stand-ins/forge-server.ts';
import { firstOf, isFullRun } from '../../../test/stand-ins/full.ts';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import type { Publication } from '../loop/publisher.ts';
import { commitWorkspace } from '../workspace/commit.ts';
import { type BranchName, branchName, type ObjectId, objectId } from '../workspace/git-arguments.ts';
import { type Mirror, openMirror } from '../workspace/mirror.ts';
import { parseRemote } from '../workspace/remote.ts';
import { repositoryIn, scratchFolder } from '../workspace/repository.test-support.ts';
import { openWorkspace, type Workspace } from '../workspace/workspace.ts';
import type { Forge } from './forge.ts';
import { forgeHttp } from './forge-http.ts';
import { forgePublisher } from './forge-publisher.ts';
import { openForge } from './forges.ts';

const scratch = scratchFolder('forges');
const TOKEN = 'canary-forge-token-0123';
const NAMES: Readonly<Record<ForgeKind, string>> = {
  gitea: 'docs/site',
  gitlab: 'docs/team/site',
  github: 'docs/site',
  bitbucket: 'DOCS/site',
};
const kinds = Object.keys(NAMES) as ForgeKind[];
const never = new AbortController().signal;
let count = 0;
let standIn: ForgeStandIn | undefined;
let workspace: Workspace | undefined;
afterEach(async () => {
  workspace?.close();
  await standIn?.close();
  standIn = undefined;
  workspace = undefined;
});

type Scene = Readonly<{
  forge: Forge;
  mirror: Mirror;
  server: ForgeStandIn;
  bare: (...argv: string[]) => string;
  /** Changes a page, commits it to the job's branch, and returns the publication. */
  work: (text: string, expected?: ObjectId | null) => Promise<Publication>;
}>;

const branch = branchName('offprint/ag_1') as BranchName;
/** Request for a branch that is already on the forge. */
const started = { head: 'started', base: 'main', title: 't', body: 'b', isDraft: false };

/** Bare repository with a branch that can be merged, as on a forge. Copied for each scene. */
const prepared = path.join(scratch, 'prepared.git');
beforeAll(() => {
  const source = repositoryIn(path.join(scratch, 'source'), { 'a.md': 'one\n', 'b.md': 'b\n' });
  source.git('branch', 'started');
  source.git('checkout', '--quiet', 'started');
  source.commit({ 'b.md': 'c\n' });
  source.git('checkout', '--quiet', 'main');
  execFileSync('git', ['clone', '--quiet', '--bare', source.folder, prepared]);
});

/** Starts a forge that uses git's own smart HTTP, and opens a job's mirror of its repository. */
async function scene(
  kind: ForgeKind,
  changes: Partial<ForgeOptions & { useToken: string }> = {},
): Promise<Scene> {
  const folder = path.join(scratch, String(++count));
  const repository = path.join(folder, 'forge.git');
  fs.cpSync(prepared, repository, { recursive: true });
  const server = await startForge({ kind, repository, name: NAMES[kind], token: TOKEN, ...changes });
  standIn = server;
  const forge = openForge({
    kind,
    baseUrl: server.baseUrl,
    repository: NAMES[kind],
    token: changes.useToken ?? TOKEN,
    caBundle: null,
  });
  const mirror = await openMirror({
    folder: path.join(folder, 'mirror'),
    remote: parseRemote(server.gitUrl),
  });
  const bare = (...argv: string[]): string =>
    execFileSync('git', ['--git-dir', repository, ...argv], { encoding: 'utf8' }).trim();
  return {
    forge,
    mirror,
    server,
    bare,
    work: async (text, expected = null) => {
      if (!workspace) {
        await mirror.refresh({ authorization: forge.gitAuthorization });
        workspace = await openWorkspace(mirror, (await mirror.baseCommit('main' as BranchName)) as ObjectId);
      }
      await workspace.apply([{ path: 'a.md', mode: '100644', content: Buffer.from(text) }]);
      const commit = await commitWorkspace(mirror, workspace, {
        branch,
        expected,
        message: `${text.trim()}\n\nOffprint-Agent-Job: ag_1\n`,
        author: { name: 'Agent', email: 'agent@offprint.invalid' },
        atSeconds: 1_700_000_000 + text.length,
      });
      return {
        jobId: 'ag_1',
        base: workspace.base,
        baseBranch: 'main',
        branch,
        commit,
        title: 'A title',
        body: 'A body',
        isDraft: false,
        earlier: null,
      };
    },
  };
}

describe.each(firstOf(2, kinds))('%s', (kind) => {
  const hasGit = isFullRun || kind === kinds[0]; // git is used in the same way with every forge
  it.runIf(hasGit)('gets a branch by git over http and one request, however often it is asked', async () => {
    const { forge, mirror, server, work, bare } = await scene(kind);
    await forge.probe(never);
    const publisher = forgePublisher(forge, mirror, {});
    const publication = await work('two\n');
    const made = await publisher.publish(publication, never);
    expect(made).toMatchObject({ number: 1, branch });
    expect(made.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/.*1$/);
    expect(bare('rev-parse', branch)).toBe(publication.commit);
    expect(await publisher.publish(publication, never)).toEqual(made);
    expect(server.requests).toMatchObject([
      { head: branch, base: 'main', title: 'A title', body: 'A body', isDraft: false },
    ]);
    // No second request is opened, and the first one is found.
    const request = { head: branch, base: 'main', title: 't', body: 'b', isDraft: false };
    expect(await forge.create(request, never)).toBeNull();
    expect(await forge.findOpen(branch, 'main', never)).toMatchObject({ number: 1, state: 'open' });
    expect(await forge.findOpen('other', 'main', never)).toBeNull();
    expect(server.gitAuthorizations.every((header) => header === forge.gitAuthorization)).toBe(true);
  });

  it('tells what became of a request', async () => {
    const { forge, server } = await scene(kind);
    expect(await forge.create(started, never)).toMatchObject({ number: 1 });
    expect(await forge.byNumber(1, never)).toMatchObject({ state: 'open' });
    server.mergeSquashed(1);
    expect(await forge.byNumber(1, never)).toMatchObject({ state: 'merged' });
    server.closeRequest(1);
    expect(await forge.byNumber(1, never)).toMatchObject({ state: 'closed' });
    expect(await forge.findOpen('started', 'main', never)).toBeNull();
  });

  it('takes drafts, also where it has none', async () => {
    const hasNone = kind === 'github' || kind === 'bitbucket';
    const { forge, server } = await scene(kind, hasNone ? { noDrafts: true } : {});
    await forge.create({ ...started, isDraft: true }, never);
    expect(server.requests).toMatchObject([{ isDraft: !hasNone }]);
  });

  it('refuses with a sentence that helps: token, rights, repository, nothing to merge, no branch', async () => {
    const { forge, server } = await scene(kind, { readOnly: true });
    const request = { head: 'main', base: 'main', title: 't', body: 'b', isDraft: false };
    await expect(forge.create(request, never)).rejects.toThrow(/not allowed to open a (pull|merge) request/);
    const settings = { kind, baseUrl: server.baseUrl, repository: NAMES[kind], token: TOKEN, caBundle: null };
    await expect(openForge({ ...settings, token: 'wrong-token' }).probe(never)).rejects.toThrow(
      /rejected the token/,
    );
    await expect(openForge({ ...settings, repository: 'no/such' }).probe(never)).rejects.toThrow(
      /has no repository "no\/such"/,
    );
    await server.close();
    const open = await scene(kind);
    await expect(open.forge.create(request, never)).rejects.toMatchObject({ mayPass: false });
    await expect(open.forge.create({ ...request, head: 'none' }, never)).rejects.toMatchObject({
      mayPass: false,
    });
  });

  it('may come back: what passes is told from what does not, and no error shows the token', async () => {
    const { forge, server } = await scene(kind);
    server.failNext(1, 503);
    await expect(forge.probe(never)).rejects.toMatchObject({ mayPass: true });
    server.failNext(1, 302);
    await expect(forge.probe(never)).rejects.toMatchObject({ mayPass: false });
    await server.close();
    const off = await forge.probe(never).catch((error: Error) => error);
    expect(off).toMatchObject({ mayPass: true });
    expect(`${off}`).not.toContain(TOKEN);
  });
});

// The git operations are the same for all forges.
describe.each(firstOf(1, kinds))('a job with %s', (kind) => {
  it('is asked for one request only when its answer is lost', async () => {
    const { forge, mirror, server, work } = await scene(kind);
    const publisher = forgePublisher(forge, mirror, {});
    const publication = await work('two\n');
    server.loseNextAnswer();
    await expect(publisher.publish(publication, never)).rejects.toMatchObject({ mayPass: true });
    expect((await publisher.publish(publication, never)).number).toBe(1);
    expect(server.requests).toHaveLength(1);
  });

  it.runIf(isFullRun)(
    'gets a commit more for a message, and a new request on the newest base after a merge',
    async () => {
      const { forge, mirror, server, work, bare } = await scene(kind);
      const publisher = forgePublisher(forge, mirror, {});
      const first = await work('two\n');
      const one = await publisher.publish(first, never);
      const second = await work('two\nthree\n', objectId(first.commit));
      const again = await publisher.publish({ ...second, earlier: { ...one, commit: first.commit } }, never);
      expect(again).toEqual(one);
      expect(bare('rev-parse', `${branch}~1`)).toBe(first.commit);

      server.mergeSquashed(1);
      const third = await work('two\nthree\nfour\n', objectId(second.commit));
      const next = await publisher.publish({ ...third, earlier: { ...again, commit: second.commit } }, never);
      expect(next).toMatchObject({ number: 2, branch: `${branch}-2` });
      expect(bare('rev-parse', `${branch}-2^`)).toBe(bare('rev-parse', 'main'));
      expect(bare('diff', '--numstat', `main...${branch}-2`)).toBe('1\t0\ta.md');
      expect(bare('rev-parse', branch)).toBe(second.commit);
      expect(
        await publisher.publish({ ...third, earlier: { ...again, commit: second.commit } }, never),
      ).toEqual(next);

      const fourth = await work('two\nthree\nfour\nfive\n', objectId(third.commit));
      const last = await publisher.publish({ ...fourth, earlier: { ...next, commit: third.commit } }, never);
      expect(last).toEqual(next);
      expect(bare('diff', '--numstat', `main...${branch}-2`)).toBe('2\t0\ta.md');
      expect(
        await publisher.publish({ ...fourth, earlier: { ...next, commit: third.commit } }, never),
      ).toEqual(next);
      expect(bare('rev-list', '--count', `main..${branch}-2`)).toBe('2');
      expect(server.requests).toHaveLength(2);
    },
  );

  it.runIf(isFullRun)('goes on with a new request after somebody closed the first', async () => {
    const { forge, mirror, server, work } = await scene(kind);
    const publisher = forgePublisher(forge, mirror, {});
    const first = await work('two\n');
    const one = await publisher.publish(first, never);
    server.closeRequest(1);
    expect(await forge.byNumber(1, never)).toMatchObject({ state: 'closed' });
    const second = await work('three\n', objectId(first.commit));
    expect(
      await publisher.publish({ ...second, isDraft: true, earlier: { ...one, commit: first.commit } }, never),
    ).toMatchObject({ number: 2 });
    expect(server.requests[1]).toMatchObject({ isDraft: true });
  });
});

it('what a forge refuses with is looked through in no time', () => {
  const settings = { kind: 'gitea', baseUrl: 'http://127.0.0.1', token: TOKEN, caBundle: null } as const;
  const { refusal } = forgeHttp({ ...settings, repository: 'docs/site' }, '', {});
  const started = threadMs();
  const { message } = refusal({ status: 500, body: undefined, text: `<p>no${'<'.repeat(80_000)}` }, 'push');
  expect(message).toContain('The forge responded: no');
  expect(threadMs() - started).toBeLessThan(2000);
});

describe('the branch', () => {
  it('is not overwritten when somebody else pushed to it', async () => {
    const { forge, mirror, work, bare } = await scene('gitea');
    const publication = await work('two\n');
    const foreign = bare('commit-tree', 'main^{tree}', '-m', 'by a person');
    bare('update-ref', `refs/heads/${branch}`, foreign);
    await expect(forgePublisher(forge, mirror, {}).publish(publication, never)).rejects.toThrow(
      /Someone else has pushed/,
    );
    expect(bare('rev-parse', branch)).toBe(foreign);
  });

  it('is refused without the right token, and the token is not told', async () => {
    const { forge, mirror, work, server } = await scene('gitea');
    const publication = await work('two\n');
    const wrong: Forge = { ...forge, gitAuthorization: 'token wrong-canary-token' };
    const error = await forgePublisher(wrong, mirror, {})
      .publish(publication, never)
      .catch((fault: Error) => fault);
    expect(error).toMatchObject({ mayPass: false });
    expect(`${error}`).not.toContain('wrong-canary-token');
    expect(server.requests).toEqual([]);
  });

  it('cannot be published when its change contradicts what was merged', async () => {
    const { forge, mirror, work, server, bare } = await scene('gitlab');
    const publisher = forgePublisher(forge, mirror, {});
    const first = await work('two\n');
    const one = await publisher.publish(first, never);
    server.closeRequest(1);
    const tree = execFileSync(
      'git',
      ['--git-dir', path.join(scratch, String(count), 'forge.git'), 'mktree'],
      {
        input: `100644 blob ${execFileSync('git', ['--git-dir', path.join(scratch, String(count), 'forge.git'), 'hash-object', '-w', '--stdin'], { input: 'other\n', encoding: 'utf8' }).trim()}\ta.md\n`,
        encoding: 'utf8',
      },
    ).trim();
    bare('update-ref', 'refs/heads/main', bare('commit-tree', tree, '-p', 'main', '-m', 'other'));
    const second = await work('three\n', objectId(first.commit));
    await expect(
      publisher.publish({ ...second, earlier: { ...one, commit: first.commit } }, never),
    ).rejects.toThrow(/conflicts/);
  });
});
