import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import path from 'node:path';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { featurePolicy } from '../../server/exports/features/feature-policy.ts';
import { exportSettings } from '../../server/exports/settings/settings.ts';
import { openHost } from '../../server/writer/host.ts';
import { builtPorts, MAIN } from '../stand-ins/built.ts';
import {
  dataFolder,
  NO_BROWSER,
  page,
  readStore,
  reportOf,
  skipBecause,
  temporaryFolder,
} from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { type Place, redirect, startOrigin } from '../stand-ins/live-origin.ts';

const link = (href: string): string => `<a href="${href}">${href}</a>`;

/** Everything that a site can do to a crawler, behind one start page. */
const TRAPS: Readonly<Record<string, (url: string) => Place | undefined>> = {
  calendar: (url) =>
    page(url, link(`/calendar/${Number(/\d+$/.exec(url)?.[0] ?? 0) + 1}`) + link(`/day?of=${url}`)),
  day: (url) => page(url, link(`${url}1`)),
  slashes: (url) => page(url, link(`${url}/`) + link('more/') + link('./')),
  session: (url) =>
    page(
      url,
      link(`/session?PHPSESSID=${url.length}${Math.random()}`) + link(`/session;jsessionid=${Math.random()}`),
    ),
  list: (url) =>
    page(
      url,
      Array.from({ length: 50 }, (_, index) =>
        link(`/list?page=${index + Number(/\d+/.exec(url)?.[0] ?? 0)}`),
      ).join(''),
    ),
  loop: (url) => redirect(url === '/loop' ? '/loop/2' : '/loop'),
  chain: (url) => redirect(`/chain/${Number(/\d+$/.exec(url)?.[0] ?? 0) + 1}`),
  frames: (url) => page(url, `<iframe src="/frames/${Number(/\d+$/.exec(url)?.[0] ?? 0) + 1}"></iframe>`),
  imports: (url) => ({
    headers: { 'content-type': 'text/css' },
    body: `@import "/imports/${Number(/\d+$/.exec(url)?.[0] ?? 0) + 1}";`,
  }),
  silent: () => () => {},
  slow: () => (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => response.write('x'), 200);
    response.on('close', () => clearInterval(timer));
  },
  reset: () => (request) => request.socket.resetAndDestroy(),
  half: () => (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 99_999 }).write('<p>half');
    setTimeout(() => response.destroy(), 20);
  },
  bomb: () => ({ headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' }, body: BOMB }),
  'bomb-file': () => ({
    headers: { 'content-type': 'application/octet-stream', 'content-encoding': 'br' },
    body: BROTLI_BOMB,
  }),
  endless: () => (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const more = (): void => {
      while (response.writable && response.write('<p><a href="/x">words</a></p>'.repeat(1000)));
    };
    response.on('drain', more).on('error', () => {});
    more();
  },
  long: () => page('Long', `${'<div>'.repeat(20_000)}${link('/')}`),
  attributes: () =>
    page('Attributes', `<p ${Array.from({ length: 20_000 }, (_, index) => `a${index}=1`).join(' ')}>`),
  links: (url) => page(url, Array.from({ length: 3000 }, (_, index) => link(`/dead/${index}`)).join('')),
  header: () => (_request, response) => {
    response.writeHead(200, { 'x-long': 'x'.repeat(90_000) }).end();
  },
  'bad-location': () => ({ status: 302, headers: { location: 'http://[::bad' } }),
  'no-location': () => ({ status: 302 }),
  private: () => redirect('http://169.254.169.254/latest/meta-data/'),
  elsewhere: () => redirect('https://attacker.example/'),
  script: () => redirect('javascript:alert(1)'),
  busy: () => ({ status: 429, headers: { 'retry-after': '86400' } }),
  broken: () => ({ status: 500 }),
  teapot: () => ({ status: 418, body: page('Teapot', link('/from-the-teapot')) }),
  partial: () => ({ status: 206, body: page('Partial') }),
  empty: () => ({ headers: { 'content-type': 'text/html' }, body: '' }),
  binary: () => ({
    headers: { 'content-type': 'text/html' },
    body: Buffer.from([0, 255, 254, 0, 60, 97, 32]),
  }),
  'no-type': () => ({ headers: { 'content-type': '' }, body: 'what' }),
  charset: () => ({
    headers: { 'content-type': 'text/html; charset=utf-7' },
    body: page('+ADw-script+AD4-'),
  }),
  'odd names': () => page('Odd'),
};

const BOMB = zlib.gzipSync(Buffer.alloc(24 * 2 ** 20));
const BROTLI_BOMB = zlib.brotliCompressSync(Buffer.alloc(24 * 2 ** 20));

const ODD = [
  '/..%2f..%2fetc/passwd',
  '/%00',
  '/a%5c..%5cb',
  '/CON',
  '/con.html',
  '/a:b|c',
  '/%F0%9F%92%A9',
  '//evil.example/x',
  '/a\tb',
  '/%%%',
  '/?',
  '/??a=b?c',
  '/x#y#z',
  '/\\evil',
];

function hostileSite(url: string): Place | undefined {
  if (url === '/') {
    const names = Object.keys(TRAPS).map((name) => link(`/${name.replaceAll(' ', '%20')}`));
    const odd = ODD.map((href) => link(href.replaceAll('"', '&quot;')));
    const schemes = [
      'file:///etc/passwd',
      'data:text/html,<a href="/x">',
      'ftp://h/x',
      'blob:http://h/x',
      'about:blank',
      'http://',
      'http://:80',
      'https://user:pw@h/',
    ];
    return page(
      'Start',
      [...names, ...odd, ...schemes.map(link), '<link rel="stylesheet" href="/imports/0">'].join('\n'),
    );
  }
  const name = decodeURIComponent(/^\/([a-z][a-z-]*(?:%20[a-z]+)*)/.exec(url)?.[1] ?? '');
  return (
    TRAPS[name]?.(url) ?? (url.startsWith('/dead') ? undefined : ODD.includes(url) ? page(url) : undefined)
  );
}

describe('a site that holds every trap', () => {
  it.runIf(isFullRun)('ends in bounded time and memory, with every address accounted for', async () => {
    const origin = await startOrigin(hostileSite);
    const data = dataFolder();
    let worker: ChildProcess | undefined;
    const host = await openHost(data, {
      spawnWorker: (file, args) => {
        worker = builtPorts.spawnWorker(file, args);
        return worker;
      },
    });
    const project = await host.command('createProject', {
      name: 'hostile',
      origin: { kind: 'url', url: origin.address },
      domains: ['hostile.localhost'],
      deploymentType: 'air-gapped',
      features: {},
      settings: {},
    });
    const job = await host.command('createJob', {
      projectId: project.id,
      domain: 'hostile.localhost',
      version: null,
      settings: exportSettings.parse({
        sampleMin: 0,
        sampleMax: 0,
        allowMissing: true,
        onVerificationFailure: 'report',
        timeoutMs: 1000,
        resourceMaxMs: 2000,
        retryMaxMs: 1000,
        acquireMaxMs: 90_000,
        maxPages: 400,
        maxDepth: 25,
        maxQueryVariants: 20,
        pageMaxBytes: 10 * 2 ** 20,
        assetMaxBytes: 20 * 2 ** 20,
      }),
      policy: featurePolicy('air-gapped', {}),
    });
    const first = worker;
    let peakBytes = 0;
    const watching = setInterval(() => {
      peakBytes = Math.max(peakBytes, residentBytes(worker?.pid));
    }, 50);
    const started = performance.now();
    const ended = await host.run(job.id, () => {});
    const seconds = (performance.now() - started) / 1000;
    clearInterval(watching);
    await host.close();

    expect({ status: ended.status, error: ended.error }).toEqual({ status: 'completed', error: null });
    expect(worker).toBe(first); // nothing killed it
    expect(seconds).toBeLessThan(110);
    if (peakBytes > 0) expect(peakBytes).toBeLessThan(900 * 2 ** 20);

    const rows = readStore(data, (store) =>
      store.prepare('SELECT url, status, reason, object, redirect_url FROM resources').all(),
    ) as {
      url: string;
      status: string;
      reason: string | null;
      object: string | null;
      redirect_url: string | null;
    }[];
    for (const { url, status, reason, object, redirect_url } of rows) {
      expect({ url, status, how: reason ?? object ?? redirect_url }).toMatchObject({
        status: expect.stringMatching(/^(done|failed|skipped)$/),
        how: expect.any(String),
      });
    }
    const known = new Set(rows.map(({ url }) => url));
    const asked = new Set(origin.requests.map((request) => request.replace(/^GET /, '')));
    const strange = [...asked].filter(
      (url) => !known.has(url) && url !== '/robots.txt' && url !== '/sitemap.xml',
    );
    expect(strange).toEqual([]);
    expect([...asked].filter((url) => url.includes('from-the-teapot'))).toEqual([]);

    const { missing, skipped, counts } = reportOf(data);
    const told = new Set([...missing, ...skipped].map(({ url }) => url));
    const untold = rows.filter(
      ({ url, status, reason }) => status !== 'done' && !told.has(url) && reason !== 'HTTP 404',
    );
    expect(untold).toEqual([]);
    expect(counts.pages).toBeGreaterThan(30);
    expect(new Set(missing.map(({ reason }) => reason.replace(/:.*/s, '')))).toEqual(
      new Set([
        ...['timeout', 'too slow', 'connection', 'truncated', 'size limit reached', 'busy', 'server error'],
        ...[
          'redirects to another site',
          'HTTP 302',
          'HTTP 418',
          'HTTP 206',
          'depth limit reached',
          'query limit reached',
        ],
      ]),
    );
  });
});

function residentBytes(pid: number | undefined): number {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

describe('an export', () => {
  it('connects to its origin and its asset hosts, and to nobody else', async ({ skip }) => {
    const why = whyNoTrace();
    if (why) skipBecause(skip, why);
    const { elsewhere, strangers } = await startStranger();
    const cdn = await startOrigin({
      '/x.css': `@import "${elsewhere}/y.css"; body{background:url(z.png)}`,
      '/z.png': redirect(`${elsewhere}/z.png`),
    });
    const origin = await startOrigin({
      '/': page(
        'Start',
        `<link rel="stylesheet" href="${cdn.address}/x.css"><script src="${elsewhere}/a.js"></script><img src="${elsewhere}/b.png">
         <iframe src="${elsewhere}/frame"></iframe><link rel="preconnect" href="${elsewhere}">
         ${link('/to-elsewhere')}${link(elsewhere)}<link rel="canonical" href="${elsewhere}/">`,
      ),
      '/to-elsewhere': redirect(`${elsewhere}/there`),
      '/sitemap.xml': `<sitemapindex><sitemap><loc>${elsewhere}/map.xml</loc></sitemap></sitemapindex>`,
    });
    const { targets } = await traceExport(origin.address, [
      ...['--asset-host', cdn.host, '--interactivity', 'keep'],
      ...NO_BROWSER,
    ]);
    expect(targets).toEqual(new Set([origin.host, cdn.host]));
    expect(strangers()).toBe(0);
  });

  it.runIf(isFullRun)(
    'does so with a browser as well, that makes its pages and opens the bundle',
    async ({ skip }) => {
      const why = whyNoTrace();
      if (why) skipBecause(skip, why);
      const { elsewhere, strangers } = await startStranger();
      const cdn = await startOrigin({ '/x.js': 'document.body.append("from the other host")' });
      const origin = await startOrigin({
        '/': page('Start', '<p id="made"></p><script src="/ways-out.js"></script>'),
        '/worker.js': `fetch('${elsewhere}/worker').catch(() => {}); onconnect = () => fetch('${elsewhere}/shared')`,
        '/ways-out.js': `
        made.textContent = 'Made by a script, as nearly all of the text of this page, so that a browser is needed for it. ';
        const add = (name, attributes) => document.body.append(Object.assign(document.createElement(name), attributes));
        add('script', { src: '${cdn.address}/x.js' });
        for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'icon']) add('link', { rel, href: '${elsewhere}/' + rel });
        add('iframe', { src: '${elsewhere}/frame' });
        add('img', { src: 'http://name.invalid/x.png' });
        const inner = document.createElement('iframe');
        document.body.append(inner);
        for (const scope of [window, inner.contentWindow]) {
          if (!scope.RTCPeerConnection) continue;
          const peer = new scope.RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:9' }] });
          peer.createDataChannel('way out');
          peer.createOffer().then((offer) => peer.setLocalDescription(offer));
        }
        fetch('${elsewhere}/fetch', { method: 'POST', body: 'x' }).catch(() => {});
        navigator.sendBeacon('${elsewhere}/beacon', 'x');
        for (const make of [
          () => new Worker('/worker.js'),
          () => new SharedWorker('/worker.js'),
          () => new WebSocket('${elsewhere.replace('http', 'ws')}/socket'),
          () => new EventSource('${elsewhere}/events'),
        ]) try { make(); } catch {}`,
      });
      const { targets, report } = await traceExport(origin.address, [
        ...['--asset-host', cdn.host, '--sample-min', '1', '--sample-max', '1'],
      ]);
      expect(report.check?.coverage).toMatchObject({ pages: 1, visited: 1 });
      expect(report.remarks.length).toBe(1); // of the browser that made them
      expect(targets).toEqual(new Set([origin.host, cdn.host]));
      expect(strangers()).toBe(0);
    },
  );
});

/** Follows processes through all other calls. */
const TRACE = ['-f', '--seccomp-bpf', '-e', 'trace=connect'];

function whyNoTrace(): string | undefined {
  if (spawnSync('strace', ['-V']).status !== 0) return 'strace is not installed';
  const { status } = spawnSync('strace', [...TRACE, 'true']);
  return status === 0 ? undefined : 'processes may not be traced here';
}

/** An unrelated service on this computer that must not be contacted, with the number of contacts. */
async function startStranger(): Promise<Readonly<{ elsewhere: string; strangers: () => number }>> {
  let strangers = 0;
  const stranger = net.createServer((socket) => {
    strangers++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  stranger.unref();
  const { port } = stranger.address() as AddressInfo;
  return { elsewhere: `http://127.0.0.1:${port}`, strangers: () => strangers };
}

/**
 * Exports a site.
 * @returns the addresses that any of its processes connected a socket to, TCP or UDP, with the report
 */
async function traceExport(address: string, options: readonly string[]) {
  const trace = path.join(temporaryFolder('trace'), 'connect.log');
  const data = dataFolder();
  const command = [process.execPath, MAIN, 'export', address, '--data', data, '--allow-missing', ...options];
  const traced = spawn('strace', [...TRACE, '-qq', '-o', trace, ...command], {
    stdio: 'ignore',
  });
  const [code] = await once(traced, 'exit');
  expect(code).toBe(0);
  const connected = fs
    .readFileSync(trace, 'utf8')
    .matchAll(/sin6?_port=htons\((\d+)\).*?(?:inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)")/g);
  const targets = new Set([...connected].map(([, port, v4, v6]) => `${v4 ?? v6}:${port}`));
  return { targets, report: reportOf(data) };
}
