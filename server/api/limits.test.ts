import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeSite, page, readStore } from '../../test/stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../../test/stand-ins/full.ts';
import { DATABASE_FILE } from '../store/database.ts';
import {
  type Answer,
  bundleOf,
  completedJob,
  domainOf,
  JOBS,
  type Job,
  makeProject,
  startJob,
  startServer,
  type TestServer,
  tinySite,
  untilEnded,
} from './test-support.ts';

const QUEUE = '/v1/static-export/queue';
let server: TestServer;
let domain: string;

beforeAll(async () => {
  server = await startServer();
  domain = domainOf(await makeProject(server));
});

const asAdmin = (method: string, target: string, body?: unknown, from = server) =>
  from.call(method, target, { key: from.keys.admin, body });
const setPlan = (plan: string) => asAdmin('PATCH', '/v1/organization', { plan });
const setLimit = (exportStartsPerHour: number | null, from = server) =>
  asAdmin('PATCH', '/v1/settings', { exportStartsPerHour }, from);
const start = (
  body: object = { domain },
  headers: Record<string, string> = {},
  from = server,
): Promise<Answer> => from.call('POST', JOBS, { body, headers });

/** Moves recorded uses back in time. */
function travel(sql: string): void {
  const store = new Database(path.join(server.dataFolder, DATABASE_FILE), { timeout: 10_000 });
  store.exec(sql);
  store.close();
}

async function countJobs(from = server): Promise<number> {
  return readStore(from.dataFolder, (store) =>
    Number(store.prepare('SELECT count(*) FROM export_jobs').pluck().get()),
  );
}

describe('the plan', () => {
  afterEach(() => setPlan('enterprise'));

  it('of a new installation is enterprise', async () => {
    expect((await server.call('GET', '/v1/organization')).body).toMatchObject({ plan: 'enterprise' });
  });

  it.each(firstOf(1, ['free', 'pro']))(
    '%s: start, retry and bundle are 403 and say how to change it; reading stays',
    async (plan) => {
      const done = await completedJob(server, domain);
      const failing = await startJob(server, domain, { paths: ['/absent.html'] });
      await untilEnded(server, failing.jobId);
      expect((await setPlan(plan)).body).toMatchObject({ plan });
      const before = await countJobs();

      for (const answer of [
        await start(),
        await server.call('POST', `${JOBS}/${failing.jobId}/retry`),
        await server.call('POST', `${JOBS}/${done.jobId}/bundle`),
      ]) {
        expect(answer.status).toBe(403);
        expect(answer.error).toContain('Enterprise plan');
        expect(answer.error).toContain('offprint organization set plan enterprise');
      }

      expect(await countJobs()).toBe(before);
      for (const target of [
        JOBS,
        `${JOBS}/${done.jobId}`,
        `${JOBS}/${done.jobId}/report`,
        `${JOBS}/${done.jobId}/pages`,
      ]) {
        expect((await server.call('GET', target)).status).toBe(200);
      }
    },
  );

  it.each([{ plan: 'gold' }, { plan: null }, { plan: 1 }, { name: '' }, { colour: 'red' }])(
    'refuses %j',
    async (body) => {
      expect((await asAdmin('PATCH', '/v1/organization', body)).status).toBe(400);
    },
  );

  it('does not keep links from working that were given before', async () => {
    const { jobId } = await completedJob(server, domain);
    const { bundleUrl } = await bundleOf(server, jobId);
    await setPlan('free');
    const { pathname, search } = new URL(bundleUrl);
    expect((await server.call('GET', pathname + search, { key: null })).status).toBe(200);
  });
});

describe('exports an hour', () => {
  // Only starts are counted, so none of these jobs needs to run.
  beforeAll(() => server.owner.call('POST', `${QUEUE}/pause`));
  afterAll(async () => {
    const { jobs } = (await server.call('GET', `${JOBS}?status=queued&limit=500`)).body as { jobs: Job[] };
    for (const { jobId } of jobs) await server.call('DELETE', `${JOBS}/${jobId}`);
    await server.owner.call('POST', `${QUEUE}/resume`);
  });

  it('are not limited unless exportStartsPerHour says so', async () => {
    for (let index = 0; index < 12; index++) expect((await start()).status).toBe(202);
  });

  it('are limited per project: 429 tells when to come again; refused calls do not count; a restart forgets nothing', async () => {
    const first = await startServer();
    const [one, two] = [domainOf(await makeProject(first)), domainOf(await makeProject(first))];
    await setLimit(3, first);
    const from = (body: object) => start(body, {}, first);

    expect((await from({ domain: one, paths: ['/absent.html'] })).status).toBe(202);
    const failed = (await first.call('GET', JOBS)).body as { jobs: Job[] };
    await untilEnded(first, failed.jobs[0]?.jobId ?? '');
    await first.owner.call('POST', `${QUEUE}/pause`);
    // Invalid requests and unknown domains are not counted.
    expect((await from({ domain: one, version: '/' })).status).toBe(400);
    expect((await from({ domain: 'unknown.example' })).status).toBe(404);
    expect((await from({ domain: one })).status).toBe(202);
    // A retry counts as a start.
    expect((await first.call('POST', `${JOBS}/${failed.jobs[0]?.jobId}/retry`)).status).toBe(202);

    const refused = await from({ domain: one });
    expect(refused.status).toBe(429);
    expect(refused.error).toContain('3 exports per hour');
    expect(refused.error).toContain('exportStartsPerHour');
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(3590);
    expect(seconds).toBeLessThanOrEqual(3600);
    expect(refused.headers).toMatchObject({
      'ratelimit-limit': '3',
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(seconds),
    });
    expect((await first.call('POST', `${JOBS}/${failed.jobs[0]?.jobId}/retry`)).status).toBe(429);
    expect((await from({ domain: two })).status).toBe(202);

    // If refused calls were counted, there would be no room for two more.
    await setLimit(5, first);
    expect((await from({ domain: one })).status).toBe(202);
    await first.stop();
    const second = await startServer({ dataFolder: first.dataFolder, keys: first.keys });
    expect((await start({ domain: one }, {}, second)).status).toBe(202);
    expect((await start({ domain: one }, {}, second)).status).toBe(429);
    await setLimit(null, second);
    expect((await start({ domain: one }, {}, second)).status).toBe(202);
  });

  it('that many callers ask for at the same moment are as many as the limit', async () => {
    const own = domainOf(await makeProject(server));
    await setLimit(5);
    const answers = await Promise.all(Array.from({ length: 20 }, () => start({ domain: own })));
    await setLimit(null);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it('are free again 60 minutes after they were used', async () => {
    const own = domainOf(await makeProject(server));
    await setLimit(1);
    expect((await start({ domain: own })).status).toBe(202);
    expect((await start({ domain: own })).status).toBe(429);
    travel("UPDATE uses SET at = strftime('%Y-%m-%dT%H:%M:%fZ', at, '-3590 seconds')");
    const { status, headers } = await start({ domain: own });
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(10);
    travel("UPDATE uses SET at = strftime('%Y-%m-%dT%H:%M:%fZ', at, '-10 seconds')");
    expect((await start({ domain: own })).status).toBe(202);
    await setLimit(null);
  });

  it('lowered below what was used: the wait is until there is room again, not until the oldest use is over', async () => {
    const project = await makeProject(server);
    const own = domainOf(project);
    await setLimit(10);
    for (let index = 0; index < 3; index++) expect((await start({ domain: own })).status).toBe(202);
    // 3000, 2000 and 1000 seconds ago.
    travel(`UPDATE uses SET at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (3000 - 1000 * (
      SELECT count(*) FROM uses AS other WHERE other.project_id = uses.project_id AND other.rowid < uses.rowid
    )) || ' seconds') WHERE project_id = '${project.projectId}'`);
    for (const [limit, seconds] of [
      [1, 2600],
      [2, 1600],
      [3, 600],
    ] as const) {
      await setLimit(limit);
      const { status, headers } = await start({ domain: own });
      expect(status).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(seconds - 60);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(seconds);
    }
    await setLimit(null);
  });
});

describe('an Idempotency-Key', () => {
  const withKey = (key: string, body: object = { domain }, from = server) =>
    start(body, { 'idempotency-key': key }, from);

  it('gives the same answer to the same request and does nothing again', async () => {
    const key = randomUUID();
    const first = await withKey(key);
    const before = await countJobs();
    await untilEnded(server, (first.body as Job).jobId);

    const second = await withKey(key);

    expect(second.status).toBe(202);
    expect(second.body).toEqual(first.body);
    expect(second.headers.location).toBe(first.headers.location);
    expect(await countJobs()).toBe(before);
  });

  it('is not counted by the limit when it repeats an answer', async () => {
    const own = domainOf(await makeProject(server));
    await setLimit(1);
    const key = randomUUID();
    const answers = [];
    for (let index = 0; index < 3; index++) answers.push(await withKey(key, { domain: own }));
    const other = await withKey(randomUUID(), { domain: own });
    await setLimit(null);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(other.status).toBe(429);
  });

  it('with another body is 422', async () => {
    const key = randomUUID();
    await withKey(key);
    const { status, error } = await withKey(key, { domain, version: 'v2' });
    expect(status).toBe(422);
    expect(error).toContain('a different body');
  });

  it('is free again after a request that was refused', async () => {
    const key = randomUUID();
    expect((await withKey(key, { domain: 'unknown.example' })).status).toBe(404);
    expect((await withKey(key)).status).toBe(202);
  });

  it('belongs to one API key and one path', async () => {
    const key = randomUUID();
    const first = await withKey(key);
    const other = await server.call('POST', JOBS, {
      key: server.keys.admin,
      body: { domain },
      headers: { 'idempotency-key': key },
    });
    expect(other.status).toBe(202);
    expect((other.body as Job).jobId).not.toBe((first.body as Job).jobId);
    const failing = await startJob(server, domain, { paths: ['/absent.html'] });
    await untilEnded(server, failing.jobId);
    const retried = await server.call('POST', `${JOBS}/${failing.jobId}/retry`, {
      headers: { 'idempotency-key': key },
    });
    expect(retried.status).toBe(202);
  });

  it('sent many times at the same moment makes one job; those that come too early are 409', async () => {
    const key = randomUUID();
    const before = await countJobs();
    const answers = await Promise.all(Array.from({ length: 20 }, () => withKey(key)));
    const taken = answers.filter(({ status }) => status === 202);
    expect(taken.length).toBeGreaterThan(0);
    expect(new Set(taken.map(({ body }) => (body as Job).jobId)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 202)) {
      expect(answer.status).toBe(409);
      expect(answer.error).toContain('still being processed');
      expect(answer.headers['retry-after']).toBe('1');
    }
    expect(await countJobs()).toBe(before + 1);
    expect((await withKey(key)).status).toBe(202);
  });

  it('is 409 while the first request is still being carried out', async () => {
    const site = makeSite({ 'index.html': page('Start'), 'large.png': randomBytes(12_000_000) });
    const own = domainOf(await makeProject(server, site));
    const { jobId } = await completedJob(server, own);
    const ask = () =>
      server.call('POST', `${JOBS}/${jobId}/bundle`, {
        body: { format: 'tar.gz' },
        headers: { 'idempotency-key': 'convert' },
      });
    const first = ask();
    let during = await ask();
    while (during.status === 200) during = await ask(); // the first request has not arrived yet
    expect(during.status).toBe(409);
    expect(during.error).toContain('still being processed');
    const answer = await first;
    expect(answer.status).toBe(200);
    expect((await ask()).body).toEqual(answer.body);
  });

  it('is forgotten after 24 hours', async () => {
    const key = randomUUID();
    const first = await withKey(key);
    travel(
      "UPDATE idempotency SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-86390 seconds')",
    );
    expect((await withKey(key)).body).toEqual(first.body);
    travel("UPDATE idempotency SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-10 seconds')");
    const later = await withKey(key, { domain, version: 'v2' });
    expect(later.status).toBe(202);
    expect((later.body as Job).jobId).not.toBe((first.body as Job).jobId);
  });

  it.runIf(isFullRun)('is known after a restart', async () => {
    const first = await startServer();
    const own = domainOf(await makeProject(first));
    const answer = await withKey('once', { domain: own }, first);
    await first.stop();
    const second = await startServer({ dataFolder: first.dataFolder, keys: first.keys });
    const again = await withKey('once', { domain: own }, second);
    expect(again.body).toEqual(answer.body);
    expect(await countJobs(second)).toBe(1);
    const other = await withKey('once', { domain: own, version: 'v2' }, second);
    expect(other.status).toBe(422);
  });

  it('makes one project', async () => {
    const folder = tinySite();
    const ask = () =>
      server.owner.call('POST', '/v1/projects', {
        body: { name: 'x', domains: ['once.example'], origin: { kind: 'directory', folder } },
        headers: { 'idempotency-key': 'project' },
      });
    const [first, second] = [await ask(), await ask()];
    expect(first.status).toBe(201);
    expect(second).toMatchObject({ status: 201, body: first.body });
  });

  it('is refused where the answer holds a secret', async () => {
    const { status, error } = await server.call('POST', '/v1/keys', {
      key: server.keys.admin,
      body: { name: 'x' },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(status).toBe(400);
    expect(error).toContain('secret');
  });

  it.each(['', 'x'.repeat(256)])('is refused with a length of %#', async (key) => {
    const { status, error } = await withKey(key);
    expect(status).toBe(400);
    expect(error).toContain('1 to 255 characters');
  });

  it('is ignored where it means nothing', async () => {
    const { status } = await server.call('GET', JOBS, { headers: { 'idempotency-key': 'x' } });
    expect(status).toBe(200);
  });
});
