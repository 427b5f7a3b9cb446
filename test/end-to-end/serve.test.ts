import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  dataFolder,
  jobsOf,
  kill,
  ONE_AT_A_TIME,
  offprint,
  skipBecause,
  startExport,
  startOffprint,
  until,
  untilAcquired,
  whyNoProcessTable,
  workerOf,
} from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { startHeldSite } from '../stand-ins/held-site.ts';
import { selfSigned, serve } from './fixture-server.ts';

const held = await startHeldSite();

describe('offprint serve', () => {
  it('says where it answers, where the data is, how secrets are kept, and how to make a first key', async () => {
    const data = dataFolder();
    const running = startOffprint(['serve', '--port', '0', '--data', data], {
      env: { OFFPRINT_SECRET_FILE: secretFile(data) },
    });
    await until('the server has said everything', () => /^Secrets/m.test(running.texts.stdout));

    const { stdout } = running.texts;
    const [, url = ''] = /^API +(http:\/\/127\.0\.0\.1:\d+)\n/m.exec(stdout) ?? [];
    expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ status: 'ok' });
    expect(stdout).toContain(`Data      ${data}\n`);
    expect(stdout).toContain('Keys      none yet. Create the first one with: offprint keys create');
    expect(stdout).toMatch(/^Secrets {3}.*secret file/m);

    kill(running.pid, 'SIGTERM');
    const { code, stderr } = await running.ended;
    expect(code).toBe(0);
    expect(stderr).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}stopping/m);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it.runIf(isFullRun)('says the same to scripts in one JSON document', async () => {
    const { told, url, data, pid, ended } = await serve();

    expect(told).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      pid,
      dataFolder: data,
      keys: 0,
      secrets: { provider: 'secret-file', persistent: true },
    });
    expect((await fetch(`${url}/v1/projects`)).status).toBe(401);
    kill(pid, 'SIGINT');
    expect((await ended).code).toBe(0);
    expect(fs.readdirSync(data).filter((name) => name.startsWith('server.'))).toEqual([]);
  });

  it.runIf(isFullRun)('leaves running exports to the next start, which goes on with them', async () => {
    const first = await serve();
    held.holdAfter(5);
    const detached = [held.address, '--detach', '--sample-max', '0', ...ONE_AT_A_TIME, '--data', first.data];
    const started = await offprint(['export', ...detached]);
    expect(started.code).toBe(0);
    await untilAcquired(first.data, 5);

    kill(first.pid, 'SIGTERM');
    const { code, stderr } = await first.ended;

    expect(code).toBe(0);
    expect(stderr).toContain('running jobs will continue when the server starts again');
    const [job] = jobsOf(first.data);
    expect(started.stdout.trim()).toBe(job?.id);
    expect(job?.status).toBe('running');

    const second = await serve({ data: first.data });
    held.release();
    await until('the export is completed', () => jobsOf(first.data)[0]?.status === 'completed');
    expect(jobsOf(first.data)).toHaveLength(1);
    kill(second.pid, 'SIGTERM');
    await second.ended;
  });

  it.runIf(isFullRun)('stops at once at a second signal', async ({ skip }) => {
    const why = whyNoProcessTable();
    if (why) skipBecause(skip, why);
    const { pid, texts, exited, ended } = await serve();
    const worker = workerOf(pid);
    kill(worker, 'SIGSTOP'); // now it cannot shut down cleanly

    kill(pid, 'SIGTERM');
    await until('it is stopping', () => texts.stderr.includes('stopping'));
    kill(pid, 'SIGTERM');
    await exited;
    kill(worker);

    expect((await ended).code).toBe(130);
  });
});

describe('offprint serve refuses', () => {
  it('a port that is taken', async () => {
    const other = net.createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    try {
      const { code, stderr } = await offprint(['serve', '--port', String(port), '--data', dataFolder()]);

      expect(stderr).toContain(
        `Port ${port} on 127.0.0.1 is in use already, perhaps by another Offprint server. Stop that program, or choose another port with --port.`,
      );
      expect(code).toBe(2);
    } finally {
      other.close();
    }
  });

  it.runIf(isFullRun)('a data folder that a server or an export has', async () => {
    held.holdAfter(5);
    const running = startExport(held.address, ONE_AT_A_TIME);
    await untilAcquired(running.data, 1);

    const { code, stderr } = await offprint(['serve', '--port', '0', '--data', running.data]);

    expect(stderr).toContain(`is in use by another Offprint process (process ${running.pid})`);
    expect(code).toBe(2);
    held.release();
    expect((await running.ended).code).toBe(0);
  });

  const tls = selfSigned();
  const cases: readonly (readonly [args: readonly string[], says: string | RegExp])[] = [
    [['--port', '99999'], '--port is not valid. Use 65535 or less.'],
    [['--port', 'http'], '--port takes a whole number, not "http".'],
    [['--public-url', 'builder.example'], '--public-url is not valid: must be an http or https address'],
    [['--host', '192.0.2.1'], 'On 192.0.2.1, keys and bundles would cross the network unencrypted.'],
    [['--host', '192.0.2.1', '--allow-plain-network'], "192.0.2.1 is not one of this computer's addresses."],
    [['--tls-certificate', 'chain.pem'], 'TLS needs both a certificate and a key'],
    [
      ['--tls-certificate', 'gone.pem', '--tls-key', 'gone.pem'],
      'The TLS certificate gone.pem cannot be read',
    ],
    [['--secret-file', 'gone'], 'gone'],
    ...('why' in tls
      ? []
      : [
          [
            ['--tls-certificate', tls.key, '--tls-key', tls.certificate],
            'are not a TLS certificate and its private key',
          ] as const,
        ]),
  ];
  it.each(cases)('%j', async (args, says) => {
    const { code, stderr } = await offprint(['serve', '--data', dataFolder(), '--port', '0', ...args]);

    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  });

  it('a secret file that is gone, named as it was given', async () => {
    const env = { OFFPRINT_SECRET_FILE: 'gone' };
    const { code, stderr } = await offprint(['serve', '--data', dataFolder(), '--port', '0'], { env });
    expect(stderr).toContain('The file gone, specified by OFFPRINT_SECRET_FILE, cannot be opened');
    expect(code).toBe(2);
  });
});

function secretFile(data: string): string {
  const file = path.join(data, '..', 'secret');
  fs.writeFileSync(file, randomBytes(32), { mode: 0o600 });
  return file;
}
