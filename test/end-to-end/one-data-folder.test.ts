import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  absentFolder,
  dataFolder,
  exportSite,
  jobsOf,
  kill,
  lastJob,
  makeSite,
  NOBODY,
  ONE_AT_A_TIME,
  offprint,
  page,
  readStore,
  skipBecause,
  startExport,
  temporaryFolder,
  until,
  untilAcquired,
  whyNoProcessTable,
  whyNotAnotherUser,
  workerOf,
} from '../stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';
import { startHeldSite } from '../stand-ins/held-site.ts';
import { newKey, parsed, serve } from './fixture-server.ts';

const small = makeSite({ 'index.html': page('Start') }, 'small');
const held = await startHeldSite();
const other = await startHeldSite(12);
/** Both take as long as a test needs. */
const [slow, slower] = [held.address, other.address];

function bytesOf(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

describe('commands on a data folder that a server has', () => {
  it('go through the server, without a key', async () => {
    const server = await serve();

    const exported = await exportSite(small, ['--json'], { data: server.data });

    expect(exported.stderr).not.toContain('offprint:');
    expect(exported.code).toBe(0);
    const { jobId, report } = JSON.parse(exported.stdout) as { jobId: string; report: { html: string } };
    expect(server.texts.stderr).toContain(`export job ${jobId} completed`);
    expect(fs.existsSync(report.html)).toBe(true);
    for (const args of firstOf(3, [
      ['jobs'],
      ['projects'],
      ['secrets'],
      ['keys'],
      ['settings'],
      ['organization'],
      ['links'],
    ])) {
      const { code, stdout } = await offprint([...args, '--data', server.data, '--json']);
      expect(code).toBe(0);
      expect(parsed(stdout)).toBeTypeOf('object');
    }
    const key = await newKey(server.data, 'read');
    const { status } = await fetch(`${server.url}/v1/projects`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(status).toBe(200);
    const detached = ['export', 'http://127.0.0.1:2/docs/', '--detach', '--data', server.data];
    const refused = await offprint(detached);
    expect(refused.stderr).toContain('127.0.0.1:2');
    expect(refused.code).toBe(3);
    expect((await offprint(['projects', '--data', server.data])).stdout).not.toContain('127.0.0.1');
    const bundle = await offprint(['jobs', 'bundle', jobId, '--data', server.data]);
    expect((await fetch(bundle.stdout.trim(), { method: 'HEAD' })).status).toBe(200);
  });

  it.runIf(isFullRun)('stop at Ctrl-C, which cancels their export and nothing else', async () => {
    const server = await serve();
    held.holdAfter(5);
    other.holdAfter(5);
    const first = startExport(slower, ONE_AT_A_TIME, { data: server.data });
    await until('the first export runs', () => server.texts.stderr.includes('started'));
    const running = startExport(slow, ONE_AT_A_TIME, { data: server.data });
    await until('both run', () => server.texts.stderr.match(/started/g)?.length === 2);

    kill(running.pid, 'SIGINT');

    expect((await running.ended).code).toBe(130);
    other.release();
    expect((await first.ended).code).toBe(0);
    expect(jobsOf(server.data).map(({ status, error_code }) => error_code ?? status)).toEqual([
      'completed',
      'canceled',
    ]);
  });

  it.runIf(isFullRun)('go on with an export that runs there already', async () => {
    const server = await serve();
    held.holdAfter(5);
    const first = startExport(slow, ONE_AT_A_TIME, { data: server.data });
    await untilAcquired(server.data, 5);

    const second = startExport(slow, ONE_AT_A_TIME, { data: server.data });
    const says = `Continuing ${lastJob(server.data).id}, which is running`;
    await until('the second says so', () => second.texts.stderr.includes(says));
    held.release();

    expect((await second.ended).code).toBe(0);
    expect((await first.ended).code).toBe(0);
    expect(jobsOf(server.data)).toHaveLength(1);
    expect(bytesOf(first.out)).toBe(bytesOf(second.out));
  });

  it.runIf(isFullRun)('are told that the queue is paused', async () => {
    const server = await serve();
    await offprint(['queue', 'pause', '--data', server.data]);
    const running = startExport(small, [], { data: server.data });
    await until('the command says so', () => running.texts.stderr.includes('The queue is paused'));

    await offprint(['queue', 'resume', '--data', server.data]);

    expect((await running.ended).code).toBe(0);
  });

  it.runIf(isFullRun)('find a server that was killed gone, and do without', async () => {
    const server = await serve();
    kill(server.pid);
    await server.ended;
    expect(fs.existsSync(path.join(server.data, 'server.json'))).toBe(true);

    const { code } = await exportSite(small, [], { data: server.data });

    expect(code).toBe(0);
    expect(fs.readdirSync(server.data).filter((name) => name.startsWith('server.'))).toEqual([]);
  });
});

describe('two commands at once on one data folder', () => {
  it.runIf(isFullRun)('both export: the first one ends before the second', async () => {
    const data = dataFolder();
    held.holdAfter(5);
    other.holdAfter(5);
    const first = startExport(slow, ONE_AT_A_TIME, { data });
    await untilAcquired(data, 1);
    const second = startExport(slower, ONE_AT_A_TIME, { data });
    await until('both run', () => jobsOf(data)[1]?.status === 'running');
    held.release();
    await first.exited;
    other.release();

    const ended = [await first.ended, await second.ended];

    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(ended.map(({ stderr }) => stderr).join()).not.toContain('offprint:');
    expect(jobsOf(data).map(({ status }) => status)).toEqual(['completed', 'completed']);
    const undisturbed = await exportSite(slower, ONE_AT_A_TIME);
    expect(bytesOf(second.out)).toBe(bytesOf(undisturbed.out));
  });

  it.runIf(isFullRun)('started in the same moment, on the same folder: one project, one bundle', async () => {
    const data = dataFolder();
    const both = [startExport(small, [], { data }), startExport(small, [], { data })];

    const ended = await Promise.all(both.map((running) => running.ended));

    expect(ended.map(({ stderr }) => stderr).join()).not.toContain('offprint:');
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(readStore(data, (store) => store.prepare('SELECT count(*) FROM projects').pluck().get())).toBe(1);
    expect(new Set(both.map(({ out }) => bytesOf(out))).size).toBe(1);
  });

  it.runIf(isFullRun)('the first is killed: the second goes on with its own export', async ({ skip }) => {
    const why = whyNoProcessTable();
    if (why) skipBecause(skip, why);
    const data = dataFolder();
    held.holdAfter(5);
    other.holdAfter(5);
    const first = startExport(slower, ONE_AT_A_TIME, { data });
    await untilAcquired(data, 1);
    const second = startExport(slow, ONE_AT_A_TIME, { data });
    await until('the second runs', () => jobsOf(data)[1]?.status === 'running');
    await until('it is followed', () => second.texts.stderr.includes('reading pages'));

    kill(workerOf(first.pid));
    kill(first.pid);
    held.release();

    const { code, stderr } = await second.ended;
    expect(stderr).not.toContain('offprint:');
    expect(code).toBe(0);
    expect(jobsOf(data).map(({ status }) => status)).toEqual(['queued', 'completed']);
    const list = await offprint(['jobs', '--data', data]);
    expect(list.stdout).toMatch(new RegExp(`${jobsOf(data)[0]?.id} +interrupted`));
  });

  it.runIf(isFullRun)('the second cancels what the first runs', async () => {
    const data = dataFolder();
    held.holdAfter(5);
    const running = startExport(slow, ONE_AT_A_TIME, { data });
    await untilAcquired(data, 5);

    const canceled = await offprint(['jobs', 'cancel', lastJob(data).id, '--data', data]);

    expect(canceled.code).toBe(0);
    expect((await running.ended).code).toBe(130);
  });
});

describe('commands on a data folder that nobody has', () => {
  it('that only read write nothing, not even the folder', async () => {
    const data = absentFolder('data');
    const commands = ['jobs', 'projects', 'keys', 'settings', 'organization', 'links', 'queue'];
    for (const command of commands) {
      const { code, stderr } = await offprint([command, '--data', data]);
      expect(stderr).toBe('');
      expect(code).toBe(0);
    }
    expect(fs.existsSync(data)).toBe(false);
  });

  it('say that this user may not read it, rather than that it is empty', async ({ skip }) => {
    const why = whyNotAnotherUser();
    if (why) skipBecause(skip, why);
    const { data } = await exportSite(small);
    for (const mode of firstOf(1, [0o700, 0o755])) {
      fs.chmodSync(data, mode);
      const { code, stdout, stderr } = await offprint(['jobs', '--data', data], { uid: NOBODY, cwd: '/' });
      expect(stderr).toMatch(
        /The database .* cannot be read \(\w+\): .* Run the command as the file's owner/,
      );
      expect(stdout).toBe('');
      expect(code).toBe(2);
    }
  });

  it.runIf(isFullRun)('pause and resume an interrupted job', async () => {
    held.holdAfter(5);
    const running = startExport(slow, ONE_AT_A_TIME);
    const { data } = running;
    await untilAcquired(data, 5);
    kill(running.pid);
    await running.ended;
    held.release();
    const { id } = lastJob(data);

    const watched = await offprint(['jobs', 'watch', id, '--data', data]);
    expect(watched.code).toBe(2);
    expect(watched.stderr).toContain(
      `The job ${id} is not running. To continue it: offprint jobs resume ${id}`,
    );
    const paused = await offprint(['jobs', 'pause', id, '--data', data, '--json']);
    expect(parsed(paused.stdout)).toMatchObject({ status: 'queued', paused: true });
    const out = path.join(temporaryFolder('out'), 'slow.tar.gz');
    const resumed = await offprint(['jobs', 'resume', id, '--data', data, '--out', out, '--json']);

    expect(resumed.code).toBe(0);
    expect(parsed(resumed.stdout)).toMatchObject({
      status: 'completed',
      paused: false,
      bundle: { file: out },
    });
    expect((await offprint(['verify', out])).code).toBe(0);
    const again = await offprint(['jobs', 'watch', id, '--data', data]);
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/paused\n.*resumed\n.*completed\n$/s);
  });

  it.runIf(isFullRun)('run one job, not all that wait', async () => {
    held.holdAfter(5);
    const interrupted = startExport(slow, ONE_AT_A_TIME);
    const { data } = interrupted;
    await untilAcquired(data, 5);
    kill(interrupted.pid);
    await interrupted.ended;

    expect((await exportSite(small, [], { data })).code).toBe(0);

    expect(jobsOf(data).map(({ status }) => status)).toEqual(['queued', 'completed']);
  });

  it('say that a link or a detached export needs a server', async () => {
    const { data } = await exportSite(small);
    const { id } = lastJob(data);
    for (const [args, says] of [
      [['jobs', 'bundle', id], 'No server is using this data folder, so a link would not work.'],
      [['export', small, '--detach'], 'No server is using this data folder, so the export would not run.'],
      [['jobs', 'bundle', id, '--out', 'x.zip', '--format', 'tar.gz'], 'does not match the name x.zip'],
      [['jobs', 'bundle', id, '--out', 'x.tar.gz', '--base', id], 'does not match the name x.tar.gz'],
      [['export', small, '--detach', '--out', 'x.zip'], '--detach does not wait for the bundle'],
      [['jobs', 'resume', id, '--detach'], 'No server is using this data folder, so the job would not run.'],
    ] as const) {
      const { code, stderr } = await offprint([...args, '--data', data]);
      expect(stderr).toContain(says);
      expect(code).toBe(2);
    }
    expect(jobsOf(data)).toHaveLength(1);
    const out = path.join(temporaryFolder('out'), 'small.zip');
    expect((await offprint(['jobs', 'bundle', id, '--out', out, '--data', data])).code).toBe(0);
    expect((await offprint(['verify', out])).code).toBe(0);
  });

  it('manage keys, the organization and settings', async () => {
    const data = dataFolder();
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await offprint([...args, '--json', '--data', data]);
      expect(stderr).toBe('');
      expect(code).toBe(0);
      return parsed(stdout);
    };
    const made = await run('keys', 'create', '--name', 'ci', '--scope', 'read', 'write');
    expect(made).toMatchObject({ scopes: ['read', 'write'], expiresAt: null, key: expect.any(String) });
    const listed = await run('keys');
    expect(listed).toMatchObject({ keys: [{ keyId: made?.keyId, name: 'ci', lastUsedAt: null }] });
    expect(JSON.stringify(listed)).not.toContain(made?.key);
    expect(await run('organization', 'set', 'name', 'Example Inc')).toMatchObject({ name: 'Example Inc' });
    expect(await run('organization')).toMatchObject({ name: 'Example Inc', plan: 'enterprise' });
    expect(await run('settings', 'set', 'allowPlainNetwork', 'true')).toMatchObject({
      allowPlainNetwork: true,
    });
    expect(await run('settings', 'set', 'exportConcurrency', '3')).toMatchObject({ exportConcurrency: 3 });
    expect(await run('settings', 'unset', 'exportConcurrency')).toMatchObject({ exportConcurrency: 2 });
  });

  const refused: readonly (readonly [args: readonly string[], says: string])[] = [
    [['keys', 'create'], "required option '--name <name>' not specified"],
    [['keys', 'create', '--name', 'x', '--scope', 'root'], 'Allowed choices are read, write, admin'],
    [['keys', 'create', '--name', 'x', '--expires', 'soon'], 'Use a number of days, or a time like'],
    [['keys', 'create', '--name', 'x', '--expires', '2001-01-01'], 'Use a time in the future.'],
    [['organization', 'set', 'plan', 'gold'], 'Allowed choices are free, pro, enterprise'],
    [
      ['settings', 'set', 'colour', 'red'],
      'There is no setting named colour. List the settings with: offprint settings',
    ],
    [['settings', 'unset', 'colour'], 'There is no setting named colour.'],
    [['settings', 'set', 'port', 'x'], 'The setting port takes a whole number, not "x".'],
    [['settings', 'set', 'port', '1', '2'], 'The setting port takes one value.'],
    [['settings', 'set', 'allowPlainNetwork', 'yes'], 'The value of allowPlainNetwork is not valid'],
    [
      ['settings', 'set', 'exportConcurrency', '300'],
      'The value of exportConcurrency is not valid. Use 16 or less.',
    ],
    [['links', 'revoke', 'nothing'], 'There is no link key nothing. List the link keys with: offprint links'],
    [
      ['received', 'keep', 'nothing'],
      'There is no received bundle nothing. List the received bundles with: offprint received',
    ],
    [['jobs', '--limit', '0'], 'Use a whole number, 1 or more.'],
    [['jobs', '--status', 'done'], 'Allowed choices are queued, running, completed, failed'],
    [['jobs', '--domain', 'http://x'], 'is not a host name'],
    [['jobs', 'lsit'], "unknown command 'lsit'\n(Did you mean list?)"],
    [['queue', 'stop'], "unknown command 'stop'"],
  ];
  it.each([
    ['model-server', 'No model servers yet. Add one with: offprint agent model-server set'],
    ['forge', 'No forges yet. Add one with: offprint agent forge set'],
  ])('an empty list of agent %s says how to add one', async (what, says) => {
    const data = dataFolder();
    await offprint(['settings', 'set', 'exportConcurrency', '1', '--data', data]);
    expect(await offprint(['agent', what, '--data', data])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(says),
    });
  });

  it.each(refused)('refuse %j', async (args, says) => {
    const { code, stdout, stderr } = await offprint([...args, '--data', dataFolder()]);

    expect(stderr).toContain(says);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});
