import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { POLICY_SITE, policies } from '../../test/stand-ins/model-policies.ts';
import type { Policy } from '../../test/stand-ins/model-server.ts';
import { chainFault } from '../agents/log/event-log.ts';
import {
  type AgentDiff,
  type AgentJob,
  type AgentServer,
  bareRepository,
  createJob,
  detailOf,
  gitOf,
  ok,
  projectOn,
  startAgentServer,
  untilOver,
} from './agent.test-support.ts';
import { followLink, makeProject } from './test-support.ts';

const FIELDS = ['archivedAt', 'createdAt', 'id', 'model', 'prLink', 'source', 'status'];

/** The policy named in the prompt, such as `policy happy`. The default is `followUp`. */
const byPrompt: Policy = (request, number) => {
  const asked = request.messages.find(({ role }) => role === 'user')?.content ?? '';
  const name = /^policy (\w+)/.exec(asked)?.[1] ?? 'followUp';
  if (name === 'slow') return { thinkMs: 120_000, text: 'late' };
  return policies[name]?.(request, number) ?? { text: 'There is no such policy.' };
};

let server: AgentServer;
/** Id of a job that has completed and is waiting for review. */
let reviewable: string | undefined;
beforeAll(async () => {
  server = await startAgentServer({ policy: byPrompt });
});

async function reviewableJob(): Promise<string> {
  if (reviewable === undefined) {
    const { id } = await createJob(server);
    await untilOver(server, id);
    reviewable = id;
  }
  return reviewable;
}

describe('an agent job', () => {
  it('is created, polled until it has completed, and its prLink opens without a key', async () => {
    const created = await server.call('POST', `${server.path}/job`, {
      body: { prompt: 'Replace npm install by npm ci', unknown: 'ignored' },
    });
    expect(created.status).toBe(201);
    const job = created.body as AgentJob;
    expect(Object.keys(job).sort()).toEqual(FIELDS);
    expect(job).toEqual({
      id: expect.stringMatching(/^ag_[0-9a-f]{16}$/),
      status: 'active',
      source: { repository: `file://${server.repository}`, ref: null },
      model: 'scripted',
      prLink: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      archivedAt: null,
    });
    expect(created.headers.location).toBe(`${server.path}/job/${job.id}`);
    expect(created.headers['ratelimit-limit']).toBe('100');

    const done = await untilOver(server, job.id);
    expect(Object.keys(done).sort()).toEqual(FIELDS);
    expect(done).toMatchObject({
      status: 'completed',
      source: { ref: `offprint/${job.id}` },
      archivedAt: null,
      createdAt: job.createdAt,
    });
    expect(done.prLink).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/review\/ag_/);
    const page = await followLink(server, done.prLink ?? '');
    expect(page.status).toBe(200);
    expect(page.bytes.toString()).toContain('+npm ci');
    expect((await server.call('GET', `/review/${job.id}`, { key: null })).status).toBe(403);
    // Like a bundle link, it expires, and each response contains a new one.
    await server.owner.call('PATCH', '/v1/settings', { body: { reviewLinkLifetimeSeconds: 1 } });
    const short = (await server.call('GET', `/v2/agent/${server.projectId}/job/${job.id}`)).body as AgentJob;
    await server.owner.call('PATCH', '/v1/settings', { body: { reviewLinkLifetimeSeconds: null } });
    await pause(1100);
    const expired = await followLink(server, short.prLink ?? '');
    expect(expired.status).toBe(403);
    expect(expired.error).toContain('expired');
    expect(expired.bytes.toString()).not.toContain('npm ci');
    const fresh = (await server.call('GET', `/v2/agent/${server.projectId}/job/${job.id}`)).body as AgentJob;
    expect((await followLink(server, fresh.prLink ?? '')).status).toBe(200);
    // The base is untouched until a person approves.
    expect(gitOf(server.repository, 'show', 'main:guide/install.mdx')).toContain('npm install offprint');
    expect(gitOf(server.repository, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  });

  it('tells its steps, its diff, its events and their chain', async () => {
    const id = await reviewableJob();
    const detail = await detailOf(server, id);
    expect(detail).toMatchObject({
      stage: 'done',
      stopCode: null,
      isReviewedHere: true,
      title: 'Use npm ci',
      targetBranch: 'main',
      budget: { steps: { used: 4, limit: 40 } },
    });
    expect(detail.steps.map(({ text }) => text).join('\n')).toContain('edit guide/install.mdx');
    const diff = await ok<AgentDiff>(server, 'GET', `${server.path}/job/${id}/diff`);
    expect(diff.files).toEqual([{ path: 'guide/install.mdx', added: 1, removed: 1 }]);
    expect(diff.patch).toMatch(/^-npm install offprint\n\+npm ci$/m);
    const patch = await server.call('GET', `${server.path}/job/${id}/diff`, {
      headers: { accept: 'text/x-diff' },
    });
    expect(patch.body).toBe(diff.patch);

    const lines = await server.call('GET', `${server.path}/job/${id}/events`, {
      headers: { accept: 'application/jsonl' },
    });
    const events = String(lines.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(chainFault(id, events)).toBeNull();
    const whole = await server.call('GET', `${server.path}/job/${id}/events`);
    const ids = [...String(whole.body).matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number));
    expect(ids).toEqual(events.map(({ seq }: { seq: number }) => seq));
    const rest = await server.call('GET', `${server.path}/job/${id}/events`, {
      headers: { 'last-event-id': String(ids.at(-2)) },
    });
    expect(String(rest.body)).toMatch(/id: \d+\nevent: ended\n/);
    expect(String(rest.body).match(/^id:/gm)).toHaveLength(1);
  });

  it.runIf(isFullRun)(
    'goes on with a message, in the same branch, and its stream goes on over the first end',
    async () => {
      const { id } = await createJob(server);
      const first = await untilOver(server, id);
      const again = await server.call('POST', `${server.path}/job/${id}/message`, {
        body: { prompt: 'Also greet shorter', ignored: 1 },
      });
      expect(again.status).toBe(200);
      expect(Object.keys(again.body as object).sort()).toEqual(FIELDS);
      expect(again.body).toMatchObject({ id, status: 'active', prLink: null });
      const second = await untilOver(server, id);
      expect(second).toMatchObject({ status: 'completed', source: first.source });
      const pageOf = ({ prLink }: AgentJob): string => prLink?.split('?')[0] ?? '';
      expect(pageOf(second)).toBe(pageOf(first));
      const { files } = await ok<AgentDiff>(server, 'GET', `${server.path}/job/${id}/diff`);
      expect(files.map((file) => file.path).sort()).toEqual(['guide/install.mdx', 'index.mdx']);
      const stream = await server.call('GET', `${server.path}/job/${id}/events`);
      expect(String(stream.body).match(/^event: ended$/gm)).toHaveLength(2);
    },
  );

  it('that finds nothing to do is completed without a link or a branch', async () => {
    const { id } = await createJob(server, 'policy noChange');
    expect(await untilOver(server, id)).toMatchObject({
      status: 'completed',
      prLink: null,
      source: { ref: null },
    });
    expect((await detailOf(server, id)).outcome).toContain('The page says so already.');
  });

  it('is canceled while the model thinks, then archived; then it takes no message', async () => {
    const asked = server.model.requests.length;
    const { id } = await createJob(server, 'policy slow');
    await until(() => server.model.requests.length > asked);
    const busy = await server.call('POST', `${server.path}/job/${id}/archive`);
    expect(busy.status).toBe(409);
    const before = performance.now();
    const canceled = await server.call('POST', `${server.path}/job/${id}/cancel`);
    expect(performance.now() - before).toBeLessThan(30_000);
    expect(canceled.status).toBe(200);
    expect(await untilOver(server, id)).toMatchObject({ status: 'failed', prLink: null });
    expect(await detailOf(server, id)).toMatchObject({ stage: 'canceled', stopCode: 'canceled' });
    expect((await server.call('POST', `${server.path}/job/${id}/cancel`)).status).toBe(409);
    await expect.poll(() => server.model.abandoned()).toBe(1);

    const archived = await server.call('POST', `${server.path}/job/${id}/archive`);
    expect(archived.body).toMatchObject({ status: 'archived', archivedAt: expect.stringMatching(/Z$/) });
    expect((await server.call('GET', `${server.path}/job/${id}`)).body).toEqual(archived.body);
    const message = await server.call('POST', `${server.path}/job/${id}/message`, { body: { prompt: 'x' } });
    expect(message.status).toBe(409);
    expect(message.error).toContain('archived');
  });

  it.each([
    [{}, 400],
    [{ prompt: '' }, 400],
    [{ prompt: ' \n\t' }, 400],
    [{ prompt: 5 }, 400],
    [{ prompt: 'x'.repeat(100_001) }, 400],
    [undefined, 400],
  ])('is refused for the body %#', async (body, status) => {
    const answer = await server.call('POST', `${server.path}/job`, { body });
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body as object)).toEqual(['error']);
  });

  it('is 404 for another project, another id, another project of the same id', async () => {
    const { id } = await createJob(server, 'policy noChange');
    const other = await makeProject(server);
    for (const target of [
      `/v2/agent/prj_0000000000000000/job/${id}`,
      `/v2/agent/${other.projectId}/job/${id}`,
      `${server.path}/job/ag_0000000000000000`,
    ]) {
      expect((await server.call('GET', target)).status, target).toBe(404);
    }
    const create = await server.call('POST', '/v2/agent/prj_0000000000000000/job', { body: { prompt: 'x' } });
    expect(create.status).toBe(404);
  });

  it('needs a repository and a model server: 400 names the setting, nothing is created or counted', async () => {
    const bare = await makeProject(server);
    const answer = await server.call('POST', `/v2/agent/${bare.projectId}/job`, { body: { prompt: 'x' } });
    expect(answer.status).toBe(400);
    expect(answer.error).toContain('`repository`');
    const list = await ok<{ jobs: unknown[] }>(server, 'GET', `/v2/agent/${bare.projectId}/jobs`);
    expect(list.jobs).toEqual([]);
  });

  it('needs the scopes: read sees, write creates', async () => {
    const asReader = await server.call('POST', `${server.path}/job`, {
      key: server.keys.read,
      body: { prompt: 'x' },
    });
    expect(asReader.status).toBe(403);
    expect((await server.call('GET', `${server.path}/jobs`, { key: server.keys.read })).status).toBe(200);
    expect((await server.call('GET', `${server.path}/jobs`, { key: null })).status).toBe(401);
  });

  it('is created once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { prompt: 'policy noChange' };
    const first = await server.call('POST', `${server.path}/job`, { body, headers });
    const left = first.headers['ratelimit-remaining'];
    const second = await server.call('POST', `${server.path}/job`, { body, headers });
    expect(second.status).toBe(201);
    expect((second.body as AgentJob).id).toBe((first.body as AgentJob).id);
    expect(second.headers['ratelimit-remaining']).toBe(left);
    const other = await server.call('POST', `${server.path}/job`, { body: { prompt: 'y' }, headers });
    expect(other.status).toBe(422);
  });

  it('is listed, page by page, newest first', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await ok<{ jobs: AgentJob[]; nextCursor: string | null }>(
        server,
        'GET',
        `${server.path}/jobs?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...page.jobs.map(({ id }) => id));
      cursor = page.nextCursor ?? '';
    } while (cursor !== '');
    expect(new Set(seen).size).toBe(seen.length);
    const all = await ok<{ jobs: AgentJob[] }>(server, 'GET', '/v2/agent/jobs?limit=500');
    expect(all.jobs.map(({ id }) => id)).toEqual(seen);
    const one = await ok<{ jobs: AgentJob[] }>(server, 'GET', `/v2/agent/jobs?id=${seen[0]}`);
    expect(one.jobs.map(({ id }) => id)).toEqual([seen[0]]);
    const archived = await ok<{ jobs: AgentJob[] }>(server, 'GET', `${server.path}/jobs?status=archived`);
    expect(archived.jobs.every(({ status }) => status === 'archived')).toBe(true);
    expect(archived.jobs).toHaveLength(1);
  });
});

describe('a change without a forge', () => {
  it('is rejected, and comments lead to a new proposal', async () => {
    const { id } = await createJob(server);
    await untilOver(server, id);
    const main = gitOf(server.repository, 'rev-parse', 'main');
    expect((await server.call('POST', `${server.path}/job/${id}/reject`)).status).toBe(200);
    expect(gitOf(server.repository, 'rev-parse', 'main')).toBe(main);
    expect((await detailOf(server, id)).outcome).toContain('rejected');
    const commented = await server.call('POST', `${server.path}/job/${id}/comments`, {
      body: { comments: [{ path: 'guide/install.mdx', line: 6, text: 'Say it otherwise' }] },
    });
    expect(commented.status).toBe(200);
    await untilOver(server, id);
    const { steps, review } = await detailOf(server, id);
    expect(steps.map(({ text }) => text)).toContain(
      'Review comments:\n- guide/install.mdx:6: Say it otherwise',
    );
    expect(review).toBeNull();
  });

  it('is approved: the merge is in the branch, once, and a second decision is refused', async () => {
    const id = await reviewableJob();
    const before = gitOf(server.repository, 'rev-parse', 'main');
    const approved = await server.call('POST', `${server.path}/job/${id}/approve`, {
      body: { note: 'Thanks' },
    });
    expect(approved.status).toBe(200);
    expect(gitOf(server.repository, 'show', 'main:guide/install.mdx')).toContain('npm ci');
    expect(gitOf(server.repository, 'rev-parse', 'main^1')).toBe(before);
    expect((await detailOf(server, id)).review).toMatchObject({
      decision: 'merged',
      note: 'Thanks',
      commit: gitOf(server.repository, 'rev-parse', 'main'),
    });
    const again = await server.call('POST', `${server.path}/job/${id}/approve`);
    expect(again.status).toBe(409);
    expect(again.error).toContain('already been reviewed (merged)');
  });

  it('that contradicts what was merged since is refused with the files', async () => {
    const place = await projectOn(server);
    const one = await createJob(place);
    await untilOver(place, one.id);
    const files = { ...POLICY_SITE, 'guide/install.mdx': '---\ntitle: Install\n---\n\nSomething else.\n' };
    const other = bareRepository(files);
    gitOf(place.repository, 'fetch', '--quiet', other, 'main:other');
    const tree = gitOf(place.repository, 'rev-parse', 'other^{tree}');
    const commit = execFileSync(
      'git',
      [
        '--git-dir',
        place.repository,
        '-c',
        'user.name=x',
        '-c',
        'user.email=x@x.test',
        'commit-tree',
        tree,
        '-p',
        'main',
        '-m',
        'x',
      ],
      { encoding: 'utf8' },
    ).trim();
    gitOf(place.repository, 'update-ref', 'refs/heads/main', commit);
    const refused = await place.call('POST', `${place.path}/job/${one.id}/approve`);
    expect(refused.status).toBe(409);
    expect(refused.error).toContain('guide/install.mdx');
    expect(gitOf(place.repository, 'rev-parse', 'main')).toBe(commit);
  });

  it.runIf(isFullRun)('is carried to the other side as a bundle, imported there and merged', async () => {
    const repository = bareRepository();
    const here = await startAgentServer({ policy: byPrompt }, { repository });
    const { id } = await createJob(here);
    await untilOver(here, id);
    const { files } = await ok<{ files: { name: string; sha256: string }[] }>(
      here,
      'POST',
      `${here.path}/job/${id}/export`,
    );
    expect(files.map(({ name }) => name)).toEqual(['change.bundle', 'change.patch']);
    const fetched = await here.call('GET', `${here.path}/job/${id}/export/change.bundle`);
    const sha256 = createHash('sha256').update(fetched.bytes).digest('hex');
    expect(sha256).toBe(files[0]?.sha256);

    // A copy of the repository, as the other installation has it.
    const clone = path.join(temporaryFolder('other-side'), 'site.git');
    fs.cpSync(repository, clone, { recursive: true });
    const there = await startAgentServer({ policy: byPrompt }, { repository: clone });
    const body = { bundle: fetched.bytes.toString('base64'), sha256 };
    const wrong = await there.call('POST', `${there.path}/import`, {
      body: { ...body, sha256: '0'.repeat(64) },
    });
    expect(wrong.status).toBe(400);
    const imported = await there.call('POST', `${there.path}/import`, { body });
    expect(imported.error).toBe('');
    expect(imported.status).toBe(201);
    const job = await untilOver(there, (imported.body as AgentJob).id);
    expect(job.status).toBe('completed');
    expect(there.model.requests).toHaveLength(0);
    const diffs = await Promise.all([
      ok<AgentDiff>(here, 'GET', `${here.path}/job/${id}/diff`),
      ok<AgentDiff>(there, 'GET', `${there.path}/job/${job.id}/diff`),
    ]);
    expect(diffs[1].patch).toBe(diffs[0].patch);
    expect((await there.call('POST', `${there.path}/job/${job.id}/approve`)).status).toBe(200);
    expect(gitOf(clone, 'show', 'main:guide/install.mdx')).toContain('npm ci');

    const strange = await startAgentServer(
      { policy: byPrompt },
      { repository: bareRepository({ ...POLICY_SITE, 'more.md': '# More\n' }) },
    );
    const refused = await strange.call('POST', `${strange.path}/import`, { body });
    expect(refused.status).toBe(409);
    expect(refused.error).toContain('which is not on branch main');
    const nonsense = await strange.call('POST', `${strange.path}/import`, {
      body: { bundle: Buffer.from('no bundle').toString('base64') },
    });
    expect(nonsense.status).toBe(400);
    // Larger than the usual limit for bodies.
    const long = await strange.call('POST', `${strange.path}/import`, {
      body: { bundle: Buffer.alloc(3 * 2 ** 20).toString('base64') },
    });
    expect(long.status).toBe(400);
    const tooLong = await strange.call('POST', `${strange.path}/import`, {
      body: { bundle: Buffer.alloc(49 * 2 ** 20).toString('base64') },
    });
    expect(tooLong.status).toBe(413);
    expect(tooLong.error).toContain('64 MiB');
  });
});

describe('settings', () => {
  it('of a model server never tell its token, and a token does not follow to another address', async () => {
    const made = await server.owner.call('POST', '/v1/model-servers', {
      body: { name: 'a', baseUrl: 'http://10.0.0.7:8000/v1', model: 'm', token: 'canary-model-token' },
    });
    expect(made.body).toMatchObject({ name: 'a', hasToken: true, measured: null });
    const list = await server.call('GET', '/v1/model-servers', { key: server.keys.admin });
    expect(list.bytes.toString()).not.toContain('canary');
    expect((await server.call('GET', '/v1/model-servers')).status).toBe(403);
    const moved = await server.owner.call('POST', '/v1/model-servers', {
      body: { name: 'a', baseUrl: 'http://10.0.0.8:8000/v1', model: 'm' },
    });
    expect(moved.status).toBe(400);
    expect(moved.error).toContain('token');
  });

  it('reach with a key only where the operator allows it', async () => {
    const body = { name: 'b', baseUrl: 'http://10.0.0.7:8000/v1', model: 'm' };
    const asAdmin = { key: server.keys.admin, body };
    expect((await server.call('POST', '/v1/model-servers', asAdmin)).status).toBe(403);
    await server.owner.call('PATCH', '/v1/settings', { body: { originHosts: ['10.0.0.7'] } });
    expect((await server.call('POST', '/v1/model-servers', asAdmin)).status).toBe(200);
    const { projectId } = await makeProject(server);
    const repository = bareRepository();
    const set = { key: server.keys.admin, body: { repository, modelServer: 'b' } };
    expect((await server.call('PATCH', `/v1/projects/${projectId}/agent`, set)).status).toBe(403);
    await server.owner.call('PATCH', '/v1/settings', {
      body: { directoryRoots: [path.dirname(repository)] },
    });
    const done = await server.call('PATCH', `/v1/projects/${projectId}/agent`, set);
    expect(done.body).toMatchObject({ repository, branch: 'main', modelServer: 'b', forge: null });
    const removed = await server.call('DELETE', '/v1/model-servers/b', { key: server.keys.admin });
    expect(removed.status).toBe(409);
  });

  it.each([
    ['ext::sh -c id', 'repository'],
    ['https://me:secret@git.example/x.git', 'repository'],
  ])('refuse the repository %s', async (repository, field) => {
    const answer = await server.owner.call('PATCH', `/v1/projects/${server.projectId}/agent`, {
      body: { repository },
    });
    expect(answer.status).toBe(400);
    expect(answer.error).toContain(field);
  });
});

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error('This never came about');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
