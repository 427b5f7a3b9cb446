import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { requireJob } from '../../server/store/exports.ts';
import { objectFile } from '../../server/store/objects.ts';
import { type Host, openHost } from '../../server/writer/host.ts';
import { builtPorts } from '../stand-ins/built.ts';
import { dataFolder, page, pathsOf, readStore, until } from '../stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';
import { type LiveOrigin, type Place, redirect, startOrigin } from '../stand-ins/live-origin.ts';
import { openLiveLab } from './live-job.ts';

const link = (href: string): string => `<a href="${href}">${href}</a>`;

/** Responds with an ETag, and with 304 if the client has that version already. */
function tagged(body: string, type = 'text/html'): Place {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 12)}"`;
  return (request, response) => {
    const same = request.headers['if-none-match'] === etag;
    response
      .writeHead(same ? 304 : 200, { etag, ...(!same && { 'content-type': type }) })
      .end(same ? '' : body);
  };
}

/** A site of many pages that each link to the next ones; `version` changes some. */
function manyTagged(count: number, version = 0): (url: string) => Place | undefined {
  return (url) => {
    if (url === '/site.css') return tagged('body { color: red }', 'text/css');
    const index = url === '/' ? 0 : Number(/^\/p(\d+)$/.exec(url)?.[1] ?? Number.NaN);
    if (Number.isNaN(index) || index >= count) return undefined;
    const next = [1, 2, 3].map((step) => link(`/p${index * 3 + step}`)).join('');
    const changed = index % 10 === 3 ? `version ${version}` : '';
    return tagged(page(url, `<link rel="stylesheet" href="/site.css">${next}${changed}`));
  };
}

function transferred(origin: LiveOrigin, from: number): number {
  return origin.requests.length - from;
}

describe('a second export of a live site', () => {
  it('asks whether pages changed, takes over those that did not, and gives the bytes of a full one', async () => {
    const origin = await startOrigin(manyTagged(30, 1));
    const lab = await openLiveLab();
    const first = await lab.exported({ url: origin.address });
    expect(first.paths).toHaveLength(31);

    const again = await lab.exported({ url: origin.address });
    expect(again.sha256).toBe(first.sha256);
    expect(origin.headers.get('/p1')?.['if-none-match']).toMatch(/^"/);
    expect(reused(lab.data)).toBe(31);

    origin.serve(manyTagged(35, 2));
    const changed = await lab.exported({ url: origin.address });
    expect(reused(lab.data)).toBe(28); // three have another version
    const full = await (await openLiveLab()).exported({ url: origin.address });
    expect(changed.sha256).toBe(full.sha256);
    expect(changed.sha256).not.toBe(first.sha256);
  });

  it.runIf(isFullRun)('goes by Last-Modified only where a later change would show', async () => {
    const old = new Date(Date.now() - 3_600_000).toUTCString();
    const now = new Date().toUTCString();
    const origin = await startOrigin({
      '/': { headers: { 'last-modified': old }, body: page('Start', link('/young')) },
      '/young': { headers: { 'last-modified': now }, body: page('Young') },
    });
    const lab = await openLiveLab();
    await lab.exported({ url: origin.address });
    await lab.exported({ url: origin.address });
    expect(origin.headers.get('/')?.['if-modified-since']).toBe(old);
    expect(origin.headers.get('/young')?.['if-modified-since']).toBe(undefined);
    const { length } = origin.requests;
    origin.serve((url) => (request, response) => {
      const isAsked = url === '/' && request.headers['if-modified-since'] === old;
      response
        .writeHead(isAsked ? 304 : 200, { 'content-type': 'text/html', 'last-modified': old })
        .end(isAsked ? '' : page(url, link('/young')));
    });
    await lab.exported({ url: origin.address });
    expect(transferred(origin, length)).toBeGreaterThan(2);
    expect(reused(lab.data)).toBe(1);
  });

  it.runIf(isFullRun)('gets again what the store has lost, without asking for a change', async () => {
    const origin = await startOrigin({ '/': tagged(page('Start')) });
    const lab = await openLiveLab();
    const first = await lab.exported({ url: origin.address });
    const object = createHash('sha256').update(page('Start')).digest('hex');
    fs.rmSync(objectFile(lab.data, object));
    expect((await lab.exported({ url: origin.address })).sha256).toBe(first.sha256);
    expect(fs.existsSync(objectFile(lab.data, object))).toBe(true);
  });

  it('follows pages that became redirects, that moved and that went', async () => {
    const origin = await startOrigin({
      '/': tagged(page('Start', link('/a') + link('/b') + link('/c'))),
      '/a': tagged(page('A')),
      '/b': tagged(page('B')),
      '/c': redirect('/a'),
    });
    const lab = await openLiveLab();
    await lab.exported({ url: origin.address });
    origin.serve({
      '/': tagged(page('Start', link('/a') + link('/b') + link('/c'))),
      '/a': redirect('/d'),
      '/c': tagged(page('C')),
      '/d': tagged(page('D')),
    });
    const { sha256, paths } = await lab.exported({ url: origin.address });
    expect(paths).toEqual(['a.html', 'c.html', 'd.html', 'index.html']);
    expect(sha256).toBe((await (await openLiveLab()).exported({ url: origin.address })).sha256);
  });
});

function reused(data: string): number {
  return readStore(data, (store) =>
    Number(
      store
        .prepare(
          `SELECT count(*) FROM resources WHERE reused = 1 AND job_id = (SELECT id FROM export_jobs ORDER BY created_at DESC LIMIT 1)`,
        )
        .pluck()
        .get(),
    ),
  );
}

describe('an export of a live site that is killed', () => {
  const hosts = new Set<Host>();
  afterEach(async () => {
    for (const host of hosts) await host.close();
    hosts.clear();
  });

  it.runIf(isFullRun)(
    'goes on where it stopped, asks for nothing twice, and gives the same bytes',
    async () => {
      const origin = await startOrigin(manyTagged(40));
      const undisturbed = await (await openLiveLab()).exported({ url: origin.address });

      const slow = await startOrigin(
        (url) => (request, response) => {
          const place = manyTagged(40)(url);
          setTimeout(() => {
            if (typeof place === 'function') place(request, response);
            else response.writeHead(404).end();
          }, 5);
        },
        { port: 0 },
      );
      const data = dataFolder();
      const lab = await openLiveLab(data);
      const job = await lab.newJob({ url: slow.address }, { concurrency: 2 });
      await lab.close();
      let worker: ChildProcess | undefined;
      const open = async (): Promise<Host> => {
        const host = await openHost(data, {
          spawnWorker: (file, args) => {
            worker = builtPorts.spawnWorker(file, args);
            return worker;
          },
        });
        hosts.add(host);
        return host;
      };
      const counts = firstOf(2, [8, 16, 28]);
      let host = await open();
      for (const count of counts) {
        const running = host.run(job.id, () => {}).catch(() => {});
        await until(`${count} are acquired`, () => doneIn(data) >= count);
        hosts.delete(host);
        worker?.kill('SIGKILL');
        await host.close();
        await running;
        host = await open();
      }
      const ended = await host.run(job.id, () => {});

      expect(ended.status).toBe('completed');
      const asked = slow.requests.filter((request) => /\/p\d+$/.test(request));
      const twice = asked.length - new Set(asked).size;
      // Resources in flight at each kill: 1.5 for each of the two connections (crawl.ts).
      expect(twice).toBeLessThanOrEqual(3 * counts.length);
      const archive = path.join(data, 'exports', job.id, 'bundle.zip');
      expect(await pathsOf(archive)).toEqual(undisturbed.paths);
      expect(sha256Of(archive)).toBe(undisturbed.sha256);
      expect(requireJob(host.store(), job.id).site).toMatchObject({ base: slow.address });
    },
  );
});

function doneIn(data: string): number {
  return readStore(data, (store) =>
    Number(store.prepare(`SELECT count(*) FROM resources WHERE status = 'done'`).pluck().get()),
  );
}

function sha256Of(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

describe('a site that asks for a login', () => {
  const pages = Array.from({ length: 40 }, (_, index) => `/p${String(index).padStart(2, '0')}`);
  const all = (url: string): string => page(url, pages.map(link).join(''));

  it('from the start makes the job wait; with the right secret it goes on', async () => {
    const origin = await startOrigin((url) => (request, response) => {
      const isIn = request.headers.cookie === 'session=right';
      if (url.startsWith('/login'))
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(page('Log in', '<input type="password">'));
      else if (isIn) response.writeHead(200, { 'content-type': 'text/html' }).end(all(url));
      else response.writeHead(302, { location: '/login?next=/' }).end();
    });
    const lab = await openLiveLab();
    const job = await lab.newJob({ url: origin.address, cookies: [{ name: 'session', secret: 'cookie' }] });
    const waiting = await lab.run(job, { cookie: 'wrong' });
    expect(waiting).toMatchObject({ status: 'queued', paused: true });
    expect(waiting.pauseReason).toContain(`redirects to 127.0.0.1:${origin.port}/login`);

    await lab.host.command('resumeJob', job.id);
    const ended = await lab.run(job, { cookie: 'right' });
    expect(ended).toMatchObject({ status: 'completed', pauseReason: null });
    expect(await pathsOf(lab.bundleOf(ended).archive)).toHaveLength(41);
  });

  it.each(
    firstOf<[what: string, wall: Place]>(1, [
      ['by redirects', redirect('/account/login')],
      ['by 401', { status: 401 }],
      ['by redirects to another host', redirect('https://sso.example.com/oauth2/authorize?x=1')],
      ['by 403', { status: 403 }],
      [
        'by one page in the place of all',
        page('Welcome back', '<form><input name="p" type=password></form>'),
      ],
    ]),
  )('under way, %s, makes the job wait, and what was answered so is asked for again', async (_what, wall) => {
    let isOpen = true;
    const origin = await startOrigin((url) => {
      if (origin.requests.length > 22) isOpen = false;
      return isOpen || url === '/robots.txt' ? all(url) : wall;
    });
    const lab = await openLiveLab();
    const job = await lab.newJob({ url: origin.address }, { concurrency: 3 });
    const waiting = await lab.run(job);
    expect(waiting).toMatchObject({ status: 'queued', paused: true });
    expect(waiting.pauseReason).toContain('then resume the job');

    origin.serve(all);
    await lab.host.command('resumeJob', job.id);
    const ended = await lab.run(job);
    expect(ended).toMatchObject({ status: 'completed', missingCount: 0 });
    expect(lab.bundleOf(ended).sha256).toBe(
      (await (await openLiveLab()).exported({ url: origin.address })).sha256,
    );
  });

  it.each<[what: string, others: string, isWall: boolean]>([
    ['alone', '', true],
    ['beside pages', link('/p00') + link('/p01'), false],
  ])('by a form at its very address, %s', async (_what, others, isWall) => {
    const form = page('Welcome', `<form><input name="p" type="password"></form>${others}`);
    const origin = await startOrigin((url) =>
      url === '/' ? form : pages.includes(url) ? page(url) : undefined,
    );
    const lab = await openLiveLab();
    const ended = await lab.run(await lab.newJob({ url: origin.address }));
    expect(ended).toMatchObject(
      isWall ? { status: 'queued', paused: true } : { status: 'completed', pageCount: 3 },
    );
    if (isWall) expect(ended.pauseReason).toContain('shows nothing but a login page');
  });

  it.each(
    firstOf<[what: string, box: string]>(1, [
      ['', ''],
      [', where each page has a box to log in as well', '<form><input name="p" type="password"></form>'],
    ]),
  )('for some of its pages only is exported without these%s', async (_what, box) => {
    const origin = await startOrigin((url) =>
      url.startsWith('/edit')
        ? redirect(`/login?next=${url}`)
        : url.startsWith('/login')
          ? page('Log in', '<input type="password">')
          : page(url, box + pages.map((name) => link(name) + link(`/edit${name}`)).join('')),
    );
    const lab = await openLiveLab();
    const { job, paths } = await lab.exported({ url: origin.address });
    expect(job.status).toBe('completed');
    expect(paths).toEqual(expect.arrayContaining(['p00.html', 'p39.html']));
  });
});

describe('a live site that changes while it is exported', () => {
  it.runIf(isFullRun)('ends the job, which says so; a retry takes what did not change', async () => {
    let edition = 1;
    const origin = await startOrigin((url) => {
      if (url === '/') {
        const text = `Edition ${edition} says something. `.repeat(edition * 20);
        return tagged(page('News', `<p>${text}</p>${link('/z-last')}`));
      }
      if (url !== '/z-last') return undefined;
      edition = 2; // for requests after the news
      return tagged(page('Last', link('/')));
    });
    const lab = await openLiveLab();
    const job = await lab.newJob({ url: origin.address }, { sampleMin: 1, sampleMax: 1, concurrency: 1 });
    const ended = await lab.run(job);
    expect(ended).toMatchObject({ status: 'failed', errorCode: 'origin-changed' });
    expect(ended.error).toContain('The site changed while it was being exported (/)');

    const retry = await lab.run(await lab.host.command('retryJob', job.id));
    expect(retry).toMatchObject({ status: 'completed', verdict: 'passed' });
    expect(reused(lab.data)).toBe(1);
  });
});
