import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { OVERVIEW } from '../../server/api/overview.ts';
import type { Bundle } from '../../server/api/test-support.ts';
import {
  domainOf,
  makeProject,
  makeSecretFile,
  QUICK,
  startServer,
  type TestServer,
} from '../../server/api/test-support.ts';
import { openRelay, type Relay } from '../end-to-end/relay.ts';
import { makeSite, manyPages, page, skipBecause, temporaryFolder, until } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';

const folder = path.resolve('examples/automation');

/** The scripts as they are documented, each with a program that can run it. */
const scripts = [
  { name: 'export.sh', command: ['sh'], needs: ['sh', 'curl', 'jq', 'tar'] },
  { name: 'export.mjs', command: ['node'], needs: ['node', 'tar'] },
  { name: 'export.ps1', command: ['pwsh', '-NoProfile', '-NonInteractive', '-File'], needs: ['pwsh'] },
] as const;

const TEXT = 'A page that goes round the world.';
const site = {
  'index.html': page('Start', `<p>${TEXT}</p><a href="a.html">a</a><img src="noise.bin" alt="">`),
  'a.html': page('A'),
  'noise.bin': randomBytes(2_000_000), // nothing makes it smaller: a download has something to break in
};

const newKey = (): string => randomBytes(8).toString('hex');

let server: TestServer;
let relay: Relay;
let domain: string;

beforeAll(async () => {
  server = await startServer();
  relay = await openRelay(server.url);
  domain = domainOf(await makeProject(server, makeSite(site)));
  await setSettings({ publicUrl: relay.url });
});

async function setSettings(settings: object): Promise<void> {
  const { status, error } = await server.owner.call('PATCH', '/v1/settings', { body: settings });
  if (status !== 200) throw new Error(error);
}

describe.each(scripts)('$name', ({ name, command, needs }) => {
  type Result = Readonly<{
    code: number | null;
    stdout: string;
    stderr: string;
    out: string;
    seconds: number;
  }>;

  const absent = needs.filter((program) => spawnSync(program, ['--version']).error !== undefined);
  if (absent.length > 0) {
    it('runs', ({ skip }) => skipBecause(skip, `there is no ${absent.join(', no ')} to run ${name}`));
    return;
  }
  // What the scripts promise is the same; a usual run asks all of it of the first, and of the others one round that works.
  const isWhole = isFullRun || name === scripts[0].name;
  const testIf = (runs: boolean, what: string, body: () => Promise<void>): void =>
    it.runIf(runs)(what, async () => {
      relay.happens(() => undefined);
      await body();
    });
  const test = (what: string, body: () => Promise<void>): void =>
    testIf(isWhole || what.startsWith('starts'), what, body);

  /** Starts the script, patient for a few seconds only. `said` resolves once it has said something. */
  const start = (env: Record<string, string> = {}, out = temporaryFolder('out')) => {
    const started = performance.now();
    const child = spawn(command[0], [...command.slice(1), path.join(folder, name), out], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: temporaryFolder('home'),
        OFFPRINT_URL: relay.url,
        OFFPRINT_API_KEY: server.keys.write,
        DOMAIN: domain,
        POLL_EVERY: '0.1',
        RETRY_FOR: '3',
        GIVE_UP_AFTER: '60',
        // The same request is the same export: the tests of a script share it unless they ask for one of their own.
        IDEMPOTENCY_KEY: `${name} ${env.DOMAIN ?? domain} ${env.VERSION ?? ''}`,
        ...env,
      },
    });
    const told = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      told.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      told.stderr += text;
    });
    const ended = new Promise<Result>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) =>
        resolve({ code, ...told, out, seconds: (performance.now() - started) / 1000 }),
      );
    });
    const said = (words: RegExp) => until(`${name} says ${words}`, () => words.test(told.stderr));
    return { ended, said };
  };

  /** Runs the script to its end. */
  const run = (env?: Record<string, string>, out?: string): Promise<Result> => start(env, out).ended;

  const expectBundle = ({ code, stdout, stderr, out }: Result): Bundle => {
    expect(code, stderr).toBe(0);
    const bundle = JSON.parse(fs.readFileSync(path.join(out, 'bundle.json'), 'utf8')) as Bundle;
    const archive = path.join(out, path.posix.basename(new URL(bundle.bundleUrl).pathname));
    expect(createHash('sha256').update(fs.readFileSync(archive)).digest('hex')).toBe(bundle.sha256);
    expect(archive).toMatch(/\.tar\.gz$/); // what the API gives where no format is asked for
    const pages = archive.replace(/\.tar\.gz$/, '');
    expect(stdout).toBe(`${pages}\n`);
    expect(fs.readFileSync(path.join(pages, 'index.html'), 'utf8')).toContain(TEXT);
    expect(fs.readFileSync(path.join(pages, 'noise.bin')).equals(site['noise.bin'])).toBe(true);
    expect(fs.readdirSync(out).sort()).toEqual(
      [path.basename(archive), path.basename(pages), 'bundle.json'].sort(),
    );
    return bundle;
  };

  const downloads = () => relay.seen.filter((request) => request.path.startsWith('/bundles/'));
  const isDownload = (request: { path: string }): boolean => request.path.startsWith('/bundles/');

  test('starts, polls, fetches and unpacks; a second run replaces what the first left', async () => {
    const first = await run({ VERSION: '2026.3' });
    expect(expectBundle(first).version).toBe('2026.3');
    expect(first.stderr).not.toContain(server.keys.write);
    const stale = path.join(first.stdout.trim(), 'stale.html');
    fs.writeFileSync(stale, '');
    expectBundle(await run({ VERSION: '2026.3' }, first.out));
    expect(fs.existsSync(stale)).toBe(false);
  });

  it.runIf(isWhole)('unpacks a zip too, where the setting apiBundleFormat says so', async ({ skip }) => {
    if (name !== 'export.ps1' && spawnSync('unzip', ['-v']).error) skipBecause(skip, 'there is no unzip');
    relay.happens(() => undefined);
    await setSettings({ apiBundleFormat: 'zip' });
    try {
      const { code, stdout, stderr, out } = await run();
      expect(code, stderr).toBe(0);
      expect(fs.readdirSync(out).filter((file) => file.endsWith('.zip'))).toHaveLength(1);
      expect(fs.readFileSync(path.join(stdout.trim(), 'index.html'), 'utf8')).toContain(TEXT);
    } finally {
      await setSettings({ apiBundleFormat: null });
    }
  });

  test('shows the key to nobody who looks at what runs on this machine', async () => {
    const seen: string[] = [];
    relay.happens(() => {
      seen.push(...commandLines());
      return undefined;
    });
    expectBundle(await run());
    if (process.platform === 'linux') expect(seen.join('\n')).toContain(name);
    expect(seen.filter((line) => line.includes(server.keys.write))).toEqual([]);
  });

  test('takes the job of an earlier run with the same Idempotency-Key', async () => {
    const one = expectBundle(await run());
    const other = expectBundle(await run());
    expect(other.jobId).toBe(one.jobId);
  });

  test('says what is not set', async () => {
    const { code, stderr } = await run({ DOMAIN: '' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('Set DOMAIN.')]);
  });

  test('passes on why the server refuses: a mistyped key, one that may only read, an unknown domain', async () => {
    const mistyped = await run({ OFFPRINT_API_KEY: `${server.keys.write.slice(0, -1)}_` });
    expect([mistyped.code, mistyped.stderr]).toEqual([
      2,
      expect.stringContaining('This is not a valid API key'),
    ]);
    const reading = await run({ OFFPRINT_API_KEY: server.keys.read });
    expect([reading.code, reading.stderr]).toEqual([2, expect.stringContaining('the write scope')]);
    const unknown = await run({ DOMAIN: 'nowhere.example' });
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('nowhere.example')]);
  });

  test('says why an export failed', async () => {
    const broken = makeSite({
      'index.html': page('Start'),
      'sitemap.xml':
        '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://docs.example/gone.html</loc></url></urlset>',
    });
    const project = await makeProject(server, broken, { ...QUICK, maxPages: 1, paths: ['/gone.html'] });
    const { code, stderr } = await run({ DOMAIN: domainOf(project) });
    expect(code, stderr).toBe(3);
    expect(stderr).toMatch(/failed: .*\/gone\.html/);
  });

  test('gives up on an export that does not come to its end', async () => {
    await setSettings({ queuePaused: true });
    try {
      const { code, stderr, seconds } = await run({ GIVE_UP_AFTER: '1', IDEMPOTENCY_KEY: newKey() });
      expect([code, stderr]).toEqual([8, expect.stringMatching(/Gave up: .* is queued after 1 s/)]);
      expect(seconds).toBeLessThan(20);
    } finally {
      await setSettings({ queuePaused: null });
    }
  });

  test('waits as long as it is told to', async () => {
    relay.happens(({ method, earlier }) =>
      method === 'POST' && earlier === 0
        ? { answer: { status: 429, headers: { 'retry-after': '2' }, body: '{"error": "Too much at once."}' } }
        : undefined,
    );
    const patient = await run();
    expectBundle(patient);
    expect(patient.stderr).toContain('Too much at once. (next try in 2 s)');
  });

  testIf(isFullRun, 'waits no longer than it means to', async () => {
    await setSettings({ exportStartsPerHour: 1 });
    try {
      const DOMAIN = domainOf(await makeProject(server, makeSite(site)));
      expectBundle(await run({ DOMAIN }));
      const refused = await run({ DOMAIN, IDEMPOTENCY_KEY: newKey() });
      expect([refused.code, refused.stderr]).toEqual([
        8,
        expect.stringMatching(/Gave up: .*exportStartsPerHour/),
      ]);
      expect(refused.seconds).toBeLessThan(5);
    } finally {
      await setSettings({ exportStartsPerHour: null });
    }
  });

  testIf(isFullRun, 'goes on with a server that is started anew', async () => {
    const secretFile = makeSecretFile();
    const first = await startServer({ secretFile });
    const project = await makeProject(first, makeSite({ ...manyPages(300), ...site }), {
      ...QUICK,
      concurrency: 1,
    });
    const port = Number(new URL(first.url).port);
    const running = start({
      OFFPRINT_URL: first.url,
      OFFPRINT_API_KEY: first.keys.write,
      DOMAIN: domainOf(project),
      RETRY_FOR: '60',
    });
    for (let pages = 0; pages === 0; await pause(5)) {
      const { body } = await first.call('GET', '/v1/static-export/jobs');
      pages = (body as { jobs: { pageCount: number }[] }).jobs[0]?.pageCount ?? 0;
    }
    await first.stop();
    await running.said(/cannot be reached/);
    const again = await startServer({
      dataFolder: first.dataFolder,
      secretFile,
      listener: { port },
      keys: first.keys,
    });
    const result = await running.ended;
    await again.stop();
    expectBundle(result);
  });

  test('gives up on a server that goes on starting up', async () => {
    relay.happens(() => ({
      answer: {
        status: 503,
        headers: { 'retry-after': '2' },
        body: '{"error": "Offprint is starting up. Try again in a moment."}',
      },
    }));
    const { code, stderr, seconds } = await run();
    expect([code, stderr]).toEqual([8, expect.stringContaining('Gave up: Offprint is starting up.')]);
    expect(seconds).toBeLessThan(20);
  });

  test('says when there is no server, and when there is another one', async () => {
    const away = await run({ OFFPRINT_URL: 'http://127.0.0.1:9', RETRY_FOR: '1' });
    expect([away.code, away.stderr]).toEqual([8, expect.stringContaining('The server cannot be reached')]);
    relay.happens(() => ({ answer: { status: 200, body: '<h1>Please sign in</h1>' } }));
    const other = await run();
    expect([other.code, other.stderr]).toEqual([
      8,
      expect.stringContaining('Does OFFPRINT_URL point to Offprint?'),
    ]);
  });

  test('goes on with a download where it broke off', async () => {
    relay.happens((request) =>
      isDownload(request) && request.earlier < 2 ? { cutAfter: 700_000 } : undefined,
    );
    const result = await run();
    expectBundle(result);
    expect(result.stderr).toContain('The download stopped at 700000 of');
    expect(downloads().map(({ from }) => from)).toEqual([0, 700_000, 1_400_000]);
  });

  test('gives up on a download that does not go on, and takes it up in its next run', async () => {
    relay.happens((request) =>
      isDownload(request) ? { cutAfter: request.earlier === 0 ? 700_000 : 0 } : undefined,
    );
    const { code, stderr, out } = await run();
    expect([code, stderr]).toEqual([8, expect.stringMatching(/Gave up: The download stopped at 700000 of/)]);
    relay.happens(() => undefined);
    expectBundle(await run({}, out));
    expect(downloads().map(({ from }) => from)).toEqual([700_000]);
  });

  test('asks for a fresh link when one has expired, and gives up when all have', async () => {
    await setSettings({ linkLifetimeSeconds: 2 });
    try {
      const expired = (query: URLSearchParams) =>
        pause(Math.max(0, Number(query.get('expires')) * 1000 - Date.now() + 20));
      relay.happens((request) =>
        isDownload(request) && request.earlier === 0 ? { until: expired(request.query) } : undefined,
      );
      // Longer than a link lives and the pause before the next, also on a busy machine.
      const result = await run({ RETRY_FOR: '60' });
      expectBundle(result);
      expect(result.stderr).toContain('a new one is needed');
      expect(relay.seen.filter((request) => request.path.endsWith('/bundle'))).toHaveLength(2);
      relay.happens((request) => (isDownload(request) ? { until: expired(request.query) } : undefined));
      const given = await run();
      expect([given.code, given.stderr]).toEqual([8, expect.stringMatching(/Gave up: The link has expired/)]);
    } finally {
      await setSettings({ linkLifetimeSeconds: null });
    }
  });

  test('keeps nothing of a download that is not the bundle', async () => {
    relay.happens((request) => (isDownload(request) ? { spoil: true } : undefined));
    const { code, stderr, out } = await run();
    expect([code, stderr]).toEqual([6, expect.stringContaining('its SHA-256 does not match the bundle')]);
    expect(fs.readdirSync(out)).toEqual(['bundle.json']);
  });
});

describe('what is printed of the API', () => {
  it('a loop that works as it stands', async ({ skip }) => {
    const absent = ['bash', 'curl', 'jq', 'tar'].filter(
      (program) => spawnSync(program, ['--version']).error !== undefined,
    );
    if (absent.length > 0) skipBecause(skip, `there is no ${absent.join(', no ')}`);
    const loops = [OVERVIEW, fs.readFileSync('README.md', 'utf8')].map(
      (text) => /^```sh\n(set -euo pipefail[\s\S]*?)^```$/m.exec(text)?.[1] ?? '',
    );
    expect(loops[1]).toBe(loops[0]);
    relay.happens(() => undefined);
    const out = temporaryFolder('loop');
    const hasty = temporaryFolder('hasty'); // it polls every five seconds, which nobody has to wait for here
    fs.writeFileSync(path.join(hasty, 'sleep'), '#!/bin/sh\nexec /bin/sleep 0.1\n', { mode: 0o755 });
    const child = spawn('bash', ['-c', loops[0] ?? ''], {
      cwd: out,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: `${hasty}:${process.env.PATH}`,
        OFFPRINT_URL: server.url,
        OFFPRINT_API_KEY: server.keys.write,
        DOMAIN: domain,
      },
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).toBe(0);
    expect(fs.readFileSync(path.join(out, 'site/index.html'), 'utf8')).toContain(TEXT);
  });

  it('shell scripts that shellcheck has nothing to say about', ({ skip }) => {
    if (spawnSync('shellcheck', ['--version']).error) skipBecause(skip, 'there is no shellcheck');
    const files = [
      ...fs.globSync('examples/automation/*.sh'),
      'examples/handbook/downloads/nightly-export.sh',
    ];
    expect(files).toHaveLength(5);
    const { stdout } = spawnSync('shellcheck', files, { encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});

/** Of all processes, as everybody may read them; none where there is no /proc. */
function commandLines(): string[] {
  if (!fs.existsSync('/proc/self/cmdline')) return [];
  return fs
    .readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => {
      try {
        return fs.readFileSync(`/proc/${entry}/cmdline`, 'utf8');
      } catch {
        return ''; // it has ended meanwhile
      }
    });
}
