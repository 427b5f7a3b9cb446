import type { AddressInfo } from 'node:net';
import net from 'node:net';
import zlib from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { ExportSettingsInput } from '../../server/exports/settings.ts';
import { exportSite, page, pathsOf, reportOf } from './fixture-site.ts';
import { openLiveLab } from './live-job.ts';
import { type Place, type Places, redirect, startOrigin } from './live-origin.ts';

const link = (href: string): string => `<a href="${href}">${href}</a>`;

const QUICK: ExportSettingsInput = { timeoutMs: 1000, resourceMaxMs: 2000, retryMaxMs: 1000 };

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Exports a site that has something wrong with it, and gives how that ended. */
async function ended(places: Places, settings: ExportSettingsInput = {}, url?: string) {
  const origin = await startOrigin(places);
  const lab = await openLiveLab();
  const job = await lab.run(await lab.newJob({ url: url ?? origin.address }, { ...QUICK, ...settings }));
  return { job, origin, lab, missing: job.status === 'queued' ? [] : reportOf(lab.data).missing };
}

/** A start page that leads to one bad place. */
const withOne = (bad: Place, href = '/bad'): Places => ({ '/': page('Start', link(href)), [href]: bad });

describe('an origin', () => {
  it('that is down is told by its name', async () => {
    const gone = await startOrigin({});
    await gone.close();
    const { job } = await ended({}, {}, `http://127.0.0.1:${gone.port}/`);
    expect(job).toMatchObject({ status: 'failed', errorCode: 'origin-unreachable' });
    expect(job.error).toContain(
      `Nothing listens at 127.0.0.1:${gone.port}. Start the origin or correct its address`,
    );
  });

  it('of an unknown name is told so', async () => {
    const { job } = await ended({}, {}, 'http://nowhere.invalid/');
    expect(job.error).toContain('nowhere.invalid');
    expect(job.errorCode).toBe('origin-unreachable');
  });

  it('that goes away under way ends the job, with what was acquired kept', async () => {
    const places: Places = (url) =>
      page(
        url,
        Array.from({ length: 80 }, (_, index) => link(`/p${String(index).padStart(3, '0')}`)).join(''),
      );
    const origin = await startOrigin((url) => (request, response) => {
      if (origin.requests.length > 30) {
        origin.close();
        request.socket.destroy();
      } else
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(String(places instanceof Function && places(url)));
    });
    const lab = await openLiveLab();
    const job = await lab.run(await lab.newJob({ url: origin.address }, { retryMaxMs: 100 }));
    expect(job).toMatchObject({ status: 'failed', errorCode: 'origin-unreachable' });
    expect(job.error).toContain('What was acquired is kept');
    const before = origin.requests.length;

    const again = await startOrigin(places, { port: origin.port });
    const retry = await lab.run(await lab.host.command('retryJob', job.id));
    expect(retry.status).toBe('completed');
    expect(await pathsOf(lab.bundleOf(retry).archive)).toHaveLength(81);
    expect(before).toBeLessThan(80);
    void again;
  });

  it.each([
    [404, 'answered 404. Give an address at which there is a page'],
    [500, 'The origin answered 500'],
  ])('whose start answers %i says so', async (status, says) => {
    const { job } = await ended({ '/': { status } });
    expect(job.status).toBe('failed');
    expect(job.error).toContain(says);
  });

  it('whose start is no page says so', async () => {
    const { job } = await ended({ '/': { headers: { 'content-type': 'application/pdf' }, body: '%PDF' } });
    expect(job.error).toContain('is no page (application/pdf)');
  });

  it('that leads to another host is not followed, but named', async () => {
    const { job, origin } = await ended({ '/': redirect('https://www.example.com/') });
    expect(job).toMatchObject({ status: 'failed', errorCode: 'origin-unreadable' });
    expect(job.error).toContain(`export https://www.example.com/ instead`);
    expect(origin.requests).toHaveLength(1);
  });

  it('that redirects in a circle says so', async () => {
    const { job } = await ended({ '/': redirect('/a'), '/a': redirect('/b'), '/b': redirect('/a') });
    expect(job.error).toContain('redirects without end');
  });
});

describe('a place of a site', () => {
  it.each<[what: string, bad: Place, reason: RegExp, settings?: ExportSettingsInput]>([
    ['that answers nothing', () => {}, /^timeout: The origin was silent for 1000 ms/],
    [
      'that sends a byte a second',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const timer = setInterval(() => response.write('x'), 300);
        response.on('close', () => clearInterval(timer));
      },
      /^too slow: The answer did not come within 2000 ms/,
    ],
    ['that hangs up', (request) => request.socket.destroy(), /^connection: No answer from 127\.0\.0\.1/],
    [
      'that resets',
      (request) => request.socket.resetAndDestroy(),
      /^connection: No answer from 127\.0\.0\.1/,
    ],
    [
      'that hangs up in the middle',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1000 });
        response.write('<p>half');
        setTimeout(() => response.destroy(), 50);
      },
      /^truncated: /,
    ],
    ['that fails', { status: 500 }, /^server error: The origin answered 500/],
    [
      'that unpacks to a thousand times its size',
      {
        headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' },
        body: zlib.gzipSync(Buffer.alloc(40 * 2 ** 20)),
      },
      /^size cap reached/,
    ],
    [
      'that is not what its encoding says',
      { headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' }, body: 'plain' },
      /^undecodable: /,
    ],
    [
      'in an unknown encoding',
      { headers: { 'content-type': 'text/html', 'content-encoding': 'sdch' }, body: 'plain' },
      /^undecodable: .*sdch/,
    ],
    [
      'longer than it may be',
      { headers: { 'content-type': 'text/html' }, body: 'x'.repeat(5000) },
      /^size cap reached/,
      { pageMaxBytes: 3000 },
    ],
    [
      'that leads to another host',
      redirect('http://169.254.169.254/latest/'),
      /^redirects to another site: http:\/\/169\.254/,
    ],
    ['that may not be read', { status: 403 }, /^HTTP 403/],
    [
      'with endless headers',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'x-long': 'x'.repeat(100_000) }).end('x');
      },
      /^connection: /,
    ],
  ])('%s fails by its reason', async (_what, bad, reason, settings) => {
    const { job, missing } = await ended(withOne(bad), settings);
    expect(job.status).toBe('failed');
    expect(missing).toMatchObject([{ url: '/bad', reason: expect.stringMatching(reason), referrer: '/' }]);
  });

  it('that speaks no HTTP fails by its reason', async () => {
    const junk = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    });
    await new Promise<void>((resolve) => junk.listen(0, '127.0.0.1', resolve));
    closers.push(() => junk.close());
    const { job } = await ended({}, {}, `http://127.0.0.1:${(junk.address() as AddressInfo).port}/`);
    expect(job.errorCode).toBe('origin-unreachable');
  });

  it('shorter than it says ends early; longer than it says is cut, as browsers cut it', async () => {
    const raw =
      (length: number): Place =>
      (request) => {
        const body = page('Raw');
        request.socket.end(
          `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${body.length + length}\r\n\r\n${body}`,
        );
      };
    const { missing } = await ended({
      '/': page('Start', link('/short') + link('/long')),
      '/short': raw(50),
      '/long': raw(-20),
    });
    expect(missing).toMatchObject([{ url: '/short', reason: expect.stringMatching(/^truncated/) }]);
  });

  it('that redirects without end is a dead link, in bounded time', async () => {
    const { job, origin } = await ended((url) =>
      url === '/'
        ? page('Start', link('/loop') + link('/r?n=0'))
        : url === '/loop'
          ? redirect('/loop2')
          : url === '/loop2'
            ? redirect('/loop')
            : redirect(`/r?n=${Number(/n=(\d+)/.exec(url)?.[1]) + 1}`),
    );
    expect(job.status).toBe('completed');
    expect(origin.requests.length).toBeLessThan(100);
  });

  it('may be an empty page', async () => {
    const { job } = await ended(withOne({ headers: { 'content-type': 'text/html' }, body: '' }));
    expect(job.status).toBe('completed');
  });
});

describe('a site without end', () => {
  /** Pages that each lead to more pages. */
  const endless =
    (next: (url: string) => string[]): Places =>
    (url) =>
      page(url, next(url).map(link).join(''));

  it('of ever deeper paths ends at repeated segments', async () => {
    const { job, origin, lab } = await ended(endless((url) => [`${url.replace(/\/$/, '')}/a/`, `${url}/`]));
    expect(job.status).toBe('completed');
    expect(origin.requests.length).toBeLessThan(200);
    expect(new Set(reportOf(lab.data).skipped.map(({ reason }) => reason))).toEqual(
      new Set(['repeated segments']),
    );
  });

  it('of a calendar ends at the cap on depth', async () => {
    const month = (url: string): number => Number(/(\d+)$/.exec(url)?.[1] ?? 0);
    const { job, origin, missing } = await ended(
      endless((url) => [`/calendar/${month(url) + 1}`]),
      { maxDepth: 20 },
    );
    expect(job).toMatchObject({ status: 'failed', errorCode: 'depth-cap-reached' });
    expect(job.error).toContain('maxDepth 20');
    expect(missing).toMatchObject([{ url: '/calendar/21', reason: 'depth cap reached' }]);
    expect(origin.countOf('/calendar/20')).toBe(1);
  });

  it('of a query ends at the cap on variants', async () => {
    const { job, missing } = await ended(
      endless((url) => (url === '/' ? Array.from({ length: 30 }, (_, index) => `/list?page=${index}`) : [])),
      { maxQueryVariants: 10 },
    );
    expect(job.errorCode).toBe('query-cap-reached');
    expect(missing).toHaveLength(20);
  });

  it('of pages ends at the cap on them, the same ones each time', async () => {
    const places = endless((url) =>
      Array.from({ length: 5 }, (_, index) => `${url === '/' ? '' : url}/${index}`),
    );
    const settings = { maxPages: 17, allowMissing: true, concurrency: 7, maxDepth: 6 };
    const bundles: string[] = [];
    for (let run = 0; run < 2; run++) {
      const { job, lab, missing } = await ended(places, settings);
      expect(job).toMatchObject({ status: 'completed', pageCount: 17 });
      expect(new Set(missing.map(({ reason }) => reason))).toEqual(new Set(['page cap reached']));
      bundles.push(lab.bundleOf(job).sha256);
    }
    expect(bundles[0]).toBe(bundles[1]);
  });

  it('of bytes, or of time, ends at these caps', async () => {
    const places = endless((url) => [`${url === '/' ? '/x' : url}1`]);
    const bytes = await ended(places, { maxBytes: 2000 });
    expect(bytes.job.errorCode).toBe('byte-cap-reached');
    const time = await ended(
      (url) => (_request, response) => {
        setTimeout(
          () =>
            response
              .writeHead(200, { 'content-type': 'text/html' })
              .end(page(url, link(`${url === '/' ? '/x' : url}1`))),
          50,
        );
      },
      { acquireMaxMs: 500 },
    );
    expect(time.job.errorCode).toBe('time-cap-reached');
  });

  it('of style sheets that import each other ends too', async () => {
    const { job, origin } = await ended((url) =>
      url === '/'
        ? page('Start', '<link rel="stylesheet" href="/s0.css">')
        : `@import "/s${Number(/(\d+)\.css/.exec(url)?.[1]) + 1}.css";`,
    );
    expect(job.status).toBe('completed');
    expect(origin.requests.length).toBeLessThan(60);
  });
});

describe('the command line', () => {
  it.each<[settings: string[], places: Places, code: number]>([
    [['--max-pages', '2'], (url) => page(url, link('/a') + link('/b') + link('/c')), 7],
    [['--max-bytes', '300'], (url) => page(url, link(`${url}a`)), 9],
    [['--max-depth', '1'], (url) => page(url, link(`${url}a`)), 10],
    [['--page-max-bytes', '400'], (url) => page(url, url === '/' ? link('/a') : 'x'.repeat(500)), 12],
    [['--max-query-variants', '1'], (url) => page(url, link('/?a=1') + link('/?a=2')), 13],
  ])('%j has an exit code of its own', async (settings, places, code) => {
    const origin = await startOrigin(places);
    expect((await exportSite(origin.address, settings)).code).toBe(code);
  });

  it.each([
    ['ftp://example.com/', 'There is no folder'],
    ['http://', 'must be an http or https address'],
    ['http://ada:s3cret@example.com/', 'holds a name or password'],
  ])('refuses %s', async (address, says) => {
    const { code, stderr } = await exportSite(address);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });
});
