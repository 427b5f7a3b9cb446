import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  dataFolder,
  kill,
  makeSite,
  mountDisk,
  page,
  pagesToInterrupt,
  skipBecause,
  startOffprint,
  until,
  untilAcquired,
  whyNoProcessTable,
  workerOf,
} from '../../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { createServer } from '../app.ts';
import { readDescriptor } from '../private-socket.ts';
import {
  addressOf,
  bundleOf,
  type Client,
  completedJob,
  domainOf,
  followLink,
  JOBS,
  type Job,
  jobOf,
  LASTING,
  LASTING_PAGES,
  lastingSite,
  makeProject,
  makeSecretFile,
  openClient,
  startJob,
  startServer,
  untilEnded,
  untilJob,
} from './test-support.ts';

/** Starts `offprint serve` in a separate process. */
async function serve(
  folder: string,
  secretFile: string,
  key: string,
): Promise<{ client: Client; pid: number; ended: Promise<unknown> }> {
  const running = startOffprint(['serve', '--data', folder, '--port', '0', '--secret-file', secretFile]);
  // The previous server's file names a different process.
  await until('the server tells where it is', () => readDescriptor(folder)?.pid === running.pid);
  const url = new URL(readDescriptor(folder)?.url ?? '');
  const client = await openClient(addressOf(url.href), url.host, key);
  return { client, pid: running.pid, ended: running.ended };
}

describe('a server that is killed', () => {
  it('goes on at its next start: jobs, keys, links, counters and answers are kept', async ({ skip }) => {
    const why = whyNoProcessTable();
    if (why) skipBecause(skip, why);
    const secretFile = makeSecretFile();
    const prepared = await startServer({ secretFile });
    const project = await makeProject(prepared, lastingSite(), LASTING);
    const other = domainOf(await makeProject(prepared));
    await prepared.call('PATCH', '/v1/settings', {
      key: prepared.keys.admin,
      body: { exportStartsPerHour: 2 },
    });
    const { dataFolder: folder, keys } = prepared;
    await prepared.stop();

    const first = await serve(folder, secretFile, keys.write);
    const done = await completedJob(first.client, other);
    const link = await bundleOf(first.client, done.jobId);
    const headers = { 'idempotency-key': 'before' };
    const body = { domain: domainOf(project) };
    const running = (await first.client.call('POST', JOBS, { body, headers })).body as Job;
    const waiting = [
      await startJob(first.client, domainOf(project), { paths: ['/'] }),
      await startJob(first.client, other),
    ];
    await untilAcquired(folder, 30);
    const before = await jobOf(first.client, running.jobId);
    const writer = workerOf(first.pid);

    kill(first.pid);
    await first.ended;
    await until('its writer has ended too', () => !fs.existsSync(`/proc/${writer}`));

    const second = await serve(folder, secretFile, keys.write);
    const after = await jobOf(second.client, running.jobId);
    expect(['queued', 'running']).toContain(after.status);
    expect(after.progress).toBeGreaterThanOrEqual(before.progress);
    for (const { jobId } of [running, ...waiting]) {
      expect(await untilEnded(second.client, jobId)).toMatchObject({ status: 'completed' });
    }
    expect(await jobOf(second.client, running.jobId)).toMatchObject({ pageCount: LASTING_PAGES });
    expect((await followLink(second.client, link.bundleUrl)).bytes.length).toBe(link.sizeBytes);
    for (const key of Object.values(keys))
      expect((await second.client.call('GET', JOBS, { key })).status).toBe(200);
    expect((await second.client.call('POST', JOBS, { body, headers })).body).toMatchObject({
      jobId: running.jobId,
    });
    expect((await second.client.call('POST', JOBS, { body })).status).toBe(429);
    kill(second.pid, 'SIGTERM');
    await second.ended;
    expect(readDescriptor(folder)).toBeUndefined();
  });

  it.runIf(isFullRun)('and whose writer alone is killed starts another and goes on', async ({ skip }) => {
    const why = whyNoProcessTable();
    if (why) skipBecause(skip, why);
    const prepared = await startServer();
    const project = await makeProject(prepared, lastingSite(), LASTING);
    const { dataFolder: folder, keys } = prepared;
    await prepared.stop();
    const { client, pid, ended } = await serve(folder, makeSecretFile(), keys.write);
    const { jobId } = await startJob(client, domainOf(project));
    await untilAcquired(folder, 20);
    kill(workerOf(pid));
    expect(await untilEnded(client, jobId)).toMatchObject({ status: 'completed', pageCount: LASTING_PAGES });
    kill(pid, 'SIGTERM');
    await ended;
  });
});

describe('a server whose writer hangs', () => {
  it.runIf(isFullRun)('is stopped all the same', async ({ skip }) => {
    const why = whyNoProcessTable();
    if (why) skipBecause(skip, why);
    const prepared = await startServer();
    const { dataFolder: folder, keys } = prepared;
    await prepared.stop();
    const { pid, ended } = await serve(folder, makeSecretFile(), keys.write);
    const writer = workerOf(pid);
    kill(writer, 'SIGSTOP');
    kill(pid, 'SIGTERM');
    await ended;
    expect(fs.existsSync(`/proc/${writer}`)).toBe(false);
  });
});

describe('a server that is stopped while a job runs', () => {
  it.runIf(isFullRun)('stops within seconds; the job goes on at the next start', async () => {
    const first = await startServer();
    const project = await makeProject(first, lastingSite(), LASTING);
    const { jobId } = await startJob(first, domainOf(project));
    await untilAcquired(first.dataFolder, 20);
    const before = await jobOf(first, jobId);
    const asked = performance.now();
    await first.stop();
    expect(performance.now() - asked).toBeLessThan(30_000);
    const second = await startServer({ dataFolder: first.dataFolder, keys: first.keys });
    const job = await untilEnded(second, jobId);
    expect(job).toMatchObject({ status: 'completed', pageCount: LASTING_PAGES });
    expect(job.startedAt).toBe(before.startedAt);
  });
});

describe('a second server on the same data folder', () => {
  it('is refused and says who has it; the first is not disturbed', async () => {
    const first = await startServer();
    const second = createServer(
      { dataFolder: first.dataFolder, listener: { port: 0 } },
      { secrets: { keychain: null } },
    );
    await expect(second.listen()).rejects.toMatchObject({
      code: 'store-locked',
      message: expect.stringContaining(`in use by another Offprint process (process ${process.pid})`),
    });
    expect((await first.call('GET', JOBS)).status).toBe(200);
    expect((await first.owner.call('GET', JOBS)).status).toBe(200);
    expect(readDescriptor(first.dataFolder)?.url).toBe(first.url);
  });
});

describe('a disk that is full', () => {
  it('is 503 for what has to be written; reading goes on; a job waits and goes on when there is room', async ({
    skip,
  }) => {
    const disk = mountDisk(64 * 2 ** 20);
    if ('why' in disk) skipBecause(skip, disk.why);
    const server = await startServer({ dataFolder: path.join(disk.folder, 'data') });
    const project = await makeProject(server);
    const domain = domainOf(project);
    const done = await completedJob(server, domain);
    const waiting = await whileQueuePaused(() => startJob(server, domain, { fresh: true }));

    const ballast = path.join(disk.folder, 'ballast');
    fill(ballast);
    // The database's write-ahead log may have free space of its own.
    const nextKey = () => server.call('POST', '/v1/keys', { key: server.keys.admin, body: { name: 'x' } });
    for (let calls = 0; calls < 500 && (await nextKey()).status !== 503; calls++);

    for (const answer of [
      await server.call('POST', JOBS, { body: { domain } }),
      await nextKey(),
      await server.call('PATCH', '/v1/settings', { key: server.keys.admin, body: { exportConcurrency: 3 } }),
      await server.call('POST', `${JOBS}/${waiting.jobId}/cancel`),
      await server.call('POST', `${JOBS}/${waiting.jobId}/pause`),
    ]) {
      expect(answer.status).toBe(503);
      expect(answer.error).toContain('disk is full');
      expect(answer.error).toContain('Free some space');
    }
    expect(await jobOf(server, done.jobId)).toEqual(done);
    expect((await server.call('GET', JOBS)).status).toBe(200);
    expect((await server.call('GET', '/healthz')).status).toBe(200);

    fs.rmSync(ballast);
    await server.call('POST', '/v1/static-export/queue/resume');
    expect(await untilEnded(server, waiting.jobId)).toMatchObject({ status: 'completed' });

    async function whileQueuePaused<T>(work: () => Promise<T>): Promise<T> {
      await server.call('POST', '/v1/static-export/queue/pause');
      return work();
    }
  });

  it.runIf(isFullRun)('can be made room on by deleting a job', async ({ skip }) => {
    const disk = mountDisk(64 * 2 ** 20);
    if ('why' in disk) skipBecause(skip, disk.why);
    const server = await startServer({ dataFolder: path.join(disk.folder, 'data') });
    const site = makeSite({ 'index.html': page('Start'), 'large.png': randomBytes(2 ** 20) });
    const domain = domainOf(await makeProject(server, site));
    const { jobId } = await completedJob(server, domain);
    fill(path.join(disk.folder, 'ballast'));
    expect((await server.call('POST', JOBS, { body: { domain } })).status).toBe(503);

    expect((await server.call('DELETE', `${JOBS}/${jobId}`)).status).toBe(204);

    expect((await server.call('GET', `${JOBS}/${jobId}`)).status).toBe(404);
    expect((await server.call('POST', JOBS, { body: { domain } })).status).toBe(202);
  });

  it.runIf(isFullRun)(
    'holds a job that runs into it: it reads queued and says why; resumed, it completes',
    async ({ skip }) => {
      const disk = mountDisk(64 * 2 ** 20);
      if ('why' in disk) skipBecause(skip, disk.why);
      const server = await startServer({ dataFolder: path.join(disk.folder, 'data') });
      const site = makeSite({ ...pagesToInterrupt(100), 'large.png': randomBytes(8 * 2 ** 20) });
      const domain = domainOf(await makeProject(server, site));
      const ballast = path.join(disk.folder, 'ballast');
      fill(ballast, 4 * 2 ** 20);

      const { jobId } = await startJob(server, domain);
      const held = await untilJob(server, jobId, (job) => job.pauseReason !== undefined);

      expect(held).toMatchObject({ status: 'queued' });
      expect(held.pauseReason).toContain('disk is full');
      expect((await server.call('GET', '/v1/static-export/queue')).body).toMatchObject({ running: [] });
      fs.rmSync(ballast);
      expect((await server.call('POST', `${JOBS}/${jobId}/resume`)).status).toBe(200);
      const job = await untilEnded(server, jobId);
      expect(job).toMatchObject({ status: 'completed' });
      expect(job).not.toHaveProperty('pauseReason');
    },
  );
});

/** Fills the disk except for `leaveBytes`. */
function fill(file: string, leaveBytes = 0): void {
  const out = fs.openSync(file, 'w');
  for (let size = 2 ** 20; size >= 512; size /= 2) {
    const block = Buffer.alloc(size, 1);
    try {
      for (;;) fs.writeSync(out, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  fs.closeSync(out);
  if (leaveBytes > 0) fs.truncateSync(file, fs.statSync(file).size - leaveBytes);
}

describe('a data folder that nobody has used yet', () => {
  it('is made by the first start, for this user alone', async () => {
    const folder = path.join(dataFolder(), 'new');
    const server = await startServer({ dataFolder: folder });
    expect((await server.call('GET', JOBS)).body).toEqual({ jobs: [], nextCursor: null });
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  });
});
