import { hash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../../server/api/test-support.ts';
import { writeBundle } from '../../server/bundles/archive.test-support.ts';
import { publicKeyOfSigner } from '../../server/bundles/ed25519.ts';
import { pemOf } from '../../server/bundles/public-key.ts';
import { signBundle } from '../../server/bundles/sign-bundle.ts';
import { newSigningKey } from '../../server/bundles/signing.test-support.ts';
import { makeAuthority } from '../stand-ins/certificates.ts';
import { atFileEnd } from '../stand-ins/cleanup.ts';
import {
  exportSite,
  kill,
  makeSite,
  offprint,
  page,
  skipBecause,
  startOffprint,
  temporaryFolder,
  unpacked,
  until,
} from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';

/** The handbook, or a small site like it: a host compresses each file of a version and writes it to the disk. */
const SITE = isFullRun
  ? path.resolve('examples/handbook')
  : makeSite({
      'index.html': page('Start', '<a href="start/setup.html">Set up</a>'),
      'start/setup.html': page('Set up', `<p>${'One step after the other. '.repeat(100)}</p>`),
      'start/install.html': fs.readFileSync('examples/handbook/start/install.html'),
      'favicon.svg': fs.readFileSync('examples/handbook/favicon.svg'),
    });

/** The site as a bundle: version 1 as a zip, and version 2, with a change on every page, as tar.gz. */
let first: string;
let second: string;

beforeAll(async () => {
  const one = await exportSite(SITE, ['--label', '2026.1', '--render', 'never']);
  const changed = path.join(temporaryFolder(), path.basename(SITE));
  fs.cpSync(SITE, changed, { recursive: true });
  for (const name of fs.readdirSync(changed, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(changed, name);
    if (/\.(html|css|js)$/.test(name))
      fs.appendFileSync(file, name.endsWith('.html') ? '<!-- 2 -->' : '/* 2 */');
  }
  const two = await exportSite(changed, ['--label', '2026.2', '--format', 'tar.gz', '--render', 'never'], {
    data: one.data,
  });
  expect([one.code, two.code]).toEqual([0, 0]);
  first = one.out;
  second = two.out;
});

async function started(args: readonly string[], env: Record<string, string> = {}) {
  const run = startOffprint(['host', '--port', '0', ...args], { env });
  let isOver = false;
  run.exited.then(() => {
    isOver = true;
  });
  await until('it listens', () => isOver || run.texts.stderr.includes('listening on'));
  const url = /listening on (\S+)/.exec(run.texts.stderr)?.[1] ?? '';
  const ready = async (version?: string): Promise<void> => {
    await expect
      .poll(async () => (await (await fetch(`${url}/readyz`)).json()) as object)
      .toMatchObject({ state: 'serving', activity: 'idle', ...(version !== undefined && { version }) });
  };
  return { ...run, url, ready };
}

function valuesFile(text: string): string {
  const file = path.join(temporaryFolder(), 'values.yaml');
  fs.writeFileSync(file, text);
  return file;
}

function valuesOf(bundleUrl: string, version?: string): string {
  return JSON.stringify({ staticExport: { enabled: true, bundleUrl, ...(version && { version }) } });
}

describe('offprint host', () => {
  it('serves every file of a bundle as its manifest says, in each encoding', async () => {
    const host = await started([first]);
    await host.ready('2026.1');

    for (const [name, content] of await unpacked(first)) {
      const answer = await fetch(`${host.url}/${encodeURI(name)}`, { redirect: 'manual' });
      if (name === 'start/install.html') {
        expect([answer.status, answer.headers.get('location')]).toEqual([302, '/start/setup.html']);
        continue;
      }
      expect([name, answer.status, hash('sha256', Buffer.from(await answer.arrayBuffer()))]).toEqual([
        name,
        200,
        hash('sha256', content),
      ]);
    }
    process.kill(host.pid, 'SIGTERM');
    expect((await host.ended).code).toBe(0);
  });

  it('goes over to what its values say at SIGHUP, and serves it again after a restart', async () => {
    const state = temporaryFolder('state');
    const values = valuesFile(valuesOf(first));
    const args = ['--values', values, '--state', state];
    const host = await started(args);
    await host.ready('2026.1');

    fs.writeFileSync(values, valuesOf(second, '2026.2'));
    process.kill(host.pid, 'SIGHUP');
    await host.ready('2026.2');
    expect(await (await fetch(`${host.url}/`)).text()).toMatch(/<!-- 2 -->$/);

    // A version that can no longer be fetched is served again.
    fs.writeFileSync(values, valuesOf('/nowhere/site.zip'));
    process.kill(host.pid, 'SIGTERM');
    await host.ended;
    const again = await started(args);
    await again.ready('2026.2');
    expect(await (await fetch(`${again.url}/healthz`)).json()).toMatchObject({
      lastError: { code: 'usage', message: expect.stringContaining('/nowhere/site.zip') },
    });
    process.kill(again.pid, 'SIGTERM');
    await again.ended;
  });

  it.runIf(isFullRun)('answers 503 where it has nothing to serve, and says why', async () => {
    for (const [values, state, sentence] of [
      [JSON.stringify({ staticExport: { enabled: false } }), 'disabled', /staticExport\.enabled is false/],
      [valuesOf('/nowhere/site.zip'), 'failed', /no version of this site/],
    ] as const) {
      const host = await started(['--values', valuesFile(values)]);
      await expect.poll(async () => (await fetch(`${host.url}/healthz`)).json()).toMatchObject({ state });
      const page = await fetch(`${host.url}/`);
      const [healthz, readyz] = [await fetch(`${host.url}/healthz`), await fetch(`${host.url}/readyz`)];

      expect([page.status, healthz.status, readyz.status]).toEqual([503, 200, 503]);
      expect(await page.text()).toMatch(sentence);
      expect(await readyz.json()).toMatchObject({ state, version: null });
      process.kill(host.pid, 'SIGTERM');
      await host.ended;
    }
  });

  it('ends with 2 over values that cannot be meant, and with 6 over a bundle that is damaged', async () => {
    const damaged = path.join(temporaryFolder(), 'damaged.zip');
    fs.writeFileSync(damaged, fs.readFileSync(first).subarray(0, -100));

    const mistaken = await offprint(['host', '--values', valuesFile('staticExport: { enabled: 1 }')]);
    const broken = await offprint(['host', damaged, '--port', '0']);

    expect([mistaken.code, mistaken.stderr]).toEqual([2, expect.stringContaining('staticExport.enabled')]);
    expect([broken.code, broken.stderr]).toEqual([6, expect.stringContaining('is incomplete')]);
  });

  it.runIf(isFullRun)(
    'killed while it unpacks, serves the version before at its next start, and says why',
    async () => {
      const large = path.join(temporaryFolder(), 'large.zip');
      const words = randomBytes(3_000_000).toString('hex'); // takes seconds to be compressed
      await writeBundle(large, { 'index.html': '<p>large', 'words.txt': words }, 'zip', { version: '3' });
      const state = temporaryFolder('state');
      const values = valuesFile(valuesOf(first));
      const args = ['--values', values, '--state', state];
      const host = await started(args);
      await host.ready('2026.1');
      fs.writeFileSync(values, valuesOf(large));
      process.kill(host.pid, 'SIGHUP');
      await expect
        .poll(
          async () => ((await (await fetch(`${host.url}/healthz`)).json()) as { activity: string }).activity,
          {
            interval: 20,
          },
        )
        .toBe('unpacking');
      kill(host.pid);
      await host.exited;
      expect(fs.readdirSync(path.join(state, 'incoming'))).toHaveLength(1);

      fs.rmSync(large);
      const again = await started(args);
      await again.ready('2026.1');
      expect(await (await fetch(`${again.url}/healthz`)).json()).toMatchObject({
        lastError: { code: 'usage', message: expect.stringContaining(large) },
      });
      expect(fs.readdirSync(path.join(state, 'incoming'))).toEqual([]);
      expect(fs.readdirSync(path.join(state, 'releases'))).toHaveLength(1);

      const second = await offprint(['host', '--enabled', 'false', '--state', state, '--port', '0']);
      expect([second.code, second.stderr]).toEqual([
        2,
        expect.stringMatching(
          /is in use by another Offprint process \(process \d+\)\. Stop that process, or choose .* --state/,
        ),
      ]);
      process.kill(again.pid, 'SIGTERM');
      await again.ended;
    },
  );

  it('fetches by HTTPS from whom its authority certifies, serves by HTTPS, and logs each answer', async ({
    skip,
  }) => {
    const authority = makeAuthority();
    if ('why' in authority) skipBecause(skip, authority.why);
    const certificate = authority.certify('IP:127.0.0.1');
    const source = https.createServer(certificate, (_request, response) => {
      fs.createReadStream(first).pipe(response);
    });
    await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
    atFileEnd(() => {
      source.closeAllConnections();
      source.close();
    });
    const folder = temporaryFolder('tls');
    const [cert, key, log] = ['cert.pem', 'key.pem', 'access.log'].map((name) => path.join(folder, name));
    fs.writeFileSync(cert ?? '', certificate.cert);
    fs.writeFileSync(key ?? '', certificate.key);
    const address = `https://127.0.0.1:${(source.address() as AddressInfo).port}/site.zip`;
    const common = ['--enabled', 'true', '--bundle-url', address];

    const stranger = await started(common);
    await expect
      .poll(async () => (await fetch(`${stranger.url}/healthz`)).json())
      .toMatchObject({ lastError: { message: expect.stringMatching(/--authority/) } });
    process.kill(stranger.pid, 'SIGTERM');

    const tls = ['--tls-cert', cert ?? '', '--tls-key', key ?? '', '--access-log', log ?? ''];
    const host = await started([...common, '--authority', authority.file, ...tls]);
    expect(host.url).toMatch(/^https:/);
    const get = (place: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const ca = fs.readFileSync(authority.file);
        https
          .get(
            `${host.url}${place}`,
            { ca, agent: false, headers: { 'user-agent': 'a "reader"' } },
            (answer) => {
              answer.setEncoding('utf8');
              let text = '';
              answer.on('data', (part: string) => {
                text += part;
              });
              answer.on('end', () => resolve(text));
            },
          )
          .on('error', reject);
      });
    await expect.poll(async () => JSON.parse(await get('/readyz'))).toMatchObject({ version: '2026.1' });
    expect(await get('/start/setup')).toContain('<html');
    process.kill(host.pid, 'SIGTERM');
    await host.ended;
    expect(fs.readFileSync(log ?? '', 'utf8')).toMatch(
      /^127\.0\.0\.1 - - \[\d\d\/\w{3}\/\d{4}:[\d:]{8} \+0000\] "GET \/start\/setup HTTP\/1\.1" 200 \d+ "-" "a \\"reader\\""$/m,
    );
  });

  it.runIf(isFullRun)(
    'with --data takes what the keys of that data folder signed, and nothing else',
    async () => {
      const data = temporaryFolder('data');
      const signingKey = newSigningKey();
      const pem = path.join(data, 'key.pem');
      fs.writeFileSync(pem, pemOf(publicKeyOfSigner(signingKey)));
      const trusted = await offprint(['trust', 'add', pem, '--name', 'Docs', '--data', data]);
      expect(trusted.code).toBe(0);
      const signed = path.join(data, 'signed.zip');
      fs.copyFileSync(first, signed);
      await signBundle(signed, signingKey, new AbortController().signal);

      const refused = await offprint(['host', first, '--port', '0', '--data', data]);
      expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining('not signed')]);
      const host = await started([signed, '--data', data]);
      await host.ready('2026.1');
      process.kill(host.pid, 'SIGTERM');
      expect((await host.ended).code).toBe(0);
    },
  );

  it('serves a bundle below its base path, with the file that its operators may change', async () => {
    const bundle = path.join(temporaryFolder(), 'below.zip');
    await writeBundle(bundle, { 'index.html': '<p>below', 'offprint-site.js': '// ours' }, 'zip', {
      settings: { basePath: '/docs' },
    });
    const host = await started([bundle]);
    await host.ready();
    const answers = [];
    for (const place of ['/', '/docs', '/docs/', '/docs/offprint-site.js', '/index.html']) {
      const { status, headers } = await fetch(host.url + place, { redirect: 'manual' });
      answers.push([place, status, headers.get('location')]);
    }
    expect(answers).toEqual([
      ['/', 302, '/docs/'],
      ['/docs', 302, '/docs/'],
      ['/docs/', 200, null],
      ['/docs/offprint-site.js', 200, null],
      ['/index.html', 404, null],
    ]);
    process.kill(host.pid, 'SIGTERM');
    await host.ended;
  });
});

it.runIf(isFullRun)(
  'offprint hosting adds a site to the server, brings another version, returns, stops and starts it',
  async () => {
    const server = await startServer();
    const folder = temporaryFolder();
    const [one, two] = ['2026.1', '2026.2'].map((version) => path.join(folder, `${version}.zip`)) as [
      string,
      string,
    ];
    for (const file of [one, two])
      await writeBundle(file, { 'index.html': `<p>${file}` }, 'zip', {
        version: path.basename(file, '.zip'),
      });
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await offprint(['hosting', ...args, '--data', server.dataFolder]);
      return { code, said: stdout + stderr };
    };
    const added = await run('add', one, 'Docs');
    expect(added).toMatchObject({ code: 0, said: expect.stringMatching(/serving[\s\S]*2026\.1 \(active\)/) });
    const url = /http:\S+/.exec(added.said)?.[0] ?? '';
    const shown = async () => (await fetch(url)).headers.get('offprint-version');
    expect((await run('update', 'Docs', two)).said).toMatch(/2026\.2 \(active\)/);
    expect(await shown()).toBe('2026.2');
    expect((await run('rollback', 'Docs')).said).toMatch(/2026\.1 \(active\)/);
    expect(await shown()).toBe('2026.1');
    expect(await run('rollback', 'Docs', '7')).toMatchObject({
      code: 2,
      said: expect.stringContaining('Available versions: 2026.2, 2026.1.'),
    });
    expect((await run('stop', 'Docs')).said).toMatch(/stopped[\s\S]*not listening/);
    expect((await run('start', 'Docs')).said).toMatch(/serving/);
    expect((await run()).said).toMatch(/Docs +serving +2026\.1 +http/);
    expect(await run('remove', 'Docs')).toMatchObject({ code: 0 });
    expect((await run()).said).toMatch(/No sites are hosted/);
  },
);
