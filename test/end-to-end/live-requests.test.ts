import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { UrlOrigin } from '../../server/exports/origin/url-origin.ts';
import { makeAuthority } from '../stand-ins/certificates.ts';
import { page, skipBecause, temporaryFolder } from '../stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';
import { type Places, sitemap, startOrigin } from '../stand-ins/live-origin.ts';
import { openLiveLab } from './live-job.ts';

const link = (href: string): string => `<a href="${href}">${href}</a>`;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const authority = makeAuthority();

const ADAS_PASSWORD = { proxy: 'ada:s3cret' };
const AS_ADA = `Basic ${Buffer.from('ada:s3cret').toString('base64')}`;

/** A proxy that requires a password. Only it can resolve these hosts, to ports of this computer. */
async function startProxy(hosts: Readonly<Record<string, number>>) {
  const seen: string[] = [];
  /** Client ports of the requests. */
  const ports = new Set<number>();
  const note = ({ method, url, headers }: http.IncomingMessage): boolean => {
    seen.push(`${method} ${url} ${headers['proxy-authorization']}`);
    return headers['proxy-authorization'] === AS_ADA;
  };
  const server = http.createServer((request, response) => {
    if (!note(request)) {
      response.writeHead(407).end();
      return;
    }
    const { hostname, pathname } = new URL(request.url ?? '');
    http.get(`http://127.0.0.1:${hosts[hostname]}${pathname}`, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
  });
  server.on('connect', (request, socket) => {
    socket.on('error', () => {});
    if (!note(request)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const to = net.connect(hosts[(request.url ?? '').replace(/:443$/, '')] ?? 0, '127.0.0.1', () => {
      ports.add(to.localPort ?? 0);
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(to).pipe(socket);
    });
    to.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, ports };
}

describe('what is sent to a site', () => {
  it('are its headers, cookies and password, to itself and to nobody else', async () => {
    const cdn = await startOrigin({ '/x.css': 'a{}' });
    const origin = await startOrigin((url) => (request, response) => {
      const { authorization, cookie } = request.headers;
      const isIn =
        authorization === `Basic ${Buffer.from('ada:s3cret').toString('base64')}` &&
        cookie === 'session=c00kie; theme=dark' &&
        request.headers['x-team'] === 'docs';
      const body = page(url, `${link('/a')}<link rel="stylesheet" href="${cdn.address}/x.css">`);
      response
        .writeHead(isIn ? 200 : 401, { 'content-type': 'text/html' })
        .end(isIn && url.length < 3 ? body : '');
    });
    const lab = await openLiveLab();
    const { paths } = await lab.exported(
      {
        url: origin.address,
        headers: [{ name: 'X-Team', value: 'docs' }],
        cookies: [
          { name: 'session', secret: 'cookie' },
          { name: 'theme', secret: 'theme' },
        ],
        basicAuth: { user: 'ada', secret: 'password' },
        assetHosts: [cdn.host],
      },
      {},
      { cookie: 'c00kie', password: 's3cret', theme: 'dark' },
    );
    expect(paths).toContain('a.html');
    const sent = cdn.headers.get('/x.css') ?? {};
    expect(sent['user-agent']).toMatch(/^Offprint\//);
    expect([sent.authorization, sent.cookie, sent['x-team']]).toEqual([undefined, undefined, undefined]);
    // No secret is stored.
    for (const name of fs.readdirSync(lab.data, { recursive: true, encoding: 'utf8' })) {
      const file = path.join(lab.data, name);
      if (name.startsWith('browser') || !fs.statSync(file).isFile()) continue;
      expect(fs.readFileSync(file).includes('s3cret')).toBe(false);
    }
  });

  it('needs every secret that it names: without one the job waits', async () => {
    const origin = await startOrigin({ '/': page('Start') });
    const lab = await openLiveLab();
    const job = await lab.newJob({ url: origin.address, basicAuth: { user: 'ada', secret: 'password' } });
    const ended = await lab.run(job);
    expect(ended).toMatchObject({ status: 'queued', paused: true });
    expect(ended.pauseReason).toContain('needs the credential password');
    expect(origin.requests).toEqual([]);
  });
});

describe('robots.txt', () => {
  const places: Places = {
    '/': page(
      'Start',
      `${link('/open')}${link('/closed/a')}${link('/closed/but-open')}<img src="/closed/pic.png">`,
    ),
    '/robots.txt':
      'User-agent: *\nDisallow: /open\n\nUser-agent: Offprint\nDisallow: /closed\nAllow: /closed/but-*\n',
    '/open': page('Open'),
    '/closed/a': page('Closed'),
    '/closed/but-open': page('Open all the same'),
    '/closed/pic.png': Buffer.from('png'),
  };

  it('is obeyed where that is asked for, and the report says what was left out', async () => {
    const origin = await startOrigin(places);
    const { paths, report } = await (await openLiveLab()).exported({ url: origin.address, robots: 'obey' });
    expect(paths).toEqual(['closed/but-open.html', 'index.html', 'open.html']);
    expect(report.skipped.map(({ url, reason }) => `${url} ${reason}`)).toEqual([
      '/closed/a forbidden by robots.txt',
      '/closed/pic.png forbidden by robots.txt',
    ]);
    expect(origin.countOf('/closed/a')).toBe(0);
  });

  it('does not bind whoever exports a site of their own network', async () => {
    const origin = await startOrigin(places);
    const { paths } = await (await openLiveLab()).exported({ url: origin.address });
    expect(paths).toContain('closed/a.html');
  });

  it.runIf(isFullRun)(
    'binds whoever exports a site of others, unless they say that it is their own',
    async () => {
      const origin = await startOrigin(places);
      // Hosts behind a proxy may be anywhere: they count as public.
      const proxy = await startProxy({ 'docs.example.com': origin.port });
      const asked = {
        url: 'http://docs.example.com/',
        proxy: { url: proxy.address, secret: 'proxy' },
      };
      const { paths, report } = await (await openLiveLab()).exported(asked, {}, ADAS_PASSWORD);
      expect(paths).toEqual(['closed/but-open.html', 'index.html', 'open.html']);
      expect(report.skipped).toContainEqual(
        expect.objectContaining({ url: '/closed/a', reason: 'forbidden by robots.txt' }),
      );
      expect(origin.countOf('/closed/a')).toBe(0);

      const own = { ...asked, robots: 'ignore' } as const;
      const whole = await (await openLiveLab()).exported(own, {}, ADAS_PASSWORD);
      expect(whole.paths).toContain('closed/a.html');
    },
  );

  it('that cannot be had for the fault of the server forbids everything', async () => {
    const origin = await startOrigin({ ...places, '/robots.txt': { status: 500 } });
    const lab = await openLiveLab();
    const ended = await lab.run(await lab.newJob({ url: origin.address, robots: 'obey' }, { retryMaxMs: 1 }));
    expect(ended.status).toBe('failed');
    expect(ended.error).toContain('robots.txt');
  });
});

describe('a busy site', () => {
  it('is asked no faster than it may be', async () => {
    const times: number[] = [];
    const pages = Array.from({ length: 8 }, (_, index) => `/p${index}`);
    const origin = await startOrigin((url) => {
      times.push(performance.now());
      return page(url, pages.map(link).join(''));
    });
    await (await openLiveLab()).exported({ url: origin.address, requestsPerSecond: 20 });
    // 50 ms between requests, less the time that the first one took to arrive.
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(50 * (times.length - 1) - 150);
    expect(times.length).toBeGreaterThan(8);
  });

  it.each(
    firstOf<[what: string, asked: Pick<UrlOrigin, 'robots' | 'requestsPerSecond'>]>(1, [
      ['its robots.txt asks', { robots: 'obey' }],
      ['whoever exports it says', { requestsPerSecond: 1 / 0.3 }],
    ]),
  )('is asked as slowly as %s, for pages and for sitemaps', async (_what, asked) => {
    const pages = ['/a', '/b', '/c'];
    const maps = ['/map1.xml', '/map2.xml', '/map3.xml'];
    const times = new Map<string, number>();
    const origin = await startOrigin({});
    origin.serve((url) => {
      times.set(url, performance.now());
      if (url === '/robots.txt')
        return `User-agent: *\nCrawl-delay: 0.3\n${maps.map((map) => `Sitemap: ${map}\n`).join('')}`;
      if (maps.includes(url)) return sitemap(pages.map((one) => origin.address + one));
      return url === '/' || pages.includes(url) ? page(url) : undefined;
    });
    const { paths } = await (await openLiveLab()).exported({ url: origin.address, ...asked });
    expect(paths).toEqual(['a.html', 'b.html', 'c.html', 'index.html']);
    for (const group of [
      [...maps, '/sitemap.xml'],
      ['/', ...pages],
    ]) {
      const moments = group.map((url) => times.get(url) ?? 0);
      // 300 ms between requests, less the time that the first one took to arrive.
      expect(Math.max(...moments) - Math.min(...moments)).toBeGreaterThan(300 * (group.length - 2));
    }
  });

  it.runIf(isFullRun)('that asks to wait is waited for, by everybody', async () => {
    const asked: { url: string; at: number }[] = [];
    let freeAt = Number.POSITIVE_INFINITY;
    const origin = await startOrigin((url) => (_request, response) => {
      asked.push({ url, at: performance.now() });
      if (url === '/p3' && freeAt === Number.POSITIVE_INFINITY) freeAt = performance.now() + 1000;
      const isBusy = freeAt !== Number.POSITIVE_INFINITY && performance.now() < freeAt;
      if (isBusy) response.writeHead(429, { 'retry-after': '1' }).end();
      else
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            page(
              url,
              url === '/' ? Array.from({ length: 30 }, (_, index) => link(`/p${index}`)).join('') : '',
            ),
          );
    });
    const { paths } = await (await openLiveLab()).exported({ url: origin.address }, { concurrency: 2 });
    expect(paths).toHaveLength(31);
    const during = asked.filter(({ at }) => at > freeAt - 900 && at < freeAt - 50);
    expect(during).toEqual([]);
  });

  it('that asks for longer than there is time is given up, with its reason', async () => {
    const origin = await startOrigin({
      '/': page('Start', link('/a')),
      '/a': { status: 503, headers: { 'retry-after': '3600' } },
    });
    const lab = await openLiveLab();
    const ended = await lab.run(await lab.newJob({ url: origin.address }, { retryMaxMs: 2000 }));
    expect(ended).toMatchObject({ status: 'failed', errorCode: 'pages-missing' });
    expect(ended.error).toContain('/a (busy: The origin asked Offprint to wait (503))');
    expect(origin.countOf('/a')).toBe(1);
  });

  it.runIf(isFullRun)('that fails now and then is tried again', async () => {
    let count = 0;
    const origin = await startOrigin({
      '/': page('Start', link('/a')),
      '/a': (_request, response) => {
        count++;
        if (count < 3) response.writeHead(502).end();
        else response.writeHead(200, { 'content-type': 'text/html' }).end(page('A'));
      },
    });
    const { paths } = await (await openLiveLab()).exported({ url: origin.address });
    expect(paths).toEqual(['a.html', 'index.html']);
  });
});

describe('a proxy', () => {
  it('gets everything, with its password', async () => {
    const origin = await startOrigin({ '/': page('Start', link('/a')), '/a': page('A') });
    const proxy = await startProxy({ 'docs.intranet.test': origin.port });
    const { paths } = await (await openLiveLab()).exported(
      { url: 'http://docs.intranet.test/', proxy: { url: proxy.address, secret: 'proxy' }, robots: 'ignore' },
      {},
      ADAS_PASSWORD,
    );
    expect(paths).toEqual(['a.html', 'index.html']);
    expect(proxy.seen).toContain(`GET http://docs.intranet.test/a ${AS_ADA}`);
    expect(proxy.seen.filter((line) => !line.endsWith(AS_ADA))).toEqual([]);
  });

  it('opens tunnels to what is encrypted, for its password, and nothing goes around it', async ({ skip }) => {
    if ('why' in authority) return skipBecause(skip, authority.why);
    const [docs, cdn] = ['docs.intranet.test', 'cdn.intranet.test'];
    const style = `<link rel="stylesheet" href="https://${cdn}/x.css">`;
    const places: Readonly<Record<string, string>> = {
      '/': page('Start', link('/a') + style),
      '/a': page('A', style),
      '/x.css': 'a{}',
    };
    const askers: { url: string; proxied: boolean; authorization: string | undefined }[] = [];
    const origin = await startOrigin(
      (url) => (request, response) => {
        const proxied = proxy.ports.has(request.socket.remotePort ?? 0);
        askers.push({ url, proxied, authorization: request.headers['proxy-authorization'] });
        response
          .writeHead(places[url] === undefined ? 404 : 200, {
            'content-type': url.endsWith('.css') ? 'text/css' : 'text/html',
          })
          .end(places[url]);
      },
      { tls: authority.certify(`DNS:${docs}, DNS:${cdn}`) },
    );
    const proxy = await startProxy({ [docs]: origin.port, [cdn]: origin.port });
    const { paths } = await (await openLiveLab()).exported(
      {
        url: `https://${docs}/`,
        proxy: { url: proxy.address, secret: 'proxy' },
        caBundle: authority.file,
        assetHosts: [cdn],
      },
      {},
      ADAS_PASSWORD,
    );
    expect(paths).toEqual([`_assets/${cdn}/x.css`, 'a.html', 'index.html']);
    expect(new Set(proxy.seen)).toEqual(
      new Set([`CONNECT ${docs}:443 ${AS_ADA}`, `CONNECT ${cdn}:443 ${AS_ADA}`]),
    );
    expect(askers.map(({ url }) => url)).toEqual(expect.arrayContaining(Object.keys(places)));
    // Only the proxy gets the password.
    expect(askers.filter(({ proxied, authorization }) => !proxied || authorization)).toEqual([]);
  });

  it('does not make good for a host that is somebody else', async ({ skip }) => {
    if ('why' in authority) return skipBecause(skip, authority.why);
    const origin = await startOrigin(
      { '/': page('Start') },
      { tls: authority.certify('DNS:other.intranet.test, IP:127.0.0.1') },
    );
    const proxy = await startProxy({ 'docs.intranet.test': origin.port });
    const lab = await openLiveLab();
    const job = await lab.newJob({
      url: 'https://docs.intranet.test/',
      proxy: { url: proxy.address, secret: 'proxy' },
      caBundle: authority.file,
    });
    expect((await lab.run(job, ADAS_PASSWORD)).error).toContain(
      'The certificate for docs.intranet.test is only valid for other names',
    );
    expect(origin.requests).toEqual([]);
  });
});

describe('TLS', () => {
  it('with an authority of one’s own needs its certificate, and says so', async ({ skip }) => {
    if ('why' in authority) return skipBecause(skip, authority.why);
    const origin = await startOrigin(
      { '/': page('Start', link('/a')), '/a': page('A') },
      { tls: authority.certify('IP:127.0.0.1') },
    );
    const lab = await openLiveLab();
    const refused = await lab.run(await lab.newJob({ url: origin.address }));
    expect(refused).toMatchObject({ status: 'failed', errorCode: 'origin-unreachable' });
    expect(refused.error).toContain('set caBundle (--ca-bundle) to its certificate file');

    const { paths } = await lab.exported({ url: origin.address, caBundle: authority.file });
    expect(paths).toEqual(['a.html', 'index.html']);
  });

  const now = { from: -1, to: 1 };

  it.for(
    firstOf(2, [
      [
        'has expired',
        'IP:127.0.0.1',
        { from: -9, to: -1 },
        'has expired or is not yet valid (CERT_HAS_EXPIRED). Renew it',
      ],
      ['is for another name', 'DNS:docs.example.com', now, 'for other names (', 'Use one of them'],
      ['is for another address', 'IP:127.0.0.2', now, 'for other names (', 'Use one of them'],
      [
        'is not valid yet',
        'IP:127.0.0.1',
        { from: 1, to: 9 },
        'has expired or is not yet valid (CERT_NOT_YET_VALID). Renew it',
      ],
    ] as const),
  )('with a certificate that %s ends the job, and says so', async (one, { skip }) => {
    if ('why' in authority) return skipBecause(skip, authority.why);
    const [, names, days, ...says] = one;
    const origin = await startOrigin({ '/': page('Start') }, { tls: authority.certify(names, days) });
    const lab = await openLiveLab();
    const job = await lab.run(await lab.newJob({ url: origin.address, caBundle: authority.file }));
    expect(job).toMatchObject({ status: 'failed', errorCode: 'origin-unreachable' });
    for (const words of [`The certificate for ${origin.host} `, ...says]) expect(job.error).toContain(words);
    expect(origin.requests).toEqual([]);
  });

  it('with a file of certificates that is none says so', async () => {
    const lab = await openLiveLab();
    const file = path.join(temporaryFolder(), 'nothing.pem');
    fs.writeFileSync(file, 'nothing');
    const none = await lab.run(await lab.newJob({ url: 'https://127.0.0.1:9/', caBundle: file }));
    expect(none.error).toContain('contains no certificate in PEM format');
    const gone = await lab.run(await lab.newJob({ url: 'https://127.0.0.1:9/', caBundle: `${file}.not` }));
    expect(gone.error).toContain('cannot be read (ENOENT). Check the path');
  });

  it('with somebody who does not speak it says so', async () => {
    const origin = await startOrigin({ '/': page('Start') });
    const lab = await openLiveLab();
    const ended = await lab.run(await lab.newJob({ url: `https://127.0.0.1:${origin.port}/` }));
    expect(ended.error).toContain('start the address with http://');
  });

  it('is what a site may lead to from its plain address', async ({ skip }) => {
    if ('why' in authority) return skipBecause(skip, authority.why);
    const secure = await startOrigin(
      { '/': page('Start', link('/a')), '/a': page('A') },
      { tls: authority.certify('IP:127.0.0.1') },
    );
    // One port that speaks both protocols, like ports 80 and 443 of one host.
    const plain = await startOrigin((url) => ({
      status: 301,
      headers: { location: `${secure.address}${url}` },
    }));
    const front = net.createServer((socket) => {
      socket.once('data', (first) => {
        const to = net.connect(first[0] === 0x16 ? secure.port : plain.port, '127.0.0.1');
        to.on('error', () => socket.destroy());
        to.write(first);
        socket.pipe(to).pipe(socket);
      });
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    closers.push(() => front.close());
    const { port } = front.address() as AddressInfo;
    plain.serve((url) => ({ status: 301, headers: { location: `https://127.0.0.1:${port}${url}` } }));
    const { paths } = await (await openLiveLab()).exported({
      url: `http://127.0.0.1:${port}/`,
      caBundle: authority.file,
    });
    expect(paths).toEqual(['a.html', 'index.html']);
  });
});
