import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openHost } from '../../server/writer/host.ts';
import { builtPorts } from '../stand-ins/built.ts';
import {
  acquisitionsOf,
  dataFolder,
  type Exported,
  eventsOf,
  exportSite,
  jobsOf,
  kill,
  lastJob,
  logAcquisitions,
  makeSite,
  manyPages,
  ONE_AT_A_TIME,
  offprint,
  page,
  resourcesOf,
  skipBecause,
  startExport,
  until,
  untilAcquired,
  untilStored,
  whyNoProcessTable,
  workerOf,
} from '../stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';
import { startHeldSite } from '../stand-ins/held-site.ts';
import { startOrigin } from '../stand-ins/live-origin.ts';

const held = await startHeldSite(isFullRun ? undefined : 14);
const site = held.address;
/** Large enough for packing to take a while. */
const large = isFullRun
  ? makeSite({ ...manyPages(3), 'large.txt': randomBytes(4_000_000).toString('base64') })
  : '';
let undisturbed: Exported;

beforeAll(async () => {
  if (!isFullRun) return; // nothing is compared with it
  undisturbed = await exportSite(site, ONE_AT_A_TIME);
  expect(undisturbed.code).toBe(0);
});

beforeEach(({ skip }) => {
  const why = whyNoProcessTable();
  if (why) skipBecause(skip, why);
});

/** A data folder whose store logs acquisitions. */
async function loggedDataFolder(): Promise<string> {
  const data = dataFolder();
  await (await openHost(data, builtPorts)).close();
  logAcquisitions(data);
  return data;
}

/** Expects every page to be acquired, and none of `before` a second time. */
function expectNothingTwice(data: string, before: readonly string[]): void {
  const all = acquisitionsOf(data);
  expect(before.length).toBeGreaterThan(0);
  expect(before.length).toBeLessThan(held.count);
  expect(new Set(all).size).toBe(held.count);
  const again = all.slice(before.length).filter((url) => before.includes(url));
  expect(again).toEqual([]);
}

function expectSameBundle(out: string): void {
  expect(fs.readFileSync(out).equals(fs.readFileSync(undisturbed.out))).toBe(true);
}

function untilPacks(data: string): Promise<void> {
  const sql = "SELECT 1 FROM export_jobs WHERE phase = 'pack'";
  return untilStored(data, 'the job packs', (store) => store.prepare(sql).get() !== undefined);
}

describe('Ctrl-C, or SIGTERM', () => {
  it.runIf(isFullRun)(
    'ends the job as canceled; retry starts from what it had finished and completes',
    async () => {
      const data = await loggedDataFolder();
      held.holdAfter(10);
      const running = startExport(site, ONE_AT_A_TIME, { data });
      await untilAcquired(data, 10);

      kill(running.pid, 'SIGINT');
      const { code, stderr } = await running.ended;

      expect(code).toBe(130);
      expect(stderr).toContain('Canceling …');
      expect(stderr).toContain(
        'offprint: Canceled. What was read so far is kept. A retry continues from there.',
      );
      const canceled = lastJob(data);
      expect(canceled).toMatchObject({ status: 'failed', error_code: 'canceled' });
      expect(canceled.error).toMatch(/^Canceled/);
      expect(fs.existsSync(running.out)).toBe(false);
      const before = acquisitionsOf(data);
      held.release();

      const retry = await offprint(['jobs', 'retry', canceled.id, '--data', data, '--json']);

      expect(retry.code).toBe(0);
      expect(lastJob(data)).toMatchObject({ status: 'completed', retry_of: canceled.id });
      expectNothingTwice(data, before);
      expectSameBundle((JSON.parse(retry.stdout) as { bundle: { file: string } }).bundle.file);
    },
  );

  it.runIf(isFullRun)('ends the job also when its process does not answer', async () => {
    const data = dataFolder();
    held.holdAfter(10);
    const running = startExport(site, ONE_AT_A_TIME, { data });
    await untilAcquired(data, 10);
    kill(workerOf(running.pid), 'SIGSTOP');

    kill(running.pid, 'SIGTERM');
    const { code, stderr } = await running.ended;

    expect(stderr).not.toContain('in use by another Offprint');
    expect(code).toBe(130);
    expect(lastJob(data)).toMatchObject({ status: 'failed', error_code: 'canceled' });
    expect(resourcesOf(data, 'done').length).toBe(10);
  });

  it.runIf(isFullRun)('ends the job while it is packed, and leaves nothing half done', async () => {
    const data = dataFolder();
    const running = startExport(large, [], { data });
    await untilPacks(data);

    kill(running.pid, 'SIGINT');
    const { code } = await running.ended;

    expect(code).toBe(130);
    const job = lastJob(data);
    expect(job).toMatchObject({ status: 'failed', error_code: 'canceled' });
    const again = await offprint(['jobs', 'retry', job.id, '--data', data]);
    expect(again.code).toBe(0);
    const left = fs.readdirSync(data, { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => name.includes('unfinished'))).toEqual([]);
  });
});

describe('a process that is killed', () => {
  it.runIf(isFullRun)('the host, during acquire: the same command goes on where it stopped', async () => {
    const data = await loggedDataFolder();
    held.holdAfter(10);
    const running = startExport(site, ONE_AT_A_TIME, { data });
    await untilAcquired(data, 10);

    kill(running.pid);
    expect((await running.ended).code).toBe(null);
    const before = acquisitionsOf(data);
    held.release();
    const again = await exportSite(site, ONE_AT_A_TIME, { data });

    expect(again.stderr).toContain(`Continuing ${lastJob(data).id}, which was interrupted`);
    expect(again.code).toBe(0);
    expect(jobsOf(data)).toMatchObject([{ status: 'completed' }]);
    const all = acquisitionsOf(data);
    expect(new Set(all).size).toBe(all.length);
    expectNothingTwice(data, before);
    expectSameBundle(again.out);
  });

  it.runIf(isFullRun)('the host, during pack: the same command goes on where it stopped', async () => {
    const data = await loggedDataFolder();
    const running = startExport(large, [], { data });
    await untilPacks(data);

    kill(running.pid);
    expect((await running.ended).code).toBe(null);
    const before = acquisitionsOf(data);
    const again = await exportSite(large, [], { data });

    expect(again.stderr).toContain(`Continuing ${lastJob(data).id}, which was interrupted`);
    expect(again.code).toBe(0);
    expect(jobsOf(data)).toMatchObject([{ status: 'completed' }]);
    expect(acquisitionsOf(data)).toEqual(before);
    const fresh = await exportSite(large);
    expect(fs.readFileSync(again.out).equals(fs.readFileSync(fresh.out))).toBe(true);
  });

  it.runIf(isFullRun)(
    'its worker, again and again: the host starts another, which goes on where that one stopped',
    async () => {
      const data = await loggedDataFolder();
      const counts = firstOf(2, [5, 10, 15]);
      held.holdAfter(5);
      const running = startExport(site, ONE_AT_A_TIME, { data });
      let before: string[] = [];
      for (const count of counts) {
        await untilAcquired(data, count);
        const worker = workerOf(running.pid);
        kill(worker);
        await until('another worker runs', () => ![undefined, worker].includes(workerOf(running.pid)));
        before = acquisitionsOf(data);
        held.holdAfter(count + 5);
      }
      held.release();
      const { code, stderr } = await running.ended;

      expect(stderr).not.toContain('offprint:');
      expect(code).toBe(0);
      expectNothingTwice(data, before);
      const all = acquisitionsOf(data);
      expect(new Set(all).size).toBe(all.length);
      expectSameBundle(running.out);
    },
  );

  it.runIf(isFullRun)(
    'all of it, while another Offprint waits: that one then has the data folder for itself',
    async () => {
      const data = dataFolder();
      held.holdAfter(10);
      const running = startExport(site, ONE_AT_A_TIME, { data });
      await untilAcquired(data, 10);
      const worker = workerOf(running.pid);
      kill(worker, 'SIGSTOP');
      kill(running.pid);
      await running.exited;

      held.release();
      // The old writer still holds its lock; the new one waits for it.
      const next = startExport(site, ONE_AT_A_TIME, { data });
      await until('the next worker starts', () => workerOf(next.pid) !== undefined);
      kill(worker, 'SIGCONT');
      const { code, stderr } = await next.ended;

      expect(stderr).toContain('Continuing ');
      expect(code).toBe(0);
      expectSameBundle(next.out);
    },
  );
});

describe('a job that was interrupted', () => {
  const interrupt = async (data: string, acquiredBefore: number): Promise<string> => {
    held.holdAfter(10);
    const running = startExport(site, [...ONE_AT_A_TIME, '--fresh'], { data });
    await untilAcquired(data, acquiredBefore + 10);
    kill(running.pid);
    await running.ended;
    held.release();
    return lastJob(data).id;
  };

  it('is listed as such, and can be taken up by its id', async () => {
    const data = dataFolder();
    const first = await interrupt(data, 0);
    expect((await offprint(['jobs', '--data', data])).stdout).toMatch(new RegExp(`${first} +interrupted`));
    const resumed = await offprint(['jobs', 'resume', first, '--data', data]);
    expect(resumed.code).toBe(0);
    expect(lastJob(data)).toMatchObject({ id: first, status: 'completed' });
  });

  it.runIf(isFullRun)('can be deleted, and no other is', async () => {
    const data = dataFolder();
    expect((await exportSite(site, ONE_AT_A_TIME, { data })).code).toBe(0);
    const { id: first } = lastJob(data);
    const second = await interrupt(data, held.count);
    const deleted = await offprint(['jobs', 'delete', second, '--data', data]);
    expect(deleted.stderr).toBe('');
    expect(deleted.code).toBe(0);
    expect(jobsOf(data)).toMatchObject([{ id: first }]);
  });
});

describe('a page that kills the process again and again', () => {
  it.runIf(isFullRun)('ends the job, and is named', async () => {
    const data = dataFolder();
    const origin = await startOrigin({
      '/': page('Start', '<a href="/p1">1</a> <a href="/p2">2</a> <a href="/deadly.html">deadly</a>'),
      '/p1': page('One'),
      '/p2': page('Two'),
      '/deadly.html': () => {}, // the process works on it until it dies
    });
    const running = startExport(origin.address, [], { data });
    const sql = `SELECT alone, deaths FROM in_flight JOIN resources USING (job_id, url) WHERE url = '/deadly.html'`;
    let deaths = 0;
    let over = false;
    const watching = untilStored(data, 'the export ends', (store) => {
      // Resources in flight stay recorded until the next process checks them: only those of that process count.
      const row = store.prepare(sql).get() as { alone: number; deaths: number } | undefined;
      if (row && (deaths === 0 || (row.alone === 1 && row.deaths === deaths - 1))) {
        deaths++;
        kill(workerOf(running.pid));
      }
      return over;
    });

    const { code, stderr } = await running.ended;
    over = true;
    await watching;

    expect(code).toBe(3);
    expect(stderr).toMatch(/The process crashed 2 times while working only on \/deadly\.html\./);
    expect(stderr).toContain('Leave that page out (exclude: /deadly.html)');
    expect(deaths).toBe(3);
    expect(lastJob(data)).toMatchObject({ status: 'failed', error_code: 'page-crashed' });
    expect(eventsOf(data).filter((event) => event.kind === 'resumed')).toHaveLength(2);

    const without = await exportSite(origin.address, ['--exclude', '/deadly.html'], { data });
    expect(without.code).toBe(0);
  });
});
