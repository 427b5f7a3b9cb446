import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  addFiles,
  logAcquisitions,
  makeSite,
  page,
  readStore,
  until,
} from '../../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { jobFolder } from '../store/job-folder.ts';
import {
  bundleOf,
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
  type Project,
  startJob,
  startServer,
  type TestServer,
  tinySite,
  untilEnded,
} from './test-support.ts';

const QUEUE = '/v1/static-export/queue';
type Page = Readonly<{ url: string; kind: string; status: string; durationMs: number | null }>;
type PageList = Readonly<{ pages: Page[]; total: number; nextCursor: string | null }>;

let server: TestServer;
let tiny: Project;
/** A project whose jobs run long enough for a test to act on them. */
let slow: Project;
/** A completed job for tests that change nothing. */
let done: Job;

beforeAll(async () => {
  server = await startServer();
  logAcquisitions(server.dataFolder);
  tiny = await makeProject(server);
  slow = await makeProject(server, lastingSite(), LASTING);
  done = await completedJob(server, domainOf(tiny));
});

const post = (jobId: string, verb: string) => server.call('POST', `${JOBS}/${jobId}/${verb}`);

/** Concurrent requests to the origin (setting concurrency). */
const IN_FLIGHT_MAX = 8;

async function startSlowJob(project = slow, body: object = { fresh: true }): Promise<Job> {
  const { jobId } = await startJob(server, domainOf(project), body);
  await untilUnderWay(jobId);
  return jobOf(server, jobId);
}

/** Returns the URLs that a job requested from the origin, one entry per request. */
const acquired = (jobId: string): string[] =>
  readStore(server.dataFolder, (store) =>
    store.prepare('SELECT url FROM acquisitions WHERE job_id = ?').pluck().all(jobId),
  ) as string[];

/** Waits until the job has fetched some of its pages. */
function untilUnderWay(jobId: string): Promise<void> {
  return until(`${jobId} is under way`, () => acquired(jobId).length >= 20);
}

/**
 * Waits until the files are old enough. Recently written files are fetched again, because they could have changed
 * without a visible difference.
 */
async function untilOld(folder: string): Promise<void> {
  const writtenMs = Math.max(
    ...fs.readdirSync(folder).map((name) => fs.statSync(path.join(folder, name)).ctimeMs),
  );
  await pause(writtenMs + 2100 - Date.now());
}

/** Runs `work` while the queue is paused. */
async function whileQueuePaused<T>(work: () => Promise<T>): Promise<T> {
  expect((await server.call('POST', `${QUEUE}/pause`)).body).toMatchObject({ paused: true });
  try {
    return await work();
  } finally {
    await server.call('POST', `${QUEUE}/resume`);
  }
}

describe('cancel', () => {
  it('ends a running job before it is done: failed, and the error begins with Canceled', async () => {
    const { jobId } = await startSlowJob();

    const { status, body } = await post(jobId, 'cancel');

    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'failed', errorCode: 'canceled' });
    expect((body as Job).error).toMatch(/^Canceled/);
    expect(await jobOf(server, jobId)).toMatchObject({ status: 'failed' });
  });

  it('ends a queued job that never ran', () =>
    whileQueuePaused(async () => {
      const { jobId } = await startJob(server, domainOf(tiny));
      expect((await post(jobId, 'cancel')).body).toMatchObject({ status: 'failed', startedAt: null });
    }));

  it('ends a paused job, which waits for nothing then', async () => {
    const { jobId } = await startSlowJob();
    await post(jobId, 'pause');
    expect((await post(jobId, 'cancel')).body).toMatchObject({ status: 'failed', paused: false });
  });

  it('is 409 once the job has ended, and changes nothing', async () => {
    const { status, error } = await post(done.jobId, 'cancel');
    expect(status).toBe(409);
    expect(error).toContain('completed');
    expect(await jobOf(server, done.jobId)).toEqual(done);
  });

  it.runIf(isFullRun)('leaves other running jobs alone', async () => {
    const [first, second] = [await startSlowJob(), await startSlowJob()];
    await post(first.jobId, 'cancel');
    expect(await untilEnded(server, second.jobId)).toMatchObject({ status: 'completed' });
  });
});

describe('pause', () => {
  it.runIf(isFullRun)(
    'leaves a running job queued; resumed, it goes on with what it had acquired',
    async () => {
      const { jobId, progress } = await startSlowJob();

      const paused = await post(jobId, 'pause');

      expect(paused.status).toBe(200);
      expect(paused.body).toMatchObject({ status: 'queued', paused: true });
      expect((paused.body as Job).progress).toBeGreaterThanOrEqual(progress);
      const before = acquired(jobId).length;
      expect(before).toBeGreaterThanOrEqual(20);
      expect(before).toBeLessThan(LASTING_PAGES);

      const resumed = await post(jobId, 'resume');
      expect(resumed.body).toMatchObject({ paused: false });
      const seen: Job[] = [paused.body as Job];
      expect(await untilEnded(server, jobId, seen)).toMatchObject({
        status: 'completed',
        pageCount: LASTING_PAGES,
      });

      const urls = acquired(jobId);
      expect(new Set(urls).size).toBe(LASTING_PAGES);
      expect(urls).toHaveLength(LASTING_PAGES);
      const all = seen.map((job) => job.progress);
      expect(all).toEqual([...all].sort((a, b) => a - b));
    },
  );

  it('keeps a queued job from being started, and lets those behind it pass', () =>
    whileQueuePaused(async () => {
      const [first, second] = [
        await startJob(server, domainOf(tiny)),
        await startJob(server, domainOf(tiny)),
      ];
      await post(first.jobId, 'pause');
      await server.call('POST', `${QUEUE}/resume`);
      await untilEnded(server, second.jobId);
      expect(await jobOf(server, first.jobId)).toMatchObject({
        status: 'queued',
        paused: true,
        startedAt: null,
      });
      await post(first.jobId, 'resume');
      expect(await untilEnded(server, first.jobId)).toMatchObject({ status: 'completed' });
    }));

  it.runIf(isFullRun)('twice is as good as once, and so is resuming what is not paused', async () => {
    const { jobId } = await startSlowJob();
    expect((await post(jobId, 'pause')).status).toBe(200);
    expect((await post(jobId, 'pause')).status).toBe(200);
    expect((await post(jobId, 'resume')).status).toBe(200);
    expect((await post(jobId, 'resume')).status).toBe(200);
    expect(await untilEnded(server, jobId)).toMatchObject({ status: 'completed' });
  });

  it.each(['pause', 'resume'])('%s is 409 once the job has ended', async (verb) => {
    const { jobId } = done;
    const { status, error } = await post(jobId, verb);
    expect(status).toBe(409);
    expect(error).toContain('has already ended (completed)');
  });
});

describe('retry', () => {
  it('makes a new job that starts from what the failed one had finished', async () => {
    const folder = lastingSite();
    const project = await makeProject(server, folder, LASTING);
    await untilOld(folder);
    const { jobId } = await startSlowJob(project, {});
    await post(jobId, 'cancel');

    const retried = await post(jobId, 'retry');

    expect(retried.status).toBe(202);
    const again = retried.body as Job;
    expect(again.jobId).not.toBe(jobId);
    expect(again).toMatchObject({ retryOf: jobId, status: 'queued', progress: 0 });
    expect(retried.headers.location).toBe(`${JOBS}/${again.jobId}`);
    expect(await untilEnded(server, again.jobId)).toMatchObject({
      status: 'completed',
      pageCount: LASTING_PAGES,
    });
    const [first, second] = [acquired(jobId), acquired(again.jobId)];
    expect(first.length).toBeGreaterThanOrEqual(20);
    expect(second.length).toBeGreaterThan(0);
    expect(new Set([...first, ...second]).size).toBe(LASTING_PAGES);
    // Requests in flight when the job was canceled may be repeated.
    expect(first.length + second.length).toBeLessThanOrEqual(LASTING_PAGES + IN_FLIGHT_MAX);
    expect(await jobOf(server, jobId)).toMatchObject({ status: 'failed' });
  });

  it('keeps the version that was asked for', async () => {
    const failing = await startJob(server, domainOf(tiny), { version: 'v9', paths: ['/absent.html'] });
    await untilEnded(server, failing.jobId);
    const { body } = await post(failing.jobId, 'retry');
    expect(body).toMatchObject({ version: 'v9' });
    await untilEnded(server, (body as Job).jobId);
  });

  it('is 409 for a job that has not failed', async () => {
    const { jobId } = done;
    const { status, error } = await post(jobId, 'retry');
    expect(status).toBe(409);
    expect(error).toContain('only a failed job can be retried');
  });
});

describe('an action on a job that there is not', () => {
  it.each([
    ['POST', '/cancel'],
    ['POST', '/retry'],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['DELETE', ''],
    ['GET', '/report'],
    ['GET', '/pages'],
    ['GET', '/events'],
  ])('is 404: %s %s', async (method, verb) => {
    const { status, error } = await server.call(method, `${JOBS}/se_0000000000000000${verb}`);
    expect(status).toBe(404);
    expect(error).toContain('se_0000000000000000');
  });

  it.each(['cancel', 'retry', 'pause', 'resume'])('%s refuses a body with fields, by name', async (verb) => {
    const { status, error } = await server.call('POST', `${JOBS}/se_0000000000000000/${verb}`, {
      body: { reason: 'x' },
    });
    expect(status).toBe(400);
    expect(error).toContain('"reason"');
  });
});

describe('delete', () => {
  const objects = (folder = path.join(server.dataFolder, 'objects')): string[] =>
    fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /^..[/\\]./.test(name));

  /** Objects are removed in batches after the response. */
  async function untilObjects(count: number): Promise<void> {
    const deadline = performance.now() + 10_000;
    while (objects().length !== count) {
      if (performance.now() > deadline) throw new Error(`${objects().length} objects instead of ${count}`);
      await pause(20);
    }
  }

  it('removes the job, its bundle and the objects of nobody else; those of others stay', async () => {
    const site = makeSite({ 'index.html': page('Start'), 'shared.png': 'shared by two jobs' });
    const project = await makeProject(server, site);
    const before = objects().length;
    const first = await completedJob(server, domainOf(project));
    fs.rmSync(path.join(site, 'index.html'));
    addFiles(site, { 'index.html': page('Another start', '<img src="shared.png">') });
    const second = await completedJob(server, domainOf(project));
    expect(objects().length).toBe(before + 3);
    const link = await bundleOf(server, first.jobId, { format: 'zip' });

    const dry = await server.call('DELETE', `${JOBS}/${first.jobId}?dryRun=true`);

    expect(dry.status).toBe(200);
    expect(dry.body).toMatchObject({
      jobId: first.jobId,
      bundles: 1,
      bundleBytes: link.sizeBytes,
      objects: 1,
      objectBytes: page('Start').length,
    });
    expect(await jobOf(server, first.jobId)).toEqual(first);
    expect((await followLink(server, link.bundleUrl)).status).toBe(200);

    const gone = await server.call('DELETE', `${JOBS}/${first.jobId}`);

    expect(gone.status).toBe(204);
    expect((await server.call('GET', `${JOBS}/${first.jobId}`)).status).toBe(404);
    const dead = await followLink(server, link.bundleUrl);
    expect(dead.status).toBe(404);
    expect(dead.error).toContain('deleted');
    expect(fs.existsSync(path.join(server.dataFolder, 'exports', first.jobId))).toBe(false);
    await untilObjects(before + 2);
    const kept = await bundleOf(server, second.jobId, { format: 'tar.gz' });
    expect((await followLink(server, kept.bundleUrl)).status).toBe(200);
    // The remaining objects are intact: the same site can be exported from them again.
    expect((await completedJob(server, domainOf(project))).version).toBe(second.version);
  });

  it('removes the deltas that have the job as their base', async () => {
    const [base, later] = [
      await completedJob(server, domainOf(tiny)),
      await completedJob(server, domainOf(tiny)),
    ];
    const { bundleUrl } = await bundleOf(server, later.jobId, { base: base.jobId });
    expect((await server.call('DELETE', `${JOBS}/${base.jobId}`)).status).toBe(204);
    expect((await followLink(server, bundleUrl)).status).toBe(404);
    const folder = path.join(server.dataFolder, 'exports', later.jobId);
    expect(fs.readdirSync(folder).filter((name) => name.includes('delta'))).toEqual([]);
  });

  it.runIf(isFullRun)('is 409 while the job runs, and harms nothing', async () => {
    const { jobId } = await startSlowJob();
    const { status, error } = await server.call('DELETE', `${JOBS}/${jobId}`);
    expect(status).toBe(409);
    expect(error).toContain('is running. Cancel it first.');
    expect(await untilEnded(server, jobId)).toMatchObject({ status: 'completed' });
  });

  it('works at once after a cancel, although the job may still be letting go', async () => {
    const { jobId } = await startSlowJob();
    await post(jobId, 'cancel');
    expect((await server.call('DELETE', `${JOBS}/${jobId}`)).status).toBe(204);
    expect(fs.existsSync(path.join(server.dataFolder, 'exports', jobId))).toBe(false);
  });

  it('takes a queued job out of the queue', () =>
    whileQueuePaused(async () => {
      const { jobId } = await startJob(server, domainOf(tiny));
      expect((await server.call('DELETE', `${JOBS}/${jobId}`)).status).toBe(204);
      expect((await server.call('GET', `${JOBS}/${jobId}`)).status).toBe(404);
    }));

  it('leaves nothing behind of a job that was about to start', async () => {
    const { jobId } = await startJob(server, domainOf(slow), { fresh: true });
    const { status } = await server.call('DELETE', `${JOBS}/${jobId}`);
    expect([204, 409]).toContain(status);
    if (status === 409) expect((await post(jobId, 'cancel')).status).toBe(200);
    if (status === 409) expect((await server.call('DELETE', `${JOBS}/${jobId}`)).status).toBe(204);
    await completedJob(server, domainOf(tiny));
    expect(fs.existsSync(path.join(server.dataFolder, 'exports', jobId))).toBe(false);
  });

  it.each(['dryRun=1', 'dryRun=', 'dryRun=TRUE', 'dryrun=true', 'dryRun=true&dryRun=true'])(
    'refuses ?%s, so that a typing error deletes nothing',
    async (query) => {
      const { jobId } = done;
      const { status, error } = await server.call('DELETE', `${JOBS}/${jobId}?${query}`);
      expect(status).toBe(400);
      expect(error.toLowerCase()).toContain('"dryrun"');
      expect((await jobOf(server, jobId)).status).toBe('completed');
    },
  );
});

describe('the list', () => {
  type List = Readonly<{ jobs: Job[]; nextCursor: string | null }>;
  let listed: TestServer;
  let one: string;
  let two: string;
  let ids: string[];

  beforeAll(async () => {
    listed = await startServer();
    await listed.call('POST', `${QUEUE}/pause`);
    one = domainOf(await makeProject(listed));
    two = domainOf(await makeProject(listed));
    ids = [];
    for (let index = 0; index < 25; index++) {
      ids.push((await startJob(listed, index % 5 === 0 ? two : one)).jobId);
    }
  });

  const list = async (query = ''): Promise<List> => {
    const { status, body, error } = await listed.call('GET', `${JOBS}${query}`);
    if (status !== 200) throw new Error(error);
    return body as List;
  };

  /** Returns all pages of a list by following the cursor. */
  async function all(query: string, between = async (): Promise<void> => {}): Promise<string[]> {
    const found: string[] = [];
    let { jobs, nextCursor } = await list(`?${query}`);
    for (;;) {
      found.push(...jobs.map(({ jobId }) => jobId));
      if (nextCursor === null) return found;
      await between();
      ({ jobs, nextCursor } = await list(`?${query}&cursor=${nextCursor}`));
    }
  }

  it('is newest first, 50 a page', async () => {
    const { jobs, nextCursor } = await list();
    expect(jobs.map(({ jobId }) => jobId)).toEqual([...ids].reverse());
    expect(nextCursor).toBeNull();
  });

  it.each([1, 7, 24, 25])('gives each job once with a limit of %i', async (limit) => {
    expect(await all(`limit=${limit}`)).toEqual([...ids].reverse());
  });

  it('stays whole while jobs are added: none twice, none left out', async () => {
    const add = async (): Promise<void> => {
      ids.push((await startJob(listed, one)).jobId);
    };
    const before = [...ids].reverse();
    expect(await all('limit=4', add)).toEqual(before);
    const ascending = await all('limit=4&sort=createdAt', async () => {
      if (ids.length < 40) await add();
    });
    expect(ascending).toEqual(ids);
  });

  it('filters by domain, status and project', async () => {
    const { jobs } = await list(`?domain=${two}`);
    expect(jobs).toHaveLength(5);
    expect(jobs.every((job) => job.domain === two)).toBe(true);
    expect((await list(`?projectId=${jobs[0]?.projectId}`)).jobs).toEqual(jobs);
    expect((await list('?projectId=')).jobs).toEqual([]);
    expect((await list('?status=queued&limit=500')).jobs).toHaveLength(ids.length);
    expect((await list('?status=failed')).jobs).toEqual([]);
    expect((await list(`?status=queued&domain=${two}`)).jobs).toEqual(jobs);
    expect(await all(`domain=${two}&limit=2`)).toEqual(jobs.map(({ jobId }) => jobId));
    expect((await list('?domain=unknown.example')).jobs).toEqual([]);
  });

  it('sorts by the last change too', async () => {
    const changed = ids[3] ?? '';
    await listed.call('POST', `${JOBS}/${changed}/pause`);
    expect((await list('?sort=-updatedAt')).jobs[0]?.jobId).toBe(changed);
    expect((await all('sort=updatedAt&limit=6')).at(-1)).toBe(changed);
    expect((await all('sort=-updatedAt&limit=6')).length).toBe(ids.length);
  });

  it.each([
    ['limit=0', '"limit"'],
    ['limit=501', '"limit"'],
    ['limit=-1', '"limit"'],
    ['limit=1.5', '"limit"'],
    ['limit=ten', '"limit"'],
    ['limit=', '"limit"'],
    ['limit=1&limit=2', '"limit"'],
    ['status=done', '"status"'],
    ['sort=name', '"sort"'],
    ['domain=https://x', '"domain"'],
    ['colour=red', '"colour"'],
    ['cursor=', 'cursor'],
    ['cursor=x', 'cursor'],
    ['cursor=bnVsbA', 'cursor'],
    ['cursor=WyJhIl0', 'cursor'],
    ['cursor=WzEsMiwzXQ', 'cursor'],
    [`cursor=${'a'.repeat(1001)}`, '"cursor"'],
  ])('refuses ?%s', async (query, named) => {
    const { status, error } = await listed.call('GET', `${JOBS}?${query}`);
    expect(status).toBe(400);
    expect(error).toContain(named);
  });

  it('refuses the cursor of a list in another order', async () => {
    const { nextCursor } = await list('?limit=1');
    const { status, error } = await listed.call('GET', `${JOBS}?sort=createdAt&cursor=${nextCursor}`);
    expect(status).toBe(400);
    expect(error).toContain('different sort order');
  });
});

describe('the report', () => {
  it('is JSON, or a page for those who accept HTML', async () => {
    const { jobId } = done;
    const asJson = await server.call('GET', `${JOBS}/${jobId}/report`);
    expect(asJson.status).toBe(200);
    expect(asJson.headers['content-type']).toContain('application/json');
    expect(asJson.body).toHaveProperty('format');
    const asPage = await server.call('GET', `${JOBS}/${jobId}/report`, { headers: { accept: 'text/html' } });
    expect(asPage.status).toBe(200);
    expect(asPage.headers['content-type']).toContain('text/html');
    expect(asPage.headers['content-security-policy']).toContain("default-src 'none'");
    expect(String(asPage.body)).toMatch(/^<!doctype html>/i);
  });

  it('is there for a job that failed, and says what is missing', async () => {
    const { jobId } = await startJob(server, domainOf(tiny), { paths: ['/absent.html'] });
    await untilEnded(server, jobId);
    const { status, bytes } = await server.call('GET', `${JOBS}/${jobId}/report`);
    expect(status).toBe(200);
    expect(bytes.toString()).toContain('/absent.html');
  });

  it('is 409 before there is one', () =>
    whileQueuePaused(async () => {
      const { jobId } = await startJob(server, domainOf(tiny));
      const waiting = await server.call('GET', `${JOBS}/${jobId}/report`);
      expect(waiting.status).toBe(409);
      expect(waiting.error).toContain('queued');
      await post(jobId, 'cancel');
      const never = await server.call('GET', `${JOBS}/${jobId}/report`);
      expect(never.status).toBe(409);
      expect(never.error).toContain('Canceled');
    }));

  it.runIf(process.platform === 'linux')('is closed when its reader goes away', async () => {
    const { jobId } = await completedJob(server, domainOf(tiny));
    const file = path.join(jobFolder(server.dataFolder, jobId), 'report.json');
    fs.appendFileSync(file, ' '.repeat(2 ** 23));
    const openFiles = (): number =>
      fs.readdirSync('/proc/self/fd').filter((name) => {
        try {
          return fs.readlinkSync(`/proc/self/fd/${name}`) === file;
        } catch {
          return false; // was only open for the listing itself
        }
      }).length;
    const connection = await server.connect();
    connection.socket.pause();
    connection.write(server.requestBytes('GET', `${JOBS}/${jobId}/report`).toString().repeat(2));
    await expect.poll(openFiles).toBe(2);
    connection.destroy();
    await expect.poll(openFiles).toBe(0);
  });

  it('answers HEAD with its length and no body', async () => {
    const { jobId } = done;
    const { bytes } = await server.call('GET', `${JOBS}/${jobId}/report`);
    const head = await server.call('HEAD', `${JOBS}/${jobId}/report`);
    expect(head).toMatchObject({ status: 200, body: undefined });
    expect(Number(head.headers['content-length'])).toBe(bytes.length);
  });
});

describe('the pages', () => {
  const pages = async (jobId: string, query = ''): Promise<PageList> => {
    const { status, body, error } = await server.call('GET', `${JOBS}/${jobId}/pages${query}`);
    if (status !== 200) throw new Error(error);
    return body as PageList;
  };

  it('say what became of each, in the order of their URLs', async () => {
    const { jobId } = done;
    const { pages: found, nextCursor } = await pages(jobId);
    expect(found.map(({ url, kind, status }) => [url, kind, status])).toEqual([
      ['/', 'page', 'done'],
      ['/a.html', 'page', 'done'],
      ['/b/', 'page', 'done'],
      ['/c.html', 'page', 'done'],
    ]);
    expect(nextCursor).toBeNull();
    expect(found[1]).toMatchObject({ title: 'A', path: 'a.html', httpStatus: 200, contentType: 'text/html' });
    const assets = await pages(jobId, '?kind=asset');
    expect(assets.pages.map(({ url }) => url)).toEqual(['/site.css']);
  });

  it('come page by page', async () => {
    const { jobId } = done;
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const list: PageList = await pages(jobId, `?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(list.pages).toHaveLength(1);
      found.push(...list.pages.map(({ url }) => url));
      cursor = list.nextCursor;
    }
    expect(found).toEqual(['/', '/a.html', '/b/', '/c.html']);
  });

  it('are found by a part of their address or title, and counted', async () => {
    const { jobId } = done;
    expect(await pages(jobId, '?limit=1')).toMatchObject({ total: 4 });
    const byAddress = await pages(jobId, '?search=C.HTML');
    expect([byAddress.total, byAddress.pages.map(({ url }) => url)]).toEqual([1, ['/c.html']]);
    expect((await pages(jobId, '?search=B')).pages.map(({ url }) => url)).toEqual(['/b/']);
    expect(await pages(jobId, '?search=%25')).toMatchObject({ pages: [], total: 0 });
  });

  it('tell what could not be had, and why', async () => {
    const { jobId } = await startJob(server, domainOf(tiny), { paths: ['/a.html', '/absent.html'] });
    await untilEnded(server, jobId);
    const { pages: failed } = await pages(jobId, '?status=failed');
    expect(failed).toMatchObject([{ url: '/absent.html', status: 'failed', httpStatus: 404 }]);
  });

  it.each(['kind=picture', 'status=lost', 'limit=0', 'cursor=x', 'sort=url'])('refuse ?%s', async (query) => {
    const { jobId } = done;
    expect((await server.call('GET', `${JOBS}/${jobId}/pages?${query}`)).status).toBe(400);
  });
});

describe('a project that is deleted while its job runs', () => {
  it('is 409 with a clear sentence; the job completes; then it can be deleted', async () => {
    const project = await makeProject(server, lastingSite(), LASTING);
    const { jobId } = await startJob(server, domainOf(project));
    await untilUnderWay(jobId);

    const { status, error } = await server.call('DELETE', `/v1/projects/${project.projectId}`, {
      key: server.keys.admin,
    });

    expect(status).toBe(409);
    expect(error).toContain(jobId);
    expect(error).toContain('Cancel it first');
    expect(await untilEnded(server, jobId)).toMatchObject({ status: 'completed' });
    const { bundleUrl } = await bundleOf(server, jobId);
    const gone = await server.call('DELETE', `/v1/projects/${project.projectId}`, { key: server.keys.admin });
    expect(gone.status).toBe(204);
    expect((await server.call('GET', `${JOBS}/${jobId}`)).status).toBe(404);
    expect((await followLink(server, bundleUrl)).status).toBe(404);
    expect(fs.existsSync(path.join(server.dataFolder, 'exports', jobId))).toBe(false);
    const start = await server.call('POST', JOBS, { body: { domain: domainOf(project) } });
    expect(start.status).toBe(404);
  });
});

describe('a site whose folder is gone', () => {
  it('fails the job and says which folder', async () => {
    const folder = tinySite();
    const project = await makeProject(server, folder);
    fs.rmSync(folder, { recursive: true });
    const { jobId } = await startJob(server, domainOf(project));
    const job = await untilEnded(server, jobId);
    expect(job).toMatchObject({ status: 'failed', errorCode: 'origin-unreadable' });
    expect(job.error).toContain(folder);
  });
});
