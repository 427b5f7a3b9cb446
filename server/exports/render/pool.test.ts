import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import type { FetchResource } from '../origin/fetch-resource.ts';
import type { RenderPool } from './pool.ts';
import {
  askAsIs,
  browsers,
  failed,
  noteKinds,
  openTestPool,
  rendered,
  sends,
  startSite,
  type TestSite,
} from './render.test-support.ts';

let site: TestSite;
let assets: TestSite;
beforeAll(async () => {
  assets = await startSite({
    '/a.js': (_request, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.setHeader('access-control-allow-origin', '*');
      response.end('document.body.append(" and a script of the other host")');
    },
    '/landed.js': sends('text/javascript', ''),
  });
  site = await startSite({
    '/page': (request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<title>T</title><p>page ${request.url}`);
    },
    '/with-assets': `<body><p>p</p><script src="${assets.origin}/a.js"></script><script src="/redirected.js"></script>
      <script>fetch('/api').then((r) => r.text()).then((text) => document.body.append(text))</script>`,
    '/redirected.js': (_request, response) =>
      response.writeHead(302, { location: `${assets.origin}/landed.js` }).end(),
    '/api': (request, response) =>
      response.end(`token ${request.headers['x-token']}, ${request.headers.cookie}`),
    '/with-worker': `<p id="p">p</p><script>
      new Worker('/worker.js').onmessage = ({ data }) => { p.textContent = data }</script>`,
    '/worker.js': sends('text/javascript', 'postMessage("the worker was here")'),
    '/moved': (_request, response) => response.writeHead(301, { location: '/page?moved' }).end(),
    '/posts': `<p id="p">p</p><script>fetch('/api', { method: 'POST', body: 'x' }).catch(() => { p.textContent = 'refused' })</script>`,
    '/kill-browser': () => {
      for (const pid of browsers()) process.kill(pid, 'SIGKILL');
    },
    '/kill-browser-once': (_request, response) => {
      if (killed++ === 0) for (const pid of browsers()) process.kill(pid, 'SIGKILL');
      response.setHeader('content-type', 'text/html');
      response.end('<p>well');
    },
    '/slow': (_request, response) => {
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>slow'), 300);
    },
  });
});
afterAll(async () => {
  await site?.close();
  await assets?.close();
});

let killed = 0;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('tabs', () => {
  test.runIf(isFullRun)(
    'take one page after another, and are replaced after their share, as is the browser',
    async () => {
      const pool = openTestPool(site, { tabs: 2, limits: { pagesPerTab: 3, pagesPerBrowser: 8 } });
      try {
        const results = await Promise.all(numbers(20).map((n) => pool.render(`${site.origin}/page?${n}`)));
        expect(results.map((result) => rendered(result).text)).toEqual(
          numbers(20).map((n) => `page /page?${n}`),
        );
        const stats = pool.stats();
        expect(stats).toMatchObject({ pages: 20, failed: 0, triedAgain: 0 });
        // Three pages per tab; two tabs may have had fewer whenever a browser was replaced.
        expect(stats.tabs).toBeGreaterThanOrEqual(7);
        expect(stats.tabs).toBeLessThanOrEqual(11);
        expect(stats.browsers).toBeGreaterThanOrEqual(2);
        expect(stats.browsers).toBeLessThanOrEqual(3);
        expect(browsers()).toHaveLength(1);
      } finally {
        await pool.close();
      }
    },
  );

  test.runIf(isFullRun)(
    'go to a page whose address differs in its fragment only as to any other',
    async () => {
      const pool = openTestPool(site, { tabs: 1 });
      try {
        for (const route of ['#/a', '#/b', '#/b']) rendered(await pool.render(`${site.origin}/page${route}`));
        expect(site.requests.filter(({ path }) => path === '/page')).toHaveLength(3);
      } finally {
        await pool.close();
      }
    },
  );

  test.runIf(isFullRun)(
    'of a browser that is lent are replaced, and it stays until it is given back',
    async () => {
      const pool = openTestPool(site, { tabs: 1, limits: { pagesPerBrowser: 1 } });
      try {
        const lent = await pool.lend(async (browser) => {
          for (const n of numbers(3)) rendered(await pool.render(`${site.origin}/page?${n}`));
          expect(browser.connected).toBe(true);
          expect(await (await browser.newPage()).evaluate(() => 1 + 1)).toBe(2);
          return browser;
        });
        expect(pool.stats().browsers).toBeGreaterThanOrEqual(3);
        await expect.poll(() => lent.connected).toBe(false);
        await expect.poll(browsers).toHaveLength(1);
      } finally {
        await pool.close();
      }
    },
  );

  test('are not opened, nor a browser, before a page comes', async () => {
    const pool = openTestPool(site);
    expect(pool.stats()).toMatchObject({ tabs: 0, browsers: 0 });
    await pool.close();
  });
});

describe('a browser', () => {
  test.runIf(isFullRun)(
    'that ends is replaced, and the pages that it had are tried again alone',
    async () => {
      const pool = openTestPool(site, { tabs: 3 });
      try {
        const urls = ['slow', 'slow?2', 'kill-browser-once', 'page', 'slow?3'];
        const results = await Promise.all(urls.map((name) => pool.render(`${site.origin}/${name}`)));
        expect(results.map((result) => rendered(result).text)).toEqual([
          'slow',
          'slow',
          'well',
          'page /page',
          'slow',
        ]);
        expect(results.flatMap((result) => noteKinds(rendered(result)))).toEqual([]); // as if nothing had happened
        expect(pool.stats().triedAgain).toBeGreaterThanOrEqual(1);
      } finally {
        await pool.close();
      }
      expect(browsers()).toEqual([]);
    },
  );

  test.runIf(isFullRun)(
    'that a page ends whenever it is rendered is that page’s fault, and the pool goes on',
    async () => {
      const pool = openTestPool(site, { tabs: 2 });
      try {
        rendered(await pool.render(`${site.origin}/page`));
        const failure = failed(await pool.render(`${site.origin}/kill-browser`));
        expect(failure).toMatchObject({ reason: 'browser-lost', attempts: 4 });
        rendered(await pool.render(`${site.origin}/page`));
        expect(pool.stats()).toMatchObject({ pages: 2, failed: 1, triedAgain: 1, browsers: 5 });
      } finally {
        await pool.close();
      }
    },
  );

  test('is gone with its profile when the pool is closed, and what was waiting fails', async () => {
    const pool = openTestPool(site, { tabs: 1 });
    rendered(await pool.render(`${site.origin}/page`));
    const [pid] = browsers();
    const profile = /--user-data-dir=([^\0]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1] ?? '';
    expect(existsSync(profile)).toBe(true);
    const waiting = [pool.render(`${site.origin}/slow`), pool.render(`${site.origin}/page`)];
    const outcomes = Promise.allSettled(waiting);
    await pool.close();
    for (const { status } of await outcomes) expect(status).toBe('rejected');
    expect(browsers()).toEqual([]);
    expect(existsSync(profile)).toBe(false);
    await expect(pool.render(`${site.origin}/page`)).rejects.toThrow('closed');
  });

  test('ends when the signal is aborted; pages are rejected with its reason', async () => {
    const controller = new AbortController();
    const pool = openTestPool(site, { tabs: 1, signal: controller.signal });
    rendered(await pool.render(`${site.origin}/page`));
    const reason = new Error('the person changed their mind');
    const outcomes = Promise.allSettled([
      pool.render(`${site.origin}/slow`),
      pool.render(`${site.origin}/page`),
    ]);
    controller.abort(reason);
    for (const outcome of await outcomes) expect(outcome).toEqual({ status: 'rejected', reason });
    await pool.close();
    expect(browsers()).toEqual([]);
  });

  test('that cannot be had is an error that says so', async () => {
    process.env.OFFPRINT_CHROMIUM = '/nowhere/chromium';
    const pool = openTestPool(site);
    try {
      const rejected = expect(pool.render(`${site.origin}/page`)).rejects;
      await rejected.toMatchObject({ code: 'browser' });
    } finally {
      delete process.env.OFFPRINT_CHROMIUM;
      await pool.close();
    }
  });

  test.runIf(isFullRun)(
    'gets nothing of our environment, keeps its sandbox except for root, and listens on no port',
    async () => {
      process.env.LD_PRELOAD_TEST = process.env.NODE_OPTIONS_TEST = 'secret';
      const pool = openTestPool(site);
      try {
        rendered(await pool.render(`${site.origin}/page`));
        const [pid] = browsers();
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        expect(environment).not.toMatch(/NODE_OPTIONS|LD_PRELOAD|secret/);
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        expect(line.includes('--no-sandbox')).toBe(process.getuid?.() === 0);
        expect(line.some((argument) => argument.startsWith('--remote-debugging-port'))).toBe(false);
      } finally {
        delete process.env.LD_PRELOAD_TEST;
        delete process.env.NODE_OPTIONS_TEST;
        await pool.close();
      }
    },
  );
});

describe('requests', () => {
  let shared: RenderPool;
  beforeAll(() => {
    shared = openTestPool(site, { assetHosts: [assets.host] });
  });
  afterAll(() => shared?.close());

  test('are asked for step by step: what is sent to one host goes to no other, redirects included', async () => {
    site.requests.length = 0;
    assets.requests.length = 0;
    const secret = { 'x-token': 'secret', cookie: 'session=1' };
    const fetchResource: FetchResource = ({ headers, ...request }) => {
      const isOwn = request.url.startsWith(site.origin);
      return askAsIs({ ...request, headers: isOwn ? { ...headers, ...secret } : headers });
    };
    const pool = openTestPool(site, { assetHosts: [assets.host], fetchResource });
    try {
      const page = rendered(await pool.render(`${site.origin}/with-assets`));
      expect(page.text).toBe('p and a script of the other host token secret, session=1');
    } finally {
      await pool.close();
    }
    expect(site.requests.map(({ path }) => path).sort()).toEqual(['/api', '/redirected.js', '/with-assets']);
    for (const { headers } of site.requests) expect(headers).toMatchObject(secret);
    expect(assets.requests.map(({ path }) => path).sort()).toEqual(['/a.js', '/landed.js']);
    for (const { headers } of assets.requests)
      for (const name of Object.keys(secret)) expect(headers).not.toHaveProperty(name);
  });

  test('are listed with their type and status', async () => {
    const page = rendered(await shared.render(`${site.origin}/with-assets`));
    expect([...page.assets].sort((a, b) => (a.url < b.url ? -1 : 1))).toEqual(
      [
        { url: `${assets.origin}/a.js`, type: 'script', status: 200 },
        { url: `${assets.origin}/landed.js`, type: 'script', status: 200 },
        { url: `${site.origin}/api`, type: 'fetch', status: 200 },
        { url: `${site.origin}/redirected.js`, type: 'script', status: 302 },
      ].sort((a, b) => (a.url < b.url ? -1 : 1)),
    );
  });

  test('of workers are listed, and keep no page from being quiet', async () => {
    const page = rendered(await shared.render(`${site.origin}/with-worker`));
    expect(noteKinds(page)).toEqual([]);
    expect(page.text).toBe('the worker was here');
    expect(page.assets.map(({ url }) => url)).toEqual([`${site.origin}/worker.js`]);
  });

  test('are answered by somebody else: the browser itself reaches nothing', async () => {
    site.requests.length = 0;
    const asked: string[] = [];
    const fetchResource: FetchResource = async ({ url, method, headers, type }) => {
      asked.push(`${method} ${type} ${url.replace(site.origin, '')}`);
      expect(headers['User-Agent']).toContain('Chrome');
      if (url.endsWith('/landed.js')) return undefined;
      const response = await fetch(url, { redirect: 'manual', headers: { 'x-token': 'ours' } });
      return {
        status: response.status,
        headers: [...response.headers].map(([name, value]) => ({ name, value })),
        body: new Uint8Array(await response.arrayBuffer()),
      };
    };
    const pool = openTestPool(site, { assetHosts: [assets.host], fetchResource });
    try {
      const page = rendered(await pool.render(`${site.origin}/with-assets`));
      expect(page.text).toContain('a script of the other host');
      expect(page.text).toContain('token ours');
      expect(page.assets).toContainEqual(
        expect.objectContaining({ url: `${assets.origin}/landed.js`, status: 0 }),
      );
      expect(rendered(await pool.render(`${site.origin}/moved`)).finalUrl).toBe(`${site.origin}/page?moved`);
      expect(rendered(await pool.render(`${site.origin}/posts`)).text).toBe('refused');
      expect(asked).toContain('GET document /with-assets');
      expect(site.requests.length).toBeGreaterThan(3);
      for (const { headers } of site.requests) expect(headers['x-token']).toBe('ours');
    } finally {
      await pool.close();
    }
  });

  test.runIf(isFullRun)('that nobody can answer fail the page, not the pool', async () => {
    const pool = openTestPool(site, {
      fetchResource: async () => {
        throw new Error('the proxy is down');
      },
    });
    try {
      expect(failed(await pool.render(`${site.origin}/page`))).toMatchObject({
        reason: 'unreachable',
        attempts: 1,
      });
    } finally {
      await pool.close();
    }
  });
});
