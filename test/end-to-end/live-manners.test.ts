import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { page, temporaryFolder } from './fixture-site.ts';
import { openLiveLab } from './live-job.ts';
import { type Places, startOrigin } from './live-origin.ts';

const link = (href: string): string => `<a href="${href}">${href}</a>`;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

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
    // Nothing of it is kept.
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
    // 50 ms between them, less what the first one took to arrive.
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(50 * (times.length - 1) - 150);
    expect(times.length).toBeGreaterThan(8);
  });

  it('that asks to wait is waited for, by everybody', async () => {
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
    expect(ended.error).toContain('/a (busy: The origin asks to wait (503))');
    expect(origin.countOf('/a')).toBe(1);
  });

  it('that fails now and then is tried again', async () => {
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
    const seen: string[] = [];
    const proxy = http.createServer((request, response) => {
      seen.push(`${request.url} ${request.headers['proxy-authorization']}`);
      http.get(`http://${origin.host}${new URL(request.url ?? '').pathname}`, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    closers.push(() => proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const { paths } = await (await openLiveLab()).exported(
      {
        url: 'http://docs.intranet.test/',
        proxy: { url: `http://127.0.0.1:${port}`, secret: 'proxy' },
        robots: 'ignore',
      },
      {},
      { proxy: 'ada:s3cret' },
    );
    expect(paths).toEqual(['a.html', 'index.html']);
    const authorization = `Basic ${Buffer.from('ada:s3cret').toString('base64')}`;
    expect(seen).toContain(`http://docs.intranet.test/a ${authorization}`);
    expect(seen.every((line) => line.endsWith(authorization))).toBe(true);
  });
});

describe('TLS', () => {
  const folder = temporaryFolder('tls');
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  };
  const hasOpenssl = ((): boolean => {
    try {
      openssl(
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-keyout',
        'ca.key',
        '-out',
        'ca.pem',
        '-subj',
        '/CN=Test CA',
      );
      openssl(
        'req',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        'site.key',
        '-out',
        'site.csr',
        '-subj',
        '/CN=site',
      );
      fs.writeFileSync(path.join(folder, 'ext'), 'subjectAltName=IP:127.0.0.1');
      openssl(
        'x509',
        '-req',
        '-in',
        'site.csr',
        '-CA',
        'ca.pem',
        '-CAkey',
        'ca.key',
        '-CAcreateserial',
        '-days',
        '2',
        '-out',
        'site.pem',
        '-extfile',
        'ext',
      );
      return true;
    } catch {
      return false;
    }
  })();
  const own = () => ({
    key: fs.readFileSync(path.join(folder, 'site.key')),
    cert: fs.readFileSync(path.join(folder, 'site.pem')),
  });

  it.runIf(hasOpenssl)('with an authority of one’s own needs its certificate, and says so', async () => {
    const origin = await startOrigin({ '/': page('Start', link('/a')), '/a': page('A') }, { tls: own() });
    const lab = await openLiveLab();
    const refused = await lab.run(await lab.newJob({ url: origin.address }));
    expect(refused).toMatchObject({ status: 'failed', errorCode: 'origin-unreachable' });
    expect(refused.error).toContain('give the file of its certificate as caBundle');

    const { paths } = await lab.exported({ url: origin.address, caBundle: path.join(folder, 'ca.pem') });
    expect(paths).toEqual(['a.html', 'index.html']);
  });

  it('with a file of certificates that is none says so', async () => {
    const lab = await openLiveLab();
    const file = path.join(folder, 'nothing.pem');
    fs.writeFileSync(file, 'nothing');
    const none = await lab.run(await lab.newJob({ url: 'https://127.0.0.1:9/', caBundle: file }));
    expect(none.error).toContain('holds no certificate in PEM form');
    const gone = await lab.run(await lab.newJob({ url: 'https://127.0.0.1:9/', caBundle: `${file}.not` }));
    expect(gone.error).toContain('cannot be read (ENOENT). Correct caBundle.');
  });

  it('with somebody who does not speak it says so', async () => {
    const origin = await startOrigin({ '/': page('Start') });
    const lab = await openLiveLab();
    const ended = await lab.run(await lab.newJob({ url: `https://127.0.0.1:${origin.port}/` }));
    expect(ended.error).toContain('begin the address with http://');
  });

  it('is what a site may lead to from its plain address', async () => {
    if (!hasOpenssl) return;
    const secure = await startOrigin({ '/': page('Start', link('/a')), '/a': page('A') }, { tls: own() });
    // One port that speaks both, as port 80 and 443 of one host do.
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
      caBundle: path.join(folder, 'ca.pem'),
    });
    expect(paths).toEqual(['a.html', 'index.html']);
  });
});
