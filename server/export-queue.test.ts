import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSite, manyPages, untilAcquired } from '../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../test/stand-ins/full.ts';
import {
  domainOf,
  JOBS,
  type Job,
  jobOf,
  LASTING,
  lastingSite,
  makeProject,
  startJob,
  startServer,
  type TestServer,
  untilEnded,
  untilJob,
} from './api/test-support.ts';

const QUEUE = '/v1/static-export/queue';
type State = Readonly<{ paused: boolean; concurrency: number; running: string[]; queued: number }>;

let server: TestServer;
let tiny: string;
/** Takes a moment. */
let some: string;
/** Takes as long as a test needs to do something in the meantime. */
let slow: string;

beforeAll(async () => {
  server = await startServer();
  tiny = domainOf(await makeProject(server));
  some = domainOf(await makeProject(server, makeSite(manyPages(30))));
  slow = domainOf(await makeProject(server, lastingSite(), LASTING));
});

beforeEach(async () => {
  await set({ exportConcurrency: null, queuePaused: null });
});

const set = (body: object, on = server) => on.owner.call('PATCH', '/v1/settings', { body });
const post = async (verb: string, on = server) => (await on.call('POST', `${QUEUE}/${verb}`)).body as State;
const state = async (on = server) => (await on.call('GET', QUEUE)).body as State;

async function startFresh(domain: string, on = server): Promise<string> {
  return (await startJob(on, domain, { fresh: true })).jobId;
}

async function ended(ids: readonly string[], on = server): Promise<Job[]> {
  const jobs: Job[] = [];
  for (const id of ids) jobs.push(await untilEnded(on, id));
  return jobs;
}

/** Returns the maximum number of these jobs that ran concurrently. */
function mostAtOnce(jobs: readonly Job[]): number {
  const moments = jobs.flatMap(({ startedAt, finishedAt }) => [
    { at: Date.parse(startedAt ?? ''), change: 1 },
    { at: Date.parse(finishedAt ?? ''), change: -1 },
  ]);
  let count = 0;
  let most = 0;
  for (const { change } of moments.sort((a, b) => a.at - b.at || a.change - b.change)) {
    count += change;
    most = Math.max(most, count);
  }
  return most;
}

describe('the queue', () => {
  it('runs jobs one after the other in the order in which they were created, when it may run one', async () => {
    await set({ exportConcurrency: 1, queuePaused: true });
    const connection = await server.connect();
    const count = isFullRun ? 8 : 4;
    const atOnce = 4; // maximum number of unanswered requests per connection
    const request = server.requestBytes('POST', JOBS, { body: { domain: tiny } });
    const ids: string[] = [];
    while (ids.length < count) {
      // Together, so that some are created within the same millisecond.
      connection.write(Buffer.concat(Array.from({ length: atOnce }, () => request)));
      for (let index = 0; index < atOnce; index++) {
        ids.push((JSON.parse((await connection.response()).body.toString()) as Job).jobId);
      }
    }
    connection.destroy();
    expect(await state()).toEqual({ paused: true, concurrency: 1, running: [], queued: count });

    await post('resume');
    const jobs = await ended(ids);

    expect(jobs.every(({ status }) => status === 'completed')).toBe(true);
    for (const [index, { startedAt }] of jobs.slice(1).entries()) {
      expect(Date.parse(startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(jobs[index]?.finishedAt ?? ''));
    }
  });

  it('runs as many at the same time as it may, and no more', async () => {
    await set({ exportConcurrency: 3, queuePaused: true });
    const ids = [];
    for (let index = 0; index < 5; index++) ids.push(await startFresh(some));
    await post('resume');
    const seen = new Set<number>();
    for (let left = ids.length; left > 0; ) {
      const { running, queued } = await state();
      seen.add(running.length);
      left = running.length + queued;
      await pause(5);
    }
    const jobs = await ended(ids);
    expect(Math.max(...seen)).toBe(3);
    expect(mostAtOnce(jobs)).toBeLessThanOrEqual(3);
    expect(mostAtOnce(jobs)).toBeGreaterThan(1);
  });

  it.runIf(isFullRun)(
    'starts more at once when it may; those that run go on when it may run fewer',
    async () => {
      await set({ exportConcurrency: 1 });
      const ids = [await startFresh(slow), await startFresh(slow), await startFresh(tiny)];
      await untilJob(server, ids[0] ?? '', ({ status }) => status === 'running');
      expect((await state()).running).toEqual(ids.slice(0, 1));
      await set({ exportConcurrency: 2 });
      expect((await state()).running).toEqual(ids.slice(0, 2));
      await set({ exportConcurrency: 1 });
      expect((await state()).running).toEqual(ids.slice(0, 2));
      const jobs = await ended(ids);
      expect(jobs.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
      // The third waited until both had ended.
      const [first, second, third] = jobs.map((job) => ({
        from: Date.parse(job.startedAt ?? ''),
        to: Date.parse(job.finishedAt ?? ''),
      }));
      expect(third?.from).toBeGreaterThanOrEqual(Math.max(first?.to ?? 0, second?.to ?? 0));
    },
  );

  it('paused, lets those that run go on and starts no other, until it is resumed', async () => {
    await set({ exportConcurrency: 1 });
    const [running, waiting] = [await startFresh(slow), await startFresh(tiny)];
    await untilJob(server, running, ({ status }) => status === 'running');
    expect(await post('pause')).toMatchObject({ paused: true, running: [running], queued: 1 });
    expect(await untilEnded(server, running)).toMatchObject({ status: 'completed' });
    // Neither the end of a job nor a new one starts anything.
    const later = await startFresh(tiny);
    expect(await state()).toMatchObject({ paused: true, running: [], queued: 2 });
    expect(await jobOf(server, waiting)).toMatchObject({ status: 'queued', paused: false, startedAt: null });
    expect(await post('resume')).toMatchObject({ paused: false });
    expect((await ended([waiting, later])).every(({ status }) => status === 'completed')).toBe(true);
  });

  it.runIf(isFullRun)('stays paused over a restart, and takes up what ran when it is resumed', async () => {
    const first = await startServer();
    const domain = domainOf(await makeProject(first, lastingSite(), LASTING));
    const running = await startFresh(domain, first);
    await untilAcquired(first.dataFolder, 20);
    await post('pause', first);
    await first.stop();
    const second = await startServer({ dataFolder: first.dataFolder, keys: first.keys });
    expect(await state(second)).toMatchObject({ paused: true, running: [], queued: 1 });
    expect(await jobOf(second, running)).toMatchObject({ status: 'queued', paused: false });
    await post('resume', second);
    expect(await untilEnded(second, running)).toMatchObject({ status: 'completed' });
  });

  it('goes on to the next job when one fails', async () => {
    await set({ exportConcurrency: 1, queuePaused: true });
    const failing = (await startJob(server, tiny, { paths: ['/absent.html'] })).jobId;
    const next = await startFresh(tiny);
    await post('resume');
    expect((await ended([failing, next])).map(({ status }) => status)).toEqual(['failed', 'completed']);
  });

  it.runIf(isFullRun)(
    'goes on to the next job when the running one is canceled, paused or deleted while it waits',
    async () => {
      await set({ exportConcurrency: 1 });
      const ids = [
        await startFresh(slow),
        await startFresh(slow),
        await startFresh(slow),
        await startFresh(tiny),
      ];
      const [canceled = '', paused = '', deleted = '', last = ''] = ids;
      await untilJob(server, canceled, ({ status }) => status === 'running');
      await server.call('DELETE', `${JOBS}/${deleted}`);
      await server.call('POST', `${JOBS}/${canceled}/cancel`);
      await untilJob(server, paused, ({ status }) => status === 'running');
      await server.call('POST', `${JOBS}/${paused}/pause`);
      expect(await untilEnded(server, last)).toMatchObject({ status: 'completed' });
      expect(await jobOf(server, paused)).toMatchObject({ status: 'queued', paused: true });
      await server.call('POST', `${JOBS}/${paused}/resume`);
      expect(await untilEnded(server, paused)).toMatchObject({ status: 'completed' });
    },
  );
});
