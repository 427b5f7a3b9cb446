import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  makeSite,
  page,
  pagesToInterrupt,
  temporaryFolder,
  unpacked,
} from '../../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { startOrigin } from '../../test/stand-ins/live-origin.ts';
import { LOG_FOLDER, openLog } from '../log.ts';
import {
  completedJob,
  domainOf,
  JOBS,
  type Job,
  makeProject,
  QUICK,
  startJob,
  startServer,
  type TestServer,
  tinySite,
  untilEnded,
} from './test-support.ts';

/** Covers what the interface requests besides the jobs themselves. */
let server: TestServer;
let domain: string;
let other: string;

beforeAll(async () => {
  server = await startServer();
  domain = domainOf(await makeProject(server));
  other = domainOf(await makeProject(server, makeSite({ 'index.html': page('Only') })));
  for (const version of ['100', 'a_b', 'axb']) await completedJob(server, domain, { version });
  await completedJob(server, other);
});

async function list(query: string): Promise<Job[]> {
  const { status, body, error } = await server.call('GET', `${JOBS}?${query}`);
  expect(status, error).toBe(200);
  return (body as { jobs: Job[] }).jobs;
}

describe('the list of jobs', () => {
  it('is searched by domain, version and id, whatever stands for itself', async () => {
    expect((await list(`search=${other.slice(0, 12).toUpperCase()}`)).map((job) => job.domain)).toContain(
      other,
    );
    expect((await list('search=a_b')).map((job) => job.version)).toEqual(['a_b']);
    expect(await list('search=%25')).toEqual([]);
    const [first] = await list('limit=1');
    expect((await list(`search=${first?.jobId}`)).map((job) => job.jobId)).toEqual([first?.jobId]);
  });

  it('is jumped about in', async () => {
    const all = await list('sort=createdAt');
    expect(await list('sort=createdAt&offset=1&limit=2')).toEqual(all.slice(1, 3));
    expect(await list('offset=1000')).toEqual([]);
    const both = await server.call('GET', `${JOBS}?offset=1&cursor=x`);
    expect(both.status).toBe(400);
  });

  it.each(['pageCount', 'domain', '-pageCount', '-domain'])('is paged through by %s', async (sort) => {
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await server.call(
        'GET',
        `${JOBS}?sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`,
      );
      const { jobs, nextCursor } = body as { jobs: Job[]; nextCursor: string | null };
      seen.push(...jobs.map(({ jobId }) => jobId));
      if (nextCursor === null) break;
      cursor = encodeURIComponent(nextCursor);
    }
    expect(seen).toEqual((await list(`sort=${sort}`)).map(({ jobId }) => jobId));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('is counted by status', async () => {
    const counts = await server.call('GET', '/v1/static-export/counts');
    expect(counts.body).toEqual({ queued: 0, running: 0, completed: 4, failed: 0 });
    const found = await server.call('GET', `/v1/static-export/counts?domain=${other}`);
    expect(found.body).toMatchObject({ completed: 1 });
  });

  it('tells the size of bundles', async () => {
    for (const { jobId, bundleBytes } of await list('')) {
      const { body } = await server.call('POST', `${JOBS}/${jobId}/bundle`, { body: { format: 'zip' } });
      expect(bundleBytes).toBe((body as { sizeBytes: number }).sizeBytes);
    }
  });
});

describe('a preview', () => {
  const preview = (body: object, key = server.keys.write) =>
    server.call('POST', '/v1/static-export/preview', { key, body });

  it('says what an export of a project would take', async () => {
    const { status, body } = await preview({ domain, settings: { exclude: ['/b/**'] } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: 'Start',
      pages: 3,
      otherFiles: 1,
      firstPages: ['/', '/a.html', '/c.html'],
      outOfScope: [{ count: 1, urls: ['/b/'] }],
    });
    expect(await list('')).toHaveLength(4);
  });

  it('is of any folder for the owner, and of an open one alone for a key', async () => {
    const origin = { kind: 'directory', folder: tinySite() };
    const owned = await server.owner.call('POST', '/v1/static-export/preview', { body: { origin } });
    expect(owned.body).toMatchObject({ pages: 4 });
    expect((await preview({ origin }, server.keys.admin)).status).toBe(403);
  });

  it('says what is wrong with a folder', async () => {
    for (const [folder, status, sentence] of [
      [path.join(tinySite(), 'gone'), 400, /does not exist/],
      [path.join(tinySite(), 'index.html'), 400, /index\.html is a file, not a folder/],
      [fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-none-')), 409, /contains no HTML file/],
    ] as const) {
      const origin = { kind: 'directory', folder };
      const asked = await server.owner.call('POST', '/v1/static-export/preview', { body: { origin } });
      expect(asked.status).toBe(status);
      expect(asked.error).toMatch(sentence);
    }
  });

  it('of a live site says what an export would begin with', async () => {
    const live = await startOrigin({
      '/': page('Begin', '<a href="/next">next</a><a href="/left">left</a>'),
    });
    const origin = { kind: 'url', url: `${live.address}/` };

    const { status, body } = await server.owner.call('POST', '/v1/static-export/preview', {
      body: { origin, settings: { exclude: ['/left'] } },
    });

    expect([status, body]).toEqual([
      200,
      {
        title: null,
        pages: 2,
        secretFiles: [],
        otherFiles: null,
        sizeBytes: null,
        estimatedBundleBytes: null,
        firstPages: ['/', '/next'],
        outOfScope: [{ reason: 'excluded', count: 1, urls: ['/left'] }],
      },
    ]);
    const secret = { ...origin, cookies: [{ name: 'session', secret: 'nowhere' }] };
    const asked = await server.owner.call('POST', '/v1/static-export/preview', { body: { origin: secret } });
    expect([asked.status, asked.error]).toEqual([expect.any(Number), expect.stringContaining('nowhere')]);
  });

  it('wants one thing to look at', async () => {
    expect((await preview({})).error).toMatch(/it must have either a domain or an origin/);
    expect((await preview({ domain: 'docs.nobody.example' })).status).toBe(404);
  });
});

describe('while a job runs', () => {
  it.runIf(isFullRun)(
    'its progress and its end come on the stream of all jobs, and its pace is kept',
    async () => {
      const slow = domainOf(
        await makeProject(server, makeSite(pagesToInterrupt(300)), { ...QUICK, concurrency: 1 }),
      );
      const connection = await server.connect();
      connection.write(server.requestBytes('GET', '/v1/static-export/events'));
      const head = await connection.head();
      expect(head.headers['content-type']).toBe('text/event-stream; charset=utf-8');
      const { jobId } = await startJob(server, slow);
      let text = '';
      const changes = (): number =>
        [...text.matchAll(/event: changed\ndata: (.*)/g)].filter(([, data]) => data?.includes(jobId)).length;
      const listening = (async () => {
        for await (const piece of connection.pieces(head)) {
          text += piece.toString();
          if (text.includes('"phase":"verify"') && changes() >= 3) return;
        }
      })();
      await untilEnded(server, jobId);
      await listening;
      connection.destroy();
      expect(text).toContain(`event: progress\ndata: [{"jobId":"${jobId}"`);
      const { body } = await server.call('GET', `${JOBS}/${jobId}/throughput`);
      const { samples } = body as { samples: { phase: string; pageCount: number }[] };
      expect(samples.map(({ phase }) => phase)).toContain('acquire');
      expect(samples.map(({ phase }) => phase)).toContain('verify');
      const counts = samples.map(({ pageCount }) => pageCount);
      expect(counts).toEqual([...counts].sort((a, b) => a - b));
    },
  );
});

describe('diagnostics', () => {
  it('tell facts and the log to an admin', async () => {
    const { status, body } = await server.call('GET', '/v1/diagnostics', { key: server.keys.admin });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      dataFolder: server.dataFolder,
      address: server.url,
      node: process.versions.node,
      exampleSite: null,
      noSandbox: process.getuid?.() === 0 ? expect.stringContaining('without its sandbox') : null,
    });
    expect((body as { log: { line: string }[] }).log.some(({ line }) => /completed/.test(line))).toBe(true);
    expect((await server.call('GET', '/v1/diagnostics')).status).toBe(403);
  });

  it('check the database', async () => {
    const { body } = await server.call('POST', '/v1/diagnostics/checks', {
      key: server.keys.admin,
      body: { check: 'database' },
    });
    expect(body).toMatchObject({ check: 'database', ok: true });
  });

  it('are collected in an archive that holds no secret, for an admin alone', async () => {
    const place = '/v1/diagnostics/archive';
    expect((await server.call('POST', place)).status).toBe(403);
    const command = openLog({
      folder: path.join(server.dataFolder, LOG_FOLDER),
      level: 'info',
      maxBytes: 2 ** 20,
      files: 2,
    });
    command.info('by a command that ran before');
    command.close();
    const answer = await server.call('POST', place, { key: server.keys.admin });
    expect(answer.status).toBe(200);
    const file = path.join(temporaryFolder('diagnostics'), 'diagnostics.zip');
    fs.writeFileSync(file, answer.bytes);
    const content = await unpacked(file);
    expect([...content.keys()].sort()).toEqual(['checks.json', 'facts.json', 'log.json', 'settings.json']);
    const text = Buffer.concat([...content.values()]).toString();
    expect(JSON.parse(String(content.get('checks.json')))).toMatchObject([
      { check: 'database', ok: true },
      { check: 'browser', ok: true },
    ]);
    expect(text).toContain('"exportConcurrency"');
    expect(JSON.parse(String(content.get('log.json')))).toContainEqual(
      expect.objectContaining({ msg: 'by a command that ran before' }),
    );
    for (const secret of [...Object.values(server.keys), server.running.descriptor.secret])
      expect(text).not.toContain(secret);
  });
});
