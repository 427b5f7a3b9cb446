import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  absentFolder,
  dataFolder,
  exportSite,
  jobsOf,
  kill,
  lastJob,
  makeSite,
  NO_BROWSER,
  ONE_AT_A_TIME,
  offprint,
  page,
  pathsOf,
  type Run,
  resourcesOf,
  skipBecause,
  startOffprint,
  temporaryFolder,
  until,
} from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { startHeldSite } from '../stand-ins/held-site.ts';
import { badLine, freePort, newKey, parsed, type Served, selfSigned, serve } from './fixture-server.ts';

const site = makeSite({ 'index.html': page('Start', '<a href="b.html">b</a>'), 'b.html': page('B') }, 'docs');
const held = await startHeldSite();
let server: Served;
const keys = { read: '', write: '', admin: '' };

/** Everything that a command needs to reach the server. */
function as(scope: keyof typeof keys): { env: Record<string, string> } {
  return { env: { OFFPRINT_URL: server.url, OFFPRINT_API_KEY: keys[scope] } };
}

beforeAll(async () => {
  server = await serve();
  for (const scope of ['read', 'write', 'admin'] as const) keys[scope] = await newKey(server.data, scope);
  for (const [source, name] of [
    [site, 'docs'],
    [held.address, 'slow'],
  ] as const) {
    const named = ['--name', name, '--domain', `${name}.example.com`];
    const args = ['projects', 'create', source, ...named, '--data', server.data];
    expect((await offprint(args)).code).toBe(0);
  }
});

/** Waits until a new job has acquired that many resources. */
function untilReads(count: number, before: string): Promise<void> {
  return until(
    `${count} resources of a new job are acquired`,
    () => lastJob(server.data).id !== before && resourcesOf(server.data, 'done').length >= count,
  );
}

function expectRefusal({ code, stdout, stderr }: Run, exit: number, says: string | RegExp): void {
  expect(stderr).toMatch(says);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(stdout).toBe('');
  expect(code).toBe(exit);
}

describe('a key with the scope write', () => {
  it('exports a site that the server knows, and brings the bundle here', async () => {
    const out = path.join(temporaryFolder('out'), 'docs.zip');

    const { code, stdout, stderr } = await offprint(
      ['export', 'docs.example.com', '--out', out, '--label', '1.0', ...NO_BROWSER, '--json'],
      as('write'),
    );

    expect(stderr).not.toContain('offprint:');
    expect(code).toBe(0);
    const sha256 = createHash('sha256').update(fs.readFileSync(out)).digest('hex');
    expect(JSON.parse(stdout)).toMatchObject({
      jobId: lastJob(server.data).id,
      status: 'completed',
      domain: 'docs.example.com',
      version: '1.0',
      pageCount: 2,
      bundle: { file: out, sha256, sizeBytes: fs.statSync(out).size },
      report: null,
    });
    expect(await pathsOf(out)).toEqual(['b.html', 'index.html']);
    expect(JSON.parse(fs.readFileSync(`${out}.json`, 'utf8'))).toMatchObject({ sha256, version: '1.0' });
    expect(fs.readdirSync(path.dirname(out)).sort()).toEqual(['docs.zip', 'docs.zip.json']);
  });

  it('gets links, in either format, that work without a key', async () => {
    const { id } = lastJob(server.data);

    const { code, stdout } = await offprint(
      ['jobs', 'bundle', id, '--format', 'tar.gz', '--expires', '60', '--json'],
      as('write'),
    );

    expect(code).toBe(0);
    const { bundleUrl, sha256, expiresAt } = JSON.parse(stdout) as Record<string, string>;
    expect(Date.parse(expiresAt ?? '') - Date.now()).toBeLessThan(61_000);
    const bytes = Buffer.from(await (await fetch(bundleUrl ?? '')).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    const plain = await offprint(['jobs', 'bundle', id], as('write'));
    expect(plain.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/bundles\/\S+\.zip\?\S+\n$/); // people get a zip
  });

  it('starts an export and leaves; watch follows it and ends as it does', async () => {
    held.holdAfter(5);
    const started = await offprint(['export', 'slow.example.com', '--detach', ...NO_BROWSER], as('write'));
    expect(started.code).toBe(0);
    const id = started.stdout.trim();
    expect(id).toBe(lastJob(server.data).id);

    const watching = startOffprint(['jobs', 'watch', id], as('read'));
    await until('the watch sees progress', () => /\d+% /.test(watching.texts.stderr));
    held.release();
    const watched = await watching.ended;

    expect(watched.code).toBe(0);
    expect(watched.stdout).toMatch(/queued\n.*phase {2}packing\n.*completed\n$/s);
    expect(watched.stderr).toMatch(/\d+% /);
    const failed = await offprint(
      ['export', 'docs.example.com', '--detach', '--paths', '/gone', ...NO_BROWSER],
      as('write'),
    );
    const bad = await offprint(['jobs', 'watch', failed.stdout.trim(), '--json'], as('read'));
    expect(bad.code).toBe(4);
    expect(bad.stderr).toContain('/gone (HTTP 404)');
    expect(JSON.parse(bad.stdout)).toMatchObject({ status: 'failed', errorCode: 'pages-missing' });
  });

  it.runIf(isFullRun)('cancels with Ctrl-C; retry goes on elsewhere', async () => {
    const before = lastJob(server.data).id;
    held.holdAfter(5);
    const running = startOffprint(
      ['export', 'slow.example.com', '--fresh', ...NO_BROWSER, ...ONE_AT_A_TIME],
      as('write'),
    );
    await untilReads(5, before);
    kill(running.pid, 'SIGINT');
    const { code, stderr } = await running.ended;

    expect(code).toBe(130);
    expect(stderr).toContain('Canceling …');
    const canceled = lastJob(server.data);
    expect(canceled).toMatchObject({ status: 'failed', error_code: 'canceled' });
    expect(stderr).toContain(`To continue from where the export stopped: offprint jobs retry ${canceled.id}`);
    held.release();
    const retry = await offprint(['jobs', 'retry', canceled.id, '--json'], as('write'));
    expect(retry.code).toBe(0);
    expect(JSON.parse(retry.stdout)).toMatchObject({ status: 'completed', retryOf: canceled.id });
  });

  it('pauses and resumes the queue; pauses, resumes, cancels and deletes jobs', async () => {
    const queue = async (verb: string): Promise<unknown> =>
      JSON.parse((await offprint(['queue', verb, '--json'], as('write'))).stdout);
    expect(await queue('pause')).toMatchObject({ paused: true });
    const id = (
      await offprint(['export', 'slow.example.com', '--fresh', '--detach'], as('write'))
    ).stdout.trim();
    expect((await offprint(['queue'], as('read'))).stdout).toMatch(/^Queue +paused\nWaiting +1\n/);

    const paused = await offprint(['jobs', 'pause', id, '--json'], as('write'));
    expect(JSON.parse(paused.stdout)).toMatchObject({ jobId: id, status: 'queued', paused: true });
    expect((await offprint(['jobs'], as('read'))).stdout).toMatch(new RegExp(`${id} +paused`));
    expect((await offprint(['jobs', 'resume', id, '--detach'], as('write'))).stdout).toBe(`${id}\n`);
    expect((await offprint(['jobs'], as('read'))).stdout).toMatch(new RegExp(`${id} +queued`));
    expect((await offprint(['jobs', 'cancel', id], as('write'))).stdout).toContain(`${id} is canceled.`);
    expectRefusal(await offprint(['jobs', 'cancel', id], as('write')), 2, 'has already ended');
    const removal = await offprint(['jobs', 'delete', id, '--dry-run', '--json'], as('write'));
    expect(JSON.parse(removal.stdout)).toMatchObject({ jobId: id, bundles: 0 });
    expect((await offprint(['jobs', 'delete', id], as('write'))).stdout).toContain(`Deleted ${id}`);
    expect(jobsOf(server.data).map((job) => job.id)).not.toContain(id);
    expect(await queue('resume')).toMatchObject({ paused: false });
  });

  it('may not manage keys, settings or projects', async () => {
    for (const args of [['keys'], ['settings'], ['links', 'rotate'], ['projects', 'delete', 'docs']]) {
      const refused = await offprint(args, as('write'));
      expectRefusal(
        refused,
        2,
        'This request needs a key with the admin scope. Create one with: offprint keys create',
      );
    }
  });
});

describe('a key with the scope read', () => {
  it('lists and shows, with filters, page by page', async () => {
    const all = JSON.parse((await offprint(['jobs', '--all', '--json'], as('read'))).stdout) as {
      jobs: { jobId: string; status: string }[];
      nextCursor: null;
    };
    expect(all.jobs.map(({ jobId }) => jobId)).toEqual(
      jobsOf(server.data)
        .map(({ id }) => id)
        .reverse(),
    );
    expect(all.nextCursor).toBe(null);
    const two = await offprint(['jobs', '--limit', '2'], as('read'));
    expect(two.stdout.trim().split('\n')).toHaveLength(3);
    expect(two.stderr).toContain('There are more');
    const failed = await offprint(
      ['jobs', '--status', 'failed', '--domain', 'Docs.Example.Com', '--sort', 'createdAt', '--json'],
      as('read'),
    );
    expect(JSON.parse(failed.stdout)).toMatchObject({
      jobs: [{ status: 'failed', domain: 'docs.example.com' }],
    });
    const [{ jobId: id } = { jobId: '' }] = all.jobs.filter(({ status }) => status === 'completed');
    expect((await offprint(['jobs', 'show', id], as('read'))).stdout).toMatch(/^Status {4}passed/m);
    const pages = await offprint(
      ['jobs', 'pages', id, '--kind', 'page', '--limit', '1', '--json'],
      as('read'),
    );
    expect(JSON.parse(pages.stdout)).toMatchObject({
      pages: [{ url: '/', status: 'done' }],
      nextCursor: expect.any(String),
    });
    const projects = await offprint(['projects', '--json'], as('read'));
    expect(JSON.parse(projects.stdout)).toMatchObject({ projects: [{ name: 'docs' }, { name: 'slow' }] });
  });

  it('saves reports', async () => {
    const [{ id } = { id: '' }] = jobsOf(server.data).filter(({ status }) => status === 'completed');
    const out = path.join(temporaryFolder('out'), 'report.html');

    expect((await offprint(['jobs', 'report', id, '--out', out], as('read'))).code).toBe(0);

    expect(fs.readFileSync(out, 'utf8')).toMatch(/^<!doctype html>/i);
    const json = await offprint(['jobs', 'report', id, '--json'], as('read'));
    expect(JSON.parse(json.stdout)).toMatchObject({ format: 'offprint-report', job: { jobId: id } });
    expect((await offprint(['jobs', 'report', id], as('read'))).stdout).toContain('Verified');
  });

  it('starts nothing', async () => {
    const before = jobsOf(server.data).length;
    const refused = await offprint(['export', 'docs.example.com', ...NO_BROWSER], as('read'));
    expectRefusal(refused, 2, 'This request needs a key with the write scope.');
    expect(jobsOf(server.data)).toHaveLength(before);
  });
});

describe('a key with the scope admin', () => {
  it('sets up projects within directoryRoots only', async () => {
    const others = makeSite({ 'index.html': page('Others') }, 'others');
    const refused = await offprint(['export', others, ...NO_BROWSER], as('admin'));
    expectRefusal(refused, 2, 'This folder is not allowed by the directoryRoots setting.');

    const set = ['settings', 'set', 'directoryRoots', path.dirname(others), '/srv', '--json'];
    expectRefusal(await offprint(set, as('admin')), 2, 'directoryRoots cannot be changed with an API key');
    const here = ['--data', server.data];
    expect(JSON.parse((await offprint([...set, ...here])).stdout)).toMatchObject({
      directoryRoots: [path.dirname(others), '/srv'],
    });
    const { code, stdout } = await offprint(['export', others, ...NO_BROWSER, '--json'], as('admin'));

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ domain: 'others.localhost', bundle: { file: null } });
    expect((await offprint(['settings', 'unset', 'directoryRoots', ...here])).stdout).toMatch(
      /directoryRoots +default +-/,
    );
    const deleted = await offprint(['projects', 'delete', 'others.localhost'], as('admin'));
    expect(deleted.stdout).toContain('Deleted Others');
  });

  it('manages keys; a revoked one stops working at once', async () => {
    const made = await offprint(
      ['keys', 'create', '--name', 'short', '--scope', 'read', '--expires', '7', '--json'],
      as('admin'),
    );
    const { key, keyId, expiresAt } = JSON.parse(made.stdout) as Record<string, string>;
    expect(Date.parse(expiresAt ?? '') / 86_400_000 - Date.now() / 86_400_000).toBeCloseTo(7, 2);
    const env = { OFFPRINT_API_KEY: key ?? '' };
    expect((await offprint(['jobs', '--server', server.url], { env })).code).toBe(0);

    expect((await offprint(['keys', 'revoke', keyId ?? ''], as('admin'))).stdout).toContain('Revoked short');

    const refused = await offprint(['jobs', '--server', server.url], { env });
    expectRefusal(refused, 2, 'The API key "short" was revoked on');
    expect((await offprint(['keys'], as('admin'))).stdout).toMatch(new RegExp(`${keyId} +read +revoked`));
    const unknown = await offprint(['keys', 'revoke', 'key_0000000000000000'], as('admin'));
    expectRefusal(
      unknown,
      2,
      'There is no API key key_0000000000000000. List the API keys with: offprint keys',
    );
  });

  it('sets the plan, which export depends on', async () => {
    expect((await offprint(['organization', 'set', 'plan', 'pro'], as('admin'))).stdout).toMatch(/Plan +pro/);
    const refused = await offprint(['export', 'docs.example.com'], as('admin'));
    expectRefusal(refused, 2, 'offprint organization set plan enterprise');
    const back = await offprint(['organization', 'set', 'plan', 'enterprise', '--json'], as('admin'));
    expect(JSON.parse(back.stdout)).toMatchObject({ plan: 'enterprise' });
  });

  it('rotates the keys of links', async () => {
    const [{ id } = { id: '' }] = jobsOf(server.data).filter(({ status }) => status === 'completed');
    const link = (await offprint(['jobs', 'bundle', id], as('write'))).stdout.trim();
    await offprint(['links', 'rotate'], as('admin'));
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);

    const rotated = await offprint(['links', 'rotate', '--revoke-old', '--json'], as('admin'));

    expect(JSON.parse(rotated.stdout)).toMatchObject({ linkKeys: [{ signs: true }] });
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(403);
  });
});

describe('what cannot be reached', () => {
  const key = { OFFPRINT_API_KEY: 'offp_x' };

  it('says how to get a key, and which one is wrong', async () => {
    expectRefusal(
      await offprint(['jobs', '--server', server.url]),
      2,
      'The server requires an API key in OFFPRINT_API_KEY.',
    );
    const mistyped = await offprint(['jobs', '--server', server.url], { env: key });
    expectRefusal(mistyped, 2, /This is not a valid API key: .* The key comes from OFFPRINT_API_KEY\./);
  });

  it('says how long to wait after too many wrong keys', async () => {
    for (let count = 0; count < 20; count++) {
      await fetch(`${server.url}/v1/projects`, { headers: { authorization: 'Bearer offp_wrong' } });
    }
    const refused = await offprint(['jobs', '--server', server.url], { env: key });
    expectRefusal(refused, 2, /Too many invalid keys from this address\. Wait \d+ seconds?\./);
    // The valid key is not delayed by them.
    expect((await offprint(['jobs'], as('read'))).code).toBe(0);
  });

  it('says that nothing answers, or something else does', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    expectRefusal(
      await offprint(['jobs', '--server', nobody], { env: key }),
      8,
      `No server is responding at ${nobody}. Start one there (offprint serve), or check --server or OFFPRINT_URL.`,
    );
    const other = http.createServer((request, response) => {
      if (request.url?.startsWith('/v1/projects'))
        response.writeHead(301, { location: 'https://x.example/' });
      response.end('<h1>Welcome</h1>');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    try {
      const jobs = await offprint(['jobs', '--server', elsewhere], { env: key });
      expectRefusal(jobs, 8, `${elsewhere} is not an Offprint server (HTTP 200)`);
      const projects = await offprint(['projects', '--server', elsewhere], { env: key });
      expectRefusal(projects, 8, `${elsewhere} redirects to https://x.example/.`);
    } finally {
      other.close();
    }
  });

  it.each([
    ['docs.example.com', 'docs.example.com is not a server address. Use one like https://'],
    ['ftp://docs.example.com', 'is not a server address'],
  ])('refuses the address %s', async (address, says) => {
    expectRefusal(await offprint(['jobs', '--server', address], { env: key }), 2, says);
  });

  it('is asked for once: a data folder and a server contradict each other', async () => {
    const args = ['jobs', '--server', server.url, '--data', server.data];
    expectRefusal(await offprint(args, as('read')), 2, 'Use --server or --data');
    // Options of the command line take precedence over the environment.
    const { code, stdout } = await offprint(['jobs', '--data', absentFolder()], as('read'));
    expect(code).toBe(0);
    expect(stdout).toContain('No export jobs yet.');
  });

  it('says that a folder of this computer is not seen by a server, and that a project is not known', async () => {
    const known = await offprint(['export', './docs'], { ...as('write'), cwd: path.dirname(site) });
    expectRefusal(known, 2, /is a folder on this computer, which the server http\S+ cannot read/);
    const unknown = await offprint(['export', 'nothing.example.com'], as('write'));
    expectRefusal(
      unknown,
      2,
      'has no project nothing.example.com. List its projects with: offprint projects',
    );
    const dry = await offprint(['export', site, '--dry-run', '--server', server.url], as('read'));
    expectRefusal(dry, 2, '--dry-run runs on this computer');
  });
});

describe('a download', () => {
  /** A server with one large bundle, whose links go through a faulty connection. */
  async function behindBadLine() {
    const large = makeSite({ 'index.html': page('Large'), 'noise.bin': noise(3_000_000) }, 'large');
    const line = await badLine();
    const served = await serve({ args: ['--public-url', line.url] });
    line.leadTo(served.url);
    const exported = await offprint(['export', large, '--data', served.data, ...NO_BROWSER, '--json']);
    const { jobId, bundle } = JSON.parse(exported.stdout) as { jobId: string; bundle: { sha256: string } };
    const env = { OFFPRINT_URL: served.url, OFFPRINT_API_KEY: await newKey(served.data, 'write') };
    const out = path.join(temporaryFolder('out'), 'large.zip');
    return {
      line,
      served,
      jobId,
      sha256: bundle.sha256,
      out,
      args: ['jobs', 'bundle', jobId, '--out', out],
      env,
    };
  }

  it.runIf(isFullRun)('that is cut goes on where it stopped', async () => {
    const { line, sha256, out, args, env } = await behindBadLine();
    line.next.push({ cutAfterBytes: 1_000_000 }, { cutAfterBytes: 500_000 });

    const { code, stderr } = await offprint(args, { env });

    expect(stderr).not.toContain('offprint:');
    expect(code).toBe(0);
    const [first, second, third] = line.ranges;
    expect(first).toBe(undefined);
    expect(Number(/^bytes=(\d+)-$/.exec(second ?? '')?.[1])).toBeGreaterThan(0);
    expect(Number(/^bytes=(\d+)-$/.exec(third ?? '')?.[1])).toBeGreaterThan(500_000);
    expect(createHash('sha256').update(fs.readFileSync(out)).digest('hex')).toBe(sha256);
    expect(fs.readdirSync(path.dirname(out))).toEqual(['large.zip']);
  });

  it.runIf(isFullRun)('that was given up goes on at the next run', async () => {
    const { line, sha256, out, args, env } = await behindBadLine();
    line.next.push({ cutAfterBytes: 1_000_000 }, ...Array.from({ length: 5 }, () => ({ cutAfterBytes: 0 })));

    const broken = await offprint(args, { env });
    expectRefusal(
      { ...broken, stdout: '' },
      8,
      'The part already downloaded is kept. Run the same command again to continue.',
    );
    expect(fs.existsSync(out)).toBe(false);
    line.ranges.length = 0;
    const again = await offprint(args, { env });

    expect(again.code).toBe(0);
    expect(line.ranges).toEqual([expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
    expect(createHash('sha256').update(fs.readFileSync(out)).digest('hex')).toBe(sha256);
  });

  it.runIf(isFullRun)('that was altered on its way is not kept', async () => {
    const { line, out, args, env } = await behindBadLine();
    line.next.push({ alter: true });

    expectRefusal(
      await offprint(args, { env }),
      6,
      "The download was deleted because its SHA-256 does not match the bundle's.",
    );

    expect(fs.readdirSync(path.dirname(out))).toEqual([]);
  });
});

describe('a server that goes away while a job is followed', () => {
  /** A server with a running job that a command watches. */
  async function watched() {
    const port = await freePort();
    const first = await serve({ port });
    const env = { OFFPRINT_URL: first.url, OFFPRINT_API_KEY: await newKey(first.data, 'write') };
    const args = ['export', held.address, '--detach', '--data', first.data, ...NO_BROWSER, ...ONE_AT_A_TIME];
    held.holdAfter(5);
    const id = (await offprint(args)).stdout.trim();
    const watch = startOffprint(['jobs', 'watch', id, '--json'], { env });
    await until('the watch sees progress', () => /\d+% /.test(watch.texts.stderr));
    kill(first.pid);
    await first.ended;
    return { port, data: first.data, id, watch };
  }

  it.runIf(isFullRun)('and comes back: the watch goes on to the end', async () => {
    const { port, data, id, watch } = await watched();
    const second = await serve({ port, data });
    held.release();

    const { code, stdout, stderr } = await watch.ended;

    expect(stderr).not.toContain('offprint:');
    expect(code).toBe(0);
    expect(parsed(stdout)).toMatchObject({ jobId: id, status: 'completed' });
    kill(second.pid, 'SIGTERM');
  });

  it.runIf(isFullRun)('and stays away: the watch says so, and that the job is kept', async () => {
    const { data, id, watch } = await watched();

    const ended = await watch.ended;

    expectRefusal(
      ended,
      8,
      `The job ${id} is kept and will continue when the server is running again. Follow it with: offprint jobs watch ${id}`,
    );
    expect((await offprint(['jobs', '--data', data])).stdout).toMatch(new RegExp(`${id} +interrupted`));
  });
});

describe('TLS', () => {
  it.runIf(isFullRun)('is checked; the certificate of the authority is named with --ca', async ({ skip }) => {
    const made = selfSigned();
    if ('why' in made) skipBecause(skip, made.why);
    const { certificate, key } = made;
    const served = await serve({ args: ['--tls-certificate', certificate, '--tls-key', key] });
    expect(served.url).toMatch(/^https:/);
    const exported = await exportSite(site, [], { data: served.data });
    expect(exported.code).toBe(0);
    const { id } = lastJob(served.data);
    const env = { OFFPRINT_API_KEY: await newKey(served.data, 'write') };
    const out = path.join(temporaryFolder('out'), 'docs.zip');
    const args = ['jobs', 'bundle', id, '--out', out, '--server', served.url];

    expectRefusal(await offprint(args, { env }), 8, /not signed by a trusted authority .* --ca <file>/);
    const trusted = await offprint([...args, '--ca', certificate], { env });
    expect(trusted.stderr).not.toContain('offprint:');
    expect(trusted.code).toBe(0);
    expect(fs.readFileSync(out).equals(fs.readFileSync(exported.out))).toBe(true);
    const byNode = { ...env, NODE_EXTRA_CA_CERTS: certificate };
    expect((await offprint(['jobs', '--server', served.url], { env: byNode })).code).toBe(0);

    const { port } = new URL(served.url);
    const named = ['jobs', '--server', `https://localhost:${port}`, '--ca', certificate];
    expectRefusal(await offprint(named, { env }), 8, 'is for other host names');
    const plain = ['jobs', '--server', `http://127.0.0.1:${port}`];
    expectRefusal(await offprint(plain, { env }), 8, 'start the address with https://');
    const noTls = ['jobs', '--server', server.url.replace('http:', 'https:')];
    expectRefusal(
      await offprint(noTls, { env }),
      8,
      'does not speak TLS. If that is intended, start the address with http://',
    );
    const junk = ['jobs', '--server', served.url, '--ca', key];
    expectRefusal(await offprint(junk, { env }), 2, 'contains no certificate in PEM format');
    const gone = ['jobs', '--server', served.url, '--ca', path.join(dataFolder(), 'gone')];
    expectRefusal(await offprint(gone, { env }), 2, 'cannot be read (ENOENT)');
  });
});

/** Incompressible bytes. */
function noise(length: number): Buffer {
  const chunks: Buffer[] = [];
  for (let count = 0; count * 32 < length; count++)
    chunks.push(createHash('sha256').update(`${count}`).digest());
  return Buffer.concat(chunks);
}
