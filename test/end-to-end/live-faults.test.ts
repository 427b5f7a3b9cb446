import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { ExportSettingsInput } from '../../server/exports/settings/settings.ts';
import { exportSite, page, pathsOf, reportOf, unpacked } from '../stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';
import { type Place, type Places, redirect, startOrigin } from '../stand-ins/live-origin.ts';
import { openLiveLab } from './live-job.ts';

const link = (href: string): string => `<a href="${href}">${href}</a>`;

const MB = 2 ** 20;

const QUICK: ExportSettingsInput = { timeoutMs: 1000, resourceMaxMs: 2000, retryMaxMs: 1000 };

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Exports a faulty site and returns the outcome. */
async function ended(places: Places, settings: ExportSettingsInput = {}, url?: string) {
  const origin = await startOrigin(places);
  const lab = await openLiveLab();
  const job = await lab.run(await lab.newJob({ url: url ?? origin.address }, { ...QUICK, ...settings }));
  return { job, origin, lab, missing: job.status === 'queued' ? [] : reportOf(lab.data).missing };
}

/** Leftovers of incomplete transfers. */
function unfinishedIn(data: string): string[] {
  const names = fs.readdirSync(path.join(data, 'objects'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.includes('unfinished'));
}

/** A start page that links to one bad place. */
const withOne = (bad: Place, href = '/bad'): Places => ({ '/': page('Start', link(href)), [href]: bad });

/** Each page links to two more, and is slow. */
const slowTree: Places = (url) => (_request, response) => {
  const number = Number(/\d+$/.exec(url)?.[0] ?? 0);
  const content = page(url, link(`/p${2 * number + 1}`) + link(`/p${2 * number + 2}`));
  setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(content), 50);
};

describe('an origin', () => {
  it('that is down is told by its name', async () => {
    const gone = await startOrigin({});
    await gone.close();
    const { job } = await ended({}, {}, `http://127.0.0.1:${gone.port}/`);
    expect(job).toMatchObject({ status: 'failed', errorCode: 'origin-unreachable' });
    expect(job.error).toContain(
      `Nothing is listening at 127.0.0.1:${gone.port}. Start the site's server, or correct the address`,
    );
  });

  it('of an unknown name is told so', async () => {
    const { job } = await ended({}, {}, 'http://nowhere.invalid/');
    expect(job.error).toContain('nowhere.invalid');
    expect(job.errorCode).toBe('origin-unreachable');
  });

  it.runIf(isFullRun)('that goes away under way ends the job, with what was acquired kept', async () => {
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
    expect(job.error).toContain('Everything read so far is kept');
    const before = origin.requests.length;

    const again = await startOrigin(places, { port: origin.port });
    const retry = await lab.run(await lab.host.command('retryJob', job.id));
    expect(retry.status).toBe('completed');
    expect(await pathsOf(lab.bundleOf(retry).archive)).toHaveLength(81);
    expect(before).toBeLessThan(80);
    void again;
  });

  it.each([
    [404, 'returned 404. Use the address of a page'],
    [500, 'The origin returned 500'],
  ])('whose start answers %i says so', async (status, says) => {
    const { job } = await ended({ '/': { status } });
    expect(job.status).toBe('failed');
    expect(job.error).toContain(says);
  });

  it('whose start is no page says so', async () => {
    const { job } = await ended({ '/': { headers: { 'content-type': 'application/pdf' }, body: '%PDF' } });
    expect(job.error).toContain('is not a page (application/pdf)');
  });

  it('that leads to another host is not followed, but named', async () => {
    const { job, origin } = await ended({ '/': redirect('https://www.example.com/') });
    expect(job).toMatchObject({ status: 'failed', errorCode: 'origin-unreadable' });
    expect(job.error).toContain("set https://www.example.com/ as the project's origin");
    expect(origin.requests).toHaveLength(1);
  });

  it('that redirects in a circle says so', async () => {
    const { job } = await ended({ '/': redirect('/a'), '/a': redirect('/b'), '/b': redirect('/a') });
    expect(job.error).toContain('redirects endlessly');
  });
});

describe('a place of a site', () => {
  it.each(
    firstOf<[what: string, bad: Place, reason: RegExp, settings?: ExportSettingsInput]>(6, [
      ['that answers nothing', () => {}, /^timeout: The origin sent nothing for 1000 ms/],
      [
        'that sends a byte a second',
        (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/html' });
          const timer = setInterval(() => response.write('x'), 300);
          response.on('close', () => clearInterval(timer));
        },
        /^too slow: The response did not arrive within 2000 ms/,
      ],
      ['that hangs up', (request) => request.socket.destroy(), /^connection: No response from 127\.0\.0\.1/],
      [
        'that hangs up in the middle',
        (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1000 });
          response.write('<p>half');
          setTimeout(() => response.destroy(), 50);
        },
        /^truncated: /,
      ],
      [
        'that unpacks to a thousand times its size',
        {
          headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' },
          body: zlib.gzipSync(Buffer.alloc(40 * 2 ** 20)),
        },
        /^size limit reached/,
      ],
      ['that fails', { status: 500 }, /^server error: The origin returned 500/],
      [
        'that resets',
        (request) => request.socket.resetAndDestroy(),
        /^connection: No response from 127\.0\.0\.1/,
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
        /^size limit reached/,
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
    ]),
  )('%s fails by its reason', async (_what, bad, reason, settings) => {
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
      (type: string, length: number, body: string): Place =>
      (request) => {
        request.socket.end(
          `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`,
        );
      };
    const long = page('Long', '<p>within</p>');
    const { job, lab, missing } = await ended(
      {
        '/': page('Start', link('/short') + link('/long') + link('/long.bin')),
        '/short': raw('text/html', 999, page('Short')),
        '/long': raw('text/html', long.length, `${long}<p>beyond</p>`),
        '/long.bin': raw('application/octet-stream', 4, '0123456789'),
      },
      { allowMissing: true },
    );
    expect(missing).toMatchObject([{ url: '/short', reason: expect.stringMatching(/^truncated/) }]);
    const files = await unpacked(lab.bundleOf(job).archive);
    expect(files.get('long.bin')?.toString()).toBe('0123');
    const kept = files.get('long.html')?.toString();
    expect(kept).toContain('<p>within</p>');
    expect(kept).not.toContain('beyond');
    expect(files.has('short.html')).toBe(false);
  });

  it('that redirects without end is a dead link, in bounded time', async () => {
    const { job, origin, lab } = await ended((url) =>
      url === '/'
        ? page('Start', link('/loop') + link('/r?n=0') + link('/fine'))
        : url === '/fine'
          ? page('Fine')
          : url === '/loop'
            ? redirect('/loop2')
            : url === '/loop2'
              ? redirect('/loop')
              : redirect(`/r?n=${Number(/n=(\d+)/.exec(url)?.[1]) + 1}`),
    );
    expect(job.status).toBe('completed');
    expect(origin.requests.length).toBeLessThan(100);
    const dead = { reason: 'redirects endlessly', element: 'a', count: 1, pages: ['/'] };
    expect(reportOf(lab.data).brokenAtSource).toEqual([
      { url: '/loop', ...dead },
      { url: '/r?n=0', ...dead },
    ]);
    const { archive } = lab.bundleOf(job);
    expect(await pathsOf(archive)).toEqual(['fine.html', 'index.html']);
    const nowhere = '<a href="javascript:void(0)" aria-disabled="true">';
    expect((await unpacked(archive)).get('index.html')?.toString()).toContain(
      `${nowhere}/loop</a>${nowhere}/r?n=0</a><a href="fine.html">/fine</a>`,
    );
  });

  it('may be an empty page', async () => {
    const { job } = await ended(withOne({ headers: { 'content-type': 'text/html' }, body: '' }));
    expect(job.status).toBe('completed');
  });
});

describe('a file of a site', () => {
  const image = '<img src="/pic.png" alt="Picture">';
  const download = `<p>See ${link('/setup.bin')}.</p>`;

  /** Does not announce its length. */
  const ofBytes =
    (type: string, length: number): Place =>
    (_request, response) => {
      response.writeHead(200, { 'content-type': type }).write(Buffer.alloc(length / 2));
      response.end(Buffer.alloc(length / 2));
    };

  it.each(
    firstOf<[what: string, body: string, url: string, place: Place, assetMaxBytes: number]>(1, [
      ['as it turns out', image, '/pic.png', ofBytes('image/png', 5000), 3000],
      ['as it says', image, '/pic.png', Buffer.alloc(5000), 3000],
      [
        'as it turns out while it is streamed to the disk',
        download,
        '/setup.bin',
        ofBytes('application/octet-stream', 12 * MB),
        10 * MB,
      ],
    ]),
  )('that is longer than it may be, %s, is missing', async (_what, body, url, place, assetMaxBytes) => {
    const places = { '/': page('Start', body), [url]: place };
    const missingOne = [{ url, reason: 'size limit reached', referrer: '/' }];
    const { job, missing } = await ended(places, { assetMaxBytes });
    expect(job).toMatchObject({ status: 'failed', errorCode: 'size-cap-reached' });
    expect(job.error).toContain(
      `assetMaxBytes: ${assetMaxBytes}). Missing from the export: ${url} (size limit reached)`,
    );
    expect(missing).toEqual(missingOne);

    const allowed = await ended(places, { assetMaxBytes, allowMissing: true });
    expect(allowed.job).toMatchObject({ status: 'completed', error: null });
    expect(allowed.missing).toEqual(missingOne);
    const { archive } = allowed.lab.bundleOf(allowed.job);
    expect(await pathsOf(archive)).toEqual(['index.html']);
    const start = (await unpacked(archive)).get('index.html')?.toString();
    expect(start).toContain('<h1>Start</h1>');
    expect(start).not.toContain(`="${url}"`);
    expect(unfinishedIn(allowed.lab.data)).toEqual([]);
  });

  it.each(
    firstOf<[how: string, headers: Readonly<Record<string, string | number>>]>(1, [
      ['the length that it gives', { 'content-length': 20 * MB }],
      ['its last chunk', {}],
    ]),
  )('that ends before %s, while it is streamed to the disk, is missing', async (_how, headers) => {
    const { job, lab, missing, origin } = await ended(
      {
        '/': page('Start', download),
        '/setup.bin': (_request, response) => {
          response.writeHead(200, { 'content-type': 'application/octet-stream', ...headers });
          response.write(Buffer.alloc(12 * MB), () => response.destroy());
        },
      },
      // A busy machine needs a second for this many bytes: the time for retries must not run out meanwhile.
      { allowMissing: true, resourceMaxMs: 30_000, retryMaxMs: 60_000 },
    );
    expect(missing).toEqual([
      { url: '/setup.bin', reason: expect.stringMatching(/^truncated: /), referrer: '/' },
    ]);
    expect(await pathsOf(lab.bundleOf(job).archive)).toEqual(['index.html']);
    expect(unfinishedIn(lab.data)).toEqual([]);
    expect(origin.countOf('/setup.bin')).toBeGreaterThan(1); // it was retried
  });

  it('as long as it may be comes along, streamed or not', async () => {
    const { job, lab } = await ended(
      {
        '/': page('Start', image + download),
        '/pic.png': ofBytes('image/png', 3000),
        '/setup.bin': ofBytes('application/octet-stream', 10 * MB),
      },
      { assetMaxBytes: 10 * MB },
    );
    expect(job.status).toBe('completed');
    const files = await unpacked(lab.bundleOf(job).archive);
    expect([files.get('pic.png')?.length, files.get('setup.bin')?.length]).toEqual([3000, 10 * MB]);
  });
});

describe('a site without end', () => {
  /** Pages that each link to more pages. */
  const endless =
    (next: (url: string) => string[]): Places =>
    (url) =>
      page(url, next(url).map(link).join(''));

  it.runIf(isFullRun)('of ever deeper paths ends at repeated segments', async () => {
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
    expect(job.error).toContain('maxDepth: 20');
    expect(missing).toMatchObject([{ url: '/calendar/21', reason: 'depth limit reached' }]);
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

  it.runIf(isFullRun)('of pages ends at the cap on them, the same ones each time', async () => {
    const places = endless((url) =>
      Array.from({ length: 5 }, (_, index) => `${url === '/' ? '' : url}/${index}`),
    );
    const settings = { maxPages: 17, allowMissing: true, concurrency: 7, maxDepth: 6 };
    const bundles: string[] = [];
    for (let run = 0; run < 2; run++) {
      const { job, lab, missing } = await ended(places, settings);
      expect(job).toMatchObject({ status: 'completed', pageCount: 17 });
      expect(new Set(missing.map(({ reason }) => reason))).toEqual(new Set(['page limit reached']));
      bundles.push(lab.bundleOf(job).sha256);
    }
    expect(bundles[0]).toBe(bundles[1]);
  });

  it('of bytes ends at the cap on them', async () => {
    const { job } = await ended(
      endless((url) => [`${url === '/' ? '/x' : url}1`]),
      { maxBytes: 2000 },
    );
    expect(job.errorCode).toBe('byte-cap-reached');
  });

  it.runIf(isFullRun)('of slow answers ends at the cap on time, and what was not had is named', async () => {
    const { job, origin, missing } = await ended(slowTree, { acquireMaxMs: 3000 });
    expect(job).toMatchObject({ status: 'failed', errorCode: 'time-cap-reached' });
    expect(job.error).toContain(
      `(acquireMaxMs: 3000). Missing from the export: ${missing[0]?.url} (time limit reached)`,
    );
    expect(new Set(missing.map(({ reason }) => reason))).toEqual(new Set(['time limit reached']));
    // Every requested page was waited for and is included.
    expect(missing.filter(({ url }) => origin.countOf(url) > 0)).toEqual([]);
    expect(origin.countOf('/p1')).toBe(1);
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
  it.each(
    firstOf<[settings: string[], places: Places, code: number]>(3, [
      [['--max-bytes', '300'], (url) => page(url, link(`${url}a`)), 9],
      [['--max-depth', '1'], (url) => page(url, link(`${url}a`)), 10],
      [['--max-pages', '2'], (url) => page(url, link('/a') + link('/b') + link('/c')), 7],
      [['--acquire-max-ms', '500'], slowTree, 11],
      [['--page-max-bytes', '400'], (url) => page(url, url === '/' ? link('/a') : 'x'.repeat(500)), 12],
      [
        ['--asset-max-bytes', '400'],
        { '/': page('Start', '<img src="/pic.png">'), '/pic.png': Buffer.alloc(500) },
        12,
      ],
      [['--max-query-variants', '1'], (url) => page(url, link('/?a=1') + link('/?a=2')), 13],
    ]),
  )('%j has an exit code of its own', async (settings, places, code) => {
    const origin = await startOrigin(places);
    expect((await exportSite(origin.address, settings)).code).toBe(code);
  });

  it.each([
    ['ftp://example.com/', 'cannot read “ftp:” addresses'],
    ['http://', 'must be an http or https address'],
    ['http://ada:s3cret@example.com/', 'contains a user name or password'],
  ])('refuses %s', async (address, says) => {
    const { code, stderr } = await exportSite(address);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });
});
