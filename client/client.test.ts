import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type Bundle, type Client, createClient, OffprintError } from 'offprint/client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AgentServer, startAgentServer } from '../server/api/agent.test-support.ts';
import { domainOf, makeProject, QUICK } from '../server/api/test-support.ts';
import { verifyPath } from '../server/bundles/verify-source.ts';
import { openRelay, type Relay } from '../test/end-to-end/relay.ts';
import { makeSite, page, temporaryFolder } from '../test/stand-ins/fixture-site.ts';
import { policies } from '../test/stand-ins/model-policies.ts';

let server: AgentServer;
let relay: Relay;
let client: Client;
let handbook: string;
/** Bundle of a completed export, with an incompressible picture. */
let bundle: Bundle;

beforeAll(async () => {
  server = await startAgentServer({ ...(policies.happy && { policy: policies.happy }) });
  relay = await openRelay(server.url);
  await server.owner.call('PATCH', '/v1/settings', { body: { publicUrl: relay.url } });
  client = createClient({ url: `${relay.url}/`, key: server.keys.write, retryForMs: 5000 });
  handbook = domainOf(
    await makeProject(server, path.resolve('examples/handbook'), { ...QUICK, render: 'never' }),
  );
});

beforeEach(() => relay.happens(() => undefined));

/** Returns the error of a call that fails. */
async function errorOf(call: Promise<unknown>): Promise<OffprintError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OffprintError)) throw error ?? new Error('It succeeded.');
  return error;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const refusal = (status: number, seconds: number) => ({
  answer: { status, headers: { 'retry-after': `${seconds}` }, body: '{"error": "Not now."}' },
});

describe('the documented calls by their names', () => {
  it('export a site, fetch its bundle and leave a file that verifies', async () => {
    const { jobId } = await client.startStaticExportJob({ domain: handbook });
    const seen: number[] = [];
    const job = await client.waitForExport(jobId, { onPoll: ({ progress }) => seen.push(progress) });
    expect(job).toMatchObject({ status: 'completed', progress: 100, verdict: 'passed' });
    expect(seen.at(-1)).toBe(100);
    expect(await client.getStaticExportJobStatus({ jobId })).toEqual(job);

    const zip = await client.generateExportBundle({ jobId, format: 'zip' });
    const file = path.join(temporaryFolder('download'), 'handbook.zip');
    await client.downloadBundle(zip, file);
    expect(fs.readdirSync(path.dirname(file))).toEqual(['handbook.zip']);
    const signal = AbortSignal.timeout(60_000);
    const { verdict, faults, manifest } = await verifyPath(file, { trusted: [], signal });
    // There is no signing key here: the content matches its manifest, but nobody signed it.
    expect([verdict, faults]).toEqual(['unsigned', []]);
    expect(manifest?.counts.pages).toBe(job.pageCount);
  });

  it('create an agent job and poll it until it has its change', async () => {
    const { projectId } = server;
    const { id, status } = await client.createAgentJob({
      projectId,
      prompt: 'Replace npm install by npm ci',
    });
    expect(status).toBe('active');
    const job = await client.waitForAgentJob({ projectId, id }, { pollEveryMs: 50 });
    expect(job.status).toBe('completed');
    expect(job.prLink).toMatch(/^http/);
    expect(await client.getAgentJob({ projectId, id })).toEqual({ ...job, prLink: expect.any(String) });
  });
});

describe('a call', () => {
  it('says what is wrong with a request, a key, a job', async () => {
    expect(await errorOf(client.startExportJob({ domain: 'nowhere.example' }))).toMatchObject({
      code: 'not-found',
      status: 404,
      message: expect.stringContaining('nowhere.example'),
    });
    const reading = createClient({ url: server.url, key: server.keys.read });
    expect(await errorOf(reading.startExportJob({ domain: handbook }))).toMatchObject({ code: 'forbidden' });
    const mistyped = createClient({ url: server.url, key: `${server.keys.read.slice(0, -1)}_` });
    expect(await errorOf(mistyped.listProjects())).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(() => createClient({ url: 'docs.example', key: 'x' })).toThrow(/not a server address/);
    expect(() => createClient({ url: server.url, key: 'a b' })).toThrow(/No valid API key/);
    for (const jobId of ['', '.', '..']) {
      expect(await errorOf(client.getExportJob({ jobId }))).toMatchObject({ code: 'invalid-request' });
    }
    expect(await errorOf(client.getExportJob({ jobId: '../queue' }))).toMatchObject({ code: 'not-found' });
    expect(await errorOf(client.getQueue({ all: true } as object))).toMatchObject({
      code: 'invalid-request',
    });
    expect(relay.seen.map(({ path }) => path)).not.toContain('/v1/static-export/queue');
  });

  it('waits as long as it is told to, and not longer than it means to', async () => {
    relay.happens(({ earlier }) => [refusal(429, 0), refusal(503, 0)][earlier]);
    expect((await client.listProjects()).projects.length).toBeGreaterThan(0);
    expect(relay.seen).toHaveLength(3);
    relay.happens(() => refusal(429, 3600));
    const limited = await errorOf(client.createAgentJob({ projectId: server.projectId, prompt: 'x' }));
    expect(limited).toMatchObject({
      code: 'rate-limited',
      status: 429,
      retryAfter: 3600,
      message: 'Not now.',
    });
    expect(relay.seen).toHaveLength(1);
  });

  it('does nothing twice when an answer is lost', async () => {
    let lost = 0;
    const losing: typeof fetch = async (address, init) => {
      const response = await fetch(address, init);
      lost += 1;
      if (lost > 1) return response;
      await response.body?.cancel();
      throw new TypeError('fetch failed', { cause: new Error('socket hang up') });
    };
    const unlucky = createClient({ url: server.url, key: server.keys.write, fetch: losing });
    const project = domainOf(await makeProject(server));
    const { jobId } = await unlucky.startExportJob({ domain: project });
    expect(lost).toBe(2);
    expect((await client.listExportJobs({ domain: project })).jobs.map((job) => job.jobId)).toEqual([jobId]);
    // Nothing keeps this call from being carried out twice, so the caller must decide.
    lost = 0;
    expect(await errorOf(unlucky.pauseQueue())).toMatchObject({ code: 'unreachable', status: 0 });
    await client.resumeQueue();
    await client.waitForExport(jobId);
  });

  it('says when nothing answers, and when something else does', async () => {
    const away = createClient({ url: 'http://127.0.0.1:9', key: 'offp_x', retryForMs: 0 });
    expect(await errorOf(away.listProjects())).toMatchObject({ code: 'unreachable' });
    relay.happens(() => ({ answer: { status: 200, body: '<h1>Please sign in</h1>' } }));
    expect(await errorOf(client.listProjects())).toMatchObject({ code: 'unexpected-answer', status: 200 });
  });

  it('ends at once with its signal: on its way, in a pause, while it polls', async () => {
    const reason = new Error('enough');
    const aborted = async (work: (signal: AbortSignal) => Promise<unknown>): Promise<void> => {
      const controller = new AbortController();
      const done = work(controller.signal);
      await expect.poll(() => relay.seen.length).toBeGreaterThan(0);
      controller.abort(reason);
      await expect(done).rejects.toBe(reason);
    };
    relay.happens(() => ({ until: new Promise(() => {}) }));
    await aborted((signal) => client.listProjects({}, { signal }));
    relay.happens(() => refusal(503, 4));
    await aborted((signal) => client.listProjects({}, { signal }));
    relay.happens(() => undefined);
    await client.pauseQueue();
    const { jobId } = await client.startExportJob({ domain: handbook });
    relay.happens(() => undefined);
    await aborted((signal) => client.waitForExport(jobId, { signal, pollEveryMs: 60_000 }));
    expect(await errorOf(client.waitForExport(jobId, { giveUpAfterMs: 1 }))).toMatchObject({
      code: 'timed-out',
      message: expect.stringMatching(/ is still queued after 0.001 s/),
    });
    await client.cancelExportJob({ jobId });
    await client.resumeQueue();
    expect(await errorOf(client.waitForExport(jobId))).toMatchObject({
      code: 'export-failed',
      cause: { jobId, errorCode: 'canceled' },
    });
  });

  it('gives the events of a job as they come, and goes on after the last one', async () => {
    const { jobs } = await client.listExportJobs({ domain: handbook, status: 'completed' });
    const jobId = jobs[0]?.jobId ?? '';
    const events = await all(await client.streamExportEvents({ jobId }));
    expect(events.at(0)?.event).toBe('queued');
    expect(events.at(-1)?.event).toBe('completed');
    expect(JSON.parse(events.at(-1)?.data ?? '')).toBeTypeOf('object');
    const second = events.filter(({ id }) => id !== undefined)[1];
    const later = await all(await client.streamExportEvents({ jobId }, { lastEventId: second?.id ?? '' }));
    expect(later[0]?.id).not.toBe(second?.id);
    expect(later.at(-1)?.event).toBe('completed');
  });
});

describe('a download', () => {
  const isDownload = ({ path }: { path: string }): boolean => path.startsWith('/bundles/');
  const downloads = () => relay.seen.filter(isDownload).map(({ from }) => from);

  beforeAll(async () => {
    relay.happens(() => undefined);
    const site = { 'index.html': page('Start'), 'noise.bin': randomBytes(2_000_000) };
    const html = { ...site, 'index.html': page('Start', '<img src="noise.bin" alt="">') };
    const { jobId } = await client.startExportJob({
      domain: domainOf(await makeProject(server, makeSite(html))),
    });
    await client.waitForExport(jobId);
    bundle = await client.createBundleLink({ jobId });
  });

  const expectWhole = (file: string): void => {
    expect(createHash('sha256').update(fs.readFileSync(file)).digest('hex')).toBe(bundle.sha256);
    expect(fs.readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
  };

  it('goes on where it broke off: in the same call, and in the next', async () => {
    const file = path.join(temporaryFolder(), 'bundle.tar.gz');
    relay.happens((request) =>
      isDownload(request) && request.earlier < 2 ? { cutAfter: 700_000 } : undefined,
    );
    const progress: number[] = [];
    await client.downloadBundle(bundle, file, { onProgress: ({ doneBytes }) => progress.push(doneBytes) });
    expectWhole(file);
    // Data that was not read before a connection broke may be lost: each attempt starts at or before the break, and
    // after the start of the previous one.
    const [first, second = 0, third = 0] = downloads();
    expect(downloads()).toHaveLength(3);
    expect(first).toBe(0);
    expect(second > 0 && second <= 700_000 && third > second && third <= second + 700_000).toBe(true);
    expect(progress.at(-1)).toBe(bundle.sizeBytes);

    const other = path.join(temporaryFolder(), 'bundle.tar.gz');
    relay.happens((request) =>
      isDownload(request) ? { cutAfter: request.earlier === 0 ? 700_000 : 0 } : undefined,
    );
    const hasty = createClient({ url: relay.url, key: server.keys.write, retryForMs: 600 });
    expect(await errorOf(hasty.downloadBundle(bundle, other))).toMatchObject({ code: 'unreachable' });
    expect(fs.existsSync(other)).toBe(false);
    relay.happens(() => undefined);
    await client.downloadBundle(bundle, other);
    expectWhole(other);
    expect(downloads()).toHaveLength(1);
    expect(downloads()[0]).toBeGreaterThan(0);
  });

  it('goes to a stream, and skips what it has where whatever stands between knows no parts', async () => {
    const chunks: Uint8Array[] = [];
    const stream = new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) });
    relay.happens((request) =>
      isDownload(request) && request.earlier === 0 ? { cutAfter: 700_000 } : undefined,
    );
    const deaf: typeof fetch = (address, init) => {
      const { range: _, ...headers } = { ...init?.headers } as Record<string, string>;
      return fetch(address, { ...init, headers });
    };
    await createClient({ url: relay.url, key: server.keys.write, fetch: deaf }).downloadBundle(
      bundle,
      stream,
    );
    expect(createHash('sha256').update(Buffer.concat(chunks)).digest('hex')).toBe(bundle.sha256);
    expect(downloads()).toEqual([0, 0]);
  });

  it('asks for a fresh link where one has expired, without sending the key along', async () => {
    const file = path.join(temporaryFolder(), 'bundle.tar.gz');
    const headers: string[] = [];
    const watched: typeof fetch = (address, init) => {
      if (String(address).includes('/bundles/')) headers.push(...Object.keys(init?.headers ?? {}));
      return fetch(address, init);
    };
    relay.happens(() => undefined);
    const expired = { ...bundle, bundleUrl: bundle.bundleUrl.replace(/expires=\d+/, 'expires=1') };
    await createClient({ url: relay.url, key: server.keys.write, fetch: watched }).downloadBundle(
      expired,
      file,
    );
    expectWhole(file);
    expect(relay.seen.filter((request) => request.path.endsWith('/bundle'))).toHaveLength(1);
    expect(headers).toEqual(['accept-encoding', 'accept-encoding']);
  });

  it('ends with its signal, and keeps what has arrived for the next call', async () => {
    const file = path.join(temporaryFolder(), 'bundle.tar.gz');
    const controller = new AbortController();
    const reason = new Error('enough');
    const ended = client.downloadBundle(bundle, file, {
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    await expect(ended).rejects.toBe(reason);
    expect(fs.existsSync(file)).toBe(false);
    relay.happens(() => undefined);
    await client.downloadBundle(bundle, file);
    expectWhole(file);
    expect(downloads()[0]).toBeGreaterThan(0);
  });

  it('keeps nothing of what is not the bundle', async () => {
    const file = path.join(temporaryFolder(), 'bundle.tar.gz');
    relay.happens((request) => (isDownload(request) ? { spoil: true } : undefined));
    expect(await errorOf(client.downloadBundle(bundle, file))).toMatchObject({ code: 'digest-mismatch' });
    expect(fs.readdirSync(path.dirname(file))).toEqual([]);
    relay.happens(() => undefined);
    const shorter = { ...bundle, sizeBytes: 1000 };
    expect(await errorOf(client.downloadBundle(shorter, file))).toMatchObject({ code: 'digest-mismatch' });
  });
});
