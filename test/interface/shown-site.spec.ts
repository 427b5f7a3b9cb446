import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { Frame, Page } from '@playwright/test';
import type { JobList, ShownSite } from '../../server/api/wire.types.ts';
import { storedEntry, writeArchive } from '../../server/bundles/archive.test-support.ts';
import { openForWriting } from '../../server/store/database.ts';
import { firstOf } from '../stand-ins/full.ts';
import { launchApp, shells } from './launch.ts';
import { seedJobs } from './seed.ts';
import { expect, test } from './spec.ts';

/** A bundle whose pages try to escape, shown in the interface: what they reach, and whether they are readable. */
let dataFolder: string;
let jobId: string;
let outside: http.Server;
const heard: string[] = [];

/** Runs in pages of the bundle. `done` collects forbidden actions that succeeded. */
const ATTEMPTS = `
const done = [];
const attempt = async (name, work) => { try { if (await work()) done.push(name); } catch {} };
const settled = (element) => new Promise((resolve) => {
  element.onload = () => resolve(true); element.onerror = () => resolve(false);
  document.body.append(element);
});
const make = (name, facts) => Object.assign(document.createElement(name), facts);
window.attempts = async (outside, app) => {
  await attempt('opener', () => window.opener !== null);
  await attempt('bridge', () => 'offprint' in window);
  await attempt('cookies', () => document.cookie !== '');
  if (parent !== window) {
    await attempt('parent', () => parent.document.title);
    await attempt('storage of the app', () => parent.localStorage.length >= 0);
    await attempt('place of the app', () => { top.location.href = outside + 'top'; return true; });
    await attempt('window', () => window.open(outside + 'open') !== null);
  }
  for (const target of [outside + 'fetch', app + 'v1/projects', app + 'healthz']) {
    await attempt('fetch ' + target, () => fetch(target, { credentials: 'include', mode: 'no-cors' }).then(() => true));
    await attempt('picture ' + target, () => settled(make('img', { src: target })));
    await attempt('script ' + target, () => settled(make('script', { src: target })));
    await attempt('sheet ' + target, () => settled(make('link', { rel: 'stylesheet', href: target })));
  }
  await attempt('beacon', () => { navigator.sendBeacon(outside + 'beacon', 'x'); });
  await attempt('socket', () => new Promise((resolve) => {
    const socket = new WebSocket(outside.replace('http', 'ws') + 'socket');
    socket.onopen = () => resolve(true); socket.onerror = () => resolve(false);
  }));
  await attempt('worker', () => { new Worker(outside + 'worker.js'); });
  document.body.append(make('iframe', { src: outside + 'frame' }), make('iframe', { src: app }));
  document.body.append(make('link', { rel: 'prefetch', href: outside + 'prefetch' }));
  const form = make('form', { action: outside + 'form', method: 'post', target: 'nowhere' });
  document.body.append(form, make('iframe', { name: 'nowhere' }));
  form.submit();
  await new Promise((resolve) => setTimeout(resolve, 300));
  return done;
};`;

test.beforeAll(async () => {
  dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-shown-'));
  await seedJobs(dataFolder, [path.resolve('examples/handbook')], 1);
  const file = path.join(dataFolder, 'exports', 'none.zip');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const { sizeBytes, sha256 } = await writeArchive(file, 'zip', [
    storedEntry(
      'index.html',
      '<!doctype html><title>Start</title><script src="try.js"></script><h1>Start</h1><a href="next.html">Next</a>',
    ),
    storedEntry('next.html', '<!doctype html><title>Next</title><h1>Second page</h1>'),
    storedEntry('try.js', ATTEMPTS),
  ]);
  const store = openForWriting(dataFolder);
  store.prepare('UPDATE bundles SET size_bytes = ?, sha256 = ?').run(sizeBytes, sha256);
  store.close();
  outside = http.createServer((request, response) => {
    heard.push(request.url ?? '');
    response.end('reached');
  });
  outside.on('upgrade', (request, socket) => {
    heard.push(request.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
});
test.afterAll(async () => {
  outside.closeAllConnections();
  outside.close();
  fs.rmSync(dataFolder, { recursive: true, force: true });
});

function outsideUrl(): string {
  return `http://127.0.0.1:${(outside.address() as { port: number }).port}/`;
}

async function shownFrame(page: Page): Promise<Frame> {
  await page.frameLocator('iframe').getByRole('heading', { name: 'Start' }).waitFor();
  // The interface itself has a host name of this form, too.
  const others = page.frames().filter((one) => one !== page.mainFrame());
  const frame = others.find((one) => /^http:\/\/[0-9a-f]{32}\.localhost:/.test(one.url()));
  if (!frame) throw new Error(`There is no frame: ${page.frames().map((one) => one.url())}`);
  return frame;
}

const runAttempts = (place: Page | Frame, app: string): Promise<string[]> =>
  place.evaluate(
    ([outsideAddress, appAddress]) =>
      (window as unknown as { attempts: (outside?: string, app?: string) => Promise<string[]> }).attempts(
        outsideAddress,
        appAddress,
      ),
    [outsideUrl(), app],
  );

for (const shell of firstOf(1, shells))
  test.describe(`the exported site in the ${shell}`, () => {
    test('is read in the app, reaches nothing, and is opened in a browser', async () => {
      const app = await launchApp({ shell, dataFolder });
      const { page, context, standIn } = app;
      try {
        [{ jobId = '' } = {}] = (await app.call<JobList>('GET', '/v1/static-export/jobs')).jobs;
        await app.open(`/exports/${jobId}`);
        await page.getByRole('link', { name: 'Open', exact: true }).click();
        const frame = await shownFrame(page);

        // It works as a site: links can be followed, and there is a way back.
        await frame.getByRole('link', { name: 'Next' }).click();
        await page.frameLocator('iframe').getByRole('heading', { name: 'Second page' }).waitFor();
        await page.getByRole('button', { name: 'Start page' }).click();

        const place = page.url();
        heard.length = 0;
        expect(await runAttempts(await shownFrame(page), `${app.url()}/`)).toEqual([]);
        expect(page.url()).toBe(place);

        // If it navigates elsewhere by itself, it shows nothing of the destination.
        const led = await shownFrame(page);
        await led
          .evaluate((to) => void setTimeout(() => location.assign(to)), `${outsideUrl()}away`)
          .catch(() => {});
        await page.getByRole('button', { name: 'Start page' }).click();
        await shownFrame(page);
        expect(heard).toEqual([]);
        expect(context.pages()).toHaveLength(1);

        const link = page.getByRole('link', { name: 'Open in browser' });
        const address = await link.getAttribute('href');
        if (standIn) {
          await link.click();
          const { args } = await standIn.untilNoted('shell.openExternal');
          expect(args).toEqual([address]);
        } else if (shell === 'browser') {
          const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
          await tab.getByRole('heading', { name: 'Start' }).waitFor();
          expect(tab.url()).toBe(address);
          expect(await runAttempts(tab, `${app.url()}/`)).toEqual([]);
          expect(heard).toEqual([]);
        }
      } finally {
        await app.close();
      }
    });
  });

test('is refused to who may only read, and for a job without a bundle', async () => {
  const app = await launchApp({ dataFolder });
  try {
    const { key } = await app.call<{ key: string }>('POST', '/v1/keys', { name: 'reader', scopes: ['read'] });
    const ask = (id: string, secret: string) =>
      fetch(`${app.url()}/v1/static-export/jobs/${id}/site`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}` },
      });
    expect((await ask(jobId, key)).status).toBe(403);
    expect((await ask(jobId, 'offp_none')).status).toBe(401);
    const { key: writer } = await app.call<{ key: string }>('POST', '/v1/keys', {
      name: 'w',
      scopes: ['write'],
    });
    expect((await ask('se_0000000000000000', writer)).status).toBe(404);
    const answer = await ask(jobId, writer);
    expect(answer.status).toBe(200);
    expect((await answer.json()) as ShownSite).toMatchObject({ jobId });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await app.call('DELETE', `/v1/static-export/jobs/${jobId}`);
    expect((await ask(jobId, writer)).status).toBe(404);
  } finally {
    await app.close();
  }
});
