import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, manyPages, page } from '../../test/stand-ins/fixture-site.ts';
import {
  answerOf,
  type Bundle,
  bundleOf,
  completedJob,
  domainOf,
  followLink,
  JOBS,
  type Job,
  jobOf,
  makeProject,
  QUICK,
  startJob,
  startServer,
  type TestServer,
  untilEnded,
} from './test-support.ts';

/** Covers the calls in the specification, with exactly the headers and bodies that it names. */

let server: TestServer;
let domain: string;

beforeAll(async () => {
  server = await startServer();
  domain = domainOf(await makeProject(server));
});

/** Sends a request exactly as given. */
async function send(lines: readonly string[], body = ''): Promise<ReturnType<typeof answerOf>> {
  const connection = await server.connect();
  connection.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  const response = await connection.response();
  connection.destroy();
  const [method = '', target = ''] = lines[0]?.split(' ') ?? [];
  server.contract.check({ method, target, response });
  return answerOf(response);
}

describe('start, poll, bundle, download', () => {
  it('work with the documented headers and bodies alone', async () => {
    const identity = [`Host: ${server.authority}`, `Authorization: Bearer ${server.keys.write}`];
    const body = JSON.stringify({ domain });

    const start = await send(
      [
        'POST /v1/static-export/jobs HTTP/1.1',
        ...identity,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ],
      body,
    );

    expect(start.status).toBe(202);
    const { jobId } = start.body as Job;
    expect(jobId).toMatch(/^se_[0-9a-f]{16}$/);
    expect(start.body).toMatchObject({ status: 'queued', progress: 0, pageCount: 0, domain });
    expect(start.headers.location).toBe(`${JOBS}/${jobId}`);

    const answers: Job[] = [];
    for (;;) {
      const { status, body } = await send([`GET /v1/static-export/jobs/${jobId} HTTP/1.1`, ...identity]);
      expect(status).toBe(200);
      answers.push(body as Job);
      if (answers.at(-1)?.status === 'completed' || answers.at(-1)?.status === 'failed') break;
      await pause(20);
    }
    expect(answers.at(-1)).toMatchObject({ status: 'completed', progress: 100, pageCount: 4 });

    const bundle = await send([
      `POST /v1/static-export/jobs/${jobId}/bundle HTTP/1.1`,
      ...identity,
      'Content-Length: 0',
    ]);

    expect(bundle.status).toBe(200);
    const { bundleUrl, sizeBytes, sha256, expiresAt } = bundle.body as Bundle;
    expect(bundle.body).toMatchObject({ jobId, format: 'tar.gz', base: null });
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());

    const { pathname, search, host } = new URL(bundleUrl);
    const download = await send([`GET ${pathname}${search} HTTP/1.1`, `Host: ${host}`]);

    expect(download.status).toBe(200);
    expect(download.bytes.length).toBe(sizeBytes);
    expect(createHash('sha256').update(download.bytes).digest('hex')).toBe(sha256);
  });

  it('take the status through queued and running to completed, with a progress that never falls', async () => {
    const slow = domainOf(await makeProject(server, makeSite(manyPages(200)), { ...QUICK, concurrency: 1 }));
    const seen: Job[] = [];

    const started = await startJob(server, slow);
    await untilEnded(server, started.jobId, seen);

    const all = [started, ...seen];
    const order = all.map(({ status }) => status).filter((status, index, list) => status !== list[index - 1]);
    expect(order).toEqual(['queued', 'running', 'completed']);
    const progress = all.map((job) => job.progress);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(Math.max(...progress)).toBe(100);
    expect(progress.filter((value) => value > 0 && value < 100).length).toBeGreaterThan(0);
    const counts = all.map((job) => job.pageCount);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBe(201);
    expect(all.some((job) => 'error' in job || 'errorCode' in job)).toBe(false);
    const updates = all.map((job) => job.updatedAt);
    expect(updates).toEqual([...updates].sort());
  });

  it('tell of a job that fails by its status, not by an HTTP error, and why', async () => {
    const { jobId } = await startJob(server, domain, { paths: ['/a.html', '/absent.html'] });

    const job = await untilEnded(server, jobId);

    expect(job).toMatchObject({ status: 'failed', errorCode: 'pages-missing' });
    expect(job.error).toContain('/absent.html');
    const { status, error } = await server.call('POST', `${JOBS}/${jobId}/bundle`);
    expect(status).toBe(409);
    expect(error).toContain('failed');
    expect(error).toContain('/absent.html');
  });
});

describe('the start of an export', () => {
  it.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['application/json;charset=UTF-8'],
    ['Application/JSON; charset="utf-8"'],
  ])('takes JSON as %s', async (type) => {
    const options = { body: JSON.stringify({ domain }), headers: { 'content-type': type } };
    expect((await server.call('POST', JOBS, options)).status).toBe(202);
  });

  it('ignores fields that it does not know', async () => {
    const body = { domain, organization: 'acme', options: { deep: [1] } };
    const { status, body: job } = await server.call('POST', JOBS, { body });
    expect(status).toBe(202);
    expect(job).not.toHaveProperty('organization');
  });

  it('takes a domain in any case', async () => {
    expect(await startJob(server, domain.toUpperCase())).toMatchObject({ domain });
  });

  it('labels the bundle with the version that it is given', async () => {
    const job = await completedJob(server, domain, { version: 'v1.2_rc-3' });
    expect(job.version).toBe('v1.2_rc-3');
    const { version, bundleUrl } = await bundleOf(server, job.jobId);
    expect(version).toBe('v1.2_rc-3');
    expect(new URL(bundleUrl).pathname).toContain('v1.2_rc-3');
  });

  it('labels it with the beginning of the content digest where it is given none', async () => {
    const [first, second] = [await completedJob(server, domain), await completedJob(server, domain)];
    expect(first.version).toMatch(/^[0-9a-f]{12}$/);
    expect(second.version).toBe(first.version);
  });

  it('exports the pages that it is given and what they need', async () => {
    const job = await completedJob(server, domain, { paths: ['/', '/a.html'] });
    expect(job.pageCount).toBe(2);
  });

  it.each([
    ['a protocol', 'https://docs.example'],
    ['a path', 'docs.example/guide'],
    ['a port', 'docs.example:443'],
    ['blanks around it', ' docs.example '],
    ['a blank within', 'docs .example'],
    ['nothing in it', ''],
    ['a dot at its end', 'docs.example.'],
    ['an empty label', 'docs..example'],
    ['a label that is too long', `${'x'.repeat(64)}.example`],
    ['letters beyond ASCII', 'döcs.example'],
    ['a NUL', 'docs\0.example'],
  ])('refuses a domain with %s and says what one looks like', async (_, wrong) => {
    const { status, error } = await server.call('POST', JOBS, { body: { domain: wrong } });
    expect(status).toBe(400);
    expect(error).toContain('"domain"');
    expect(error).toContain('docs.example.com');
  });

  it('refuses a domain that no project has registered, by name', async () => {
    const { status, error } = await server.call('POST', JOBS, { body: { domain: 'unknown.example' } });
    expect(status).toBe(404);
    expect(error).toContain('unknown.example');
  });

  it.each([
    ['no domain', {}, '"domain"'],
    ['a domain that is no text', { domain: 7 }, '"domain"'],
    ['a domain that is null', { domain: null }, '"domain"'],
    ['a version with a slash', { version: 'a/b' }, '"version"'],
    ['a version that is too long', { version: 'v'.repeat(65) }, '"version"'],
    ['an empty version', { version: '' }, '"version"'],
    ['paths that are no list', { paths: '/a' }, '"paths"'],
    ['a path that is no text', { paths: ['/a', 1] }, '"paths.1"'],
    ['a setting that does not exist', { settings: { colour: 'red' } }, 'settings.colour'],
    ['a setting out of its bounds', { settings: { concurrency: 0 } }, '"settings.concurrency"'],
  ])('refuses %s and names the field', async (_, wrong, named) => {
    const body = 'domain' in wrong || Object.keys(wrong).length === 0 ? wrong : { domain, ...wrong };
    const { status, error } = await server.call('POST', JOBS, { body });
    expect(status).toBe(400);
    expect(error).toContain(named);
  });

  it.each([
    ['a list', '[]'],
    ['a text', '"x"'],
    ['a number', '1'],
    ['null', 'null'],
  ])('refuses %s as its body', async (_, body) => {
    const headers = { 'content-type': 'application/json' };
    const { status, error } = await server.call('POST', JOBS, { body, headers });
    expect(status).toBe(400);
    expect(error).toContain('JSON object');
  });

  it('refuses no body at all and says what to send', async () => {
    const { status, error } = await server.call('POST', JOBS);
    expect(status).toBe(400);
    expect(error).toContain('Content-Type: application/json');
  });

  it('makes no job where it refuses', async () => {
    const count = async () => {
      const { body } = await server.call('GET', `${JOBS}?limit=500`);
      return (body as { jobs: Job[] }).jobs.length;
    };
    const before = await count();
    await server.call('POST', JOBS, { body: { domain, version: '/' } });
    await server.call('POST', JOBS, { body: { domain: 'unknown.example' } });
    expect(await count()).toBe(before);
  });
});

describe('the status of a job', () => {
  it.each(['se_0000000000000000', 'x', '%00', '%F0%9F%A6%8A', '%ff', 'se_%2e%2e%2f'])(
    'is 404 for %s, which is not a job',
    async (jobId) => {
      const { status, error } = await server.call('GET', `${JOBS}/${jobId}`);
      expect(status).toBe(404);
      expect(error).toContain(`GET ${JOBS}`);
    },
  );
});

describe('the bundle call', () => {
  let jobId: string;
  beforeAll(async () => {
    jobId = (await completedJob(server, domain)).jobId;
  });

  it.each([
    ['no body and no Content-Type', {}, undefined],
    ['no body and a Content-Type', { 'content-type': 'application/json' }, undefined],
    ['no body and another Content-Type', { 'content-type': 'text/plain' }, undefined],
    ['no body and Content-Length: 0', { 'content-length': '0' }, undefined],
    ['an empty body in chunks', { 'transfer-encoding': 'chunked', 'content-length': [] }, '0\r\n\r\n'],
    ['an empty object', { 'content-type': 'application/json' }, '{}'],
    ['fields that it does not know', { 'content-type': 'application/json' }, '{"colour":"red"}'],
  ])('takes %s', async (_, headers, body) => {
    const { status, body: bundle } = await server.call('POST', `${JOBS}/${jobId}/bundle`, { headers, body });
    expect(status).toBe(200);
    expect(bundle).toMatchObject({ jobId, format: 'tar.gz' });
  });

  it('gives a fresh link each time to the one archive', async () => {
    const [first, second] = [
      await bundleOf(server, jobId, { expiresInSeconds: 60 }),
      await bundleOf(server, jobId, { expiresInSeconds: 120 }),
    ];
    expect(second.bundleUrl).not.toBe(first.bundleUrl);
    expect(second.sha256).toBe(first.sha256);
    for (const { bundleUrl } of [first, second]) {
      expect((await followLink(server, bundleUrl)).status).toBe(200);
    }
  });

  it('is 404 for a job that there is not', async () => {
    const { status } = await server.call('POST', `${JOBS}/se_0000000000000000/bundle`);
    expect(status).toBe(404);
  });

  it('is 409 before the job has completed, and tells how far it is', async () => {
    await server.owner.call('POST', '/v1/static-export/queue/pause');
    try {
      const job = await startJob(server, domain);
      const { status, error } = await server.call('POST', `${JOBS}/${job.jobId}/bundle`);
      expect(status).toBe(409);
      expect(error).toContain('queued');
      expect(error).toContain('completed');
      expect((await jobOf(server, job.jobId)).status).toBe('queued');
    } finally {
      await server.owner.call('POST', '/v1/static-export/queue/resume');
    }
  });

  it('gives another format when asked, the same bytes each time', async () => {
    const first = await bundleOf(server, jobId, { format: 'zip' });
    const second = await bundleOf(server, jobId, { format: 'zip' });
    expect(first).toMatchObject({ format: 'zip', base: null });
    expect(second.sha256).toBe(first.sha256);
    const { bytes, headers } = await followLink(server, second.bundleUrl);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(first.sha256);
    expect(headers['content-type']).toBe('application/zip');
    expect((await bundleOf(server, jobId)).format).toBe('tar.gz');
  });

  it('gives either format of a job that was packed as tar.gz', async () => {
    const job = await completedJob(server, domain, { settings: { format: 'tar.gz' } });
    expect(await bundleOf(server, job.jobId)).toMatchObject({ format: 'tar.gz' });
    expect(await bundleOf(server, job.jobId, { format: 'zip' })).toMatchObject({ format: 'zip' });
  });

  it('gives the delta from an earlier bundle of the project', async () => {
    const site = makeSite({ 'index.html': page('One'), 'same.html': page('Same') });
    const own = domainOf(await makeProject(server, site));
    const base = await completedJob(server, own);
    const later = await completedJob(server, own);

    const delta = await bundleOf(server, later.jobId, { base: base.jobId });

    expect(delta).toMatchObject({ jobId: later.jobId, base: base.jobId, format: 'zip' });
    const { status, bytes } = await followLink(server, delta.bundleUrl);
    expect(status).toBe(200);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(delta.sha256);
  });

  it.each([
    ['of another project', 409, 'different projects'],
    ['that there is not', 404, 'se_0000000000000000'],
    ['that failed', 409, 'failed'],
  ])('refuses a base %s', async (what, expected, said) => {
    const other = domainOf(await makeProject(server));
    const base = {
      'of another project': async () => (await completedJob(server, other)).jobId,
      'that there is not': async () => 'se_0000000000000000',
      'that failed': async () => {
        const failing = await startJob(server, domain, { paths: ['/absent.html'] });
        return (await untilEnded(server, failing.jobId)).jobId;
      },
    }[what];
    const { status, error } = await server.call('POST', `${JOBS}/${jobId}/bundle`, {
      body: { base: await base?.() },
    });
    expect(status).toBe(expected);
    expect(error).toContain(said);
  });

  it.each([
    ['a format that there is not', { format: 'rar' }, '"format"'],
    ['a delta as tar.gz', { format: 'tar.gz', base: 'self' }, 'zip'],
    ['a lifetime of nothing', { expiresInSeconds: 0 }, '"expiresInSeconds"'],
    ['a lifetime beyond 7 days', { expiresInSeconds: 7 * 86_400 + 1 }, '"expiresInSeconds"'],
    ['a broken lifetime', { expiresInSeconds: 1.5 }, '"expiresInSeconds"'],
    ['a lifetime as text', { expiresInSeconds: '60' }, '"expiresInSeconds"'],
    ['a base that is no text', { base: 1 }, '"base"'],
  ])('refuses %s', async (_, wrong, named) => {
    const body = 'base' in wrong && wrong.base === 'self' ? { ...wrong, base: jobId } : wrong;
    const { status, error } = await server.call('POST', `${JOBS}/${jobId}/bundle`, { body });
    expect(status).toBe(400);
    expect(error).toContain(named);
  });
});
