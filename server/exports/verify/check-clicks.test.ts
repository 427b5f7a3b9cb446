import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'puppeteer-core';
import { expect, it } from 'vitest';
import { locateTestChromium } from '../chromium/chromium.test-support.ts';
import type { BrowserUse } from '../chromium/lease.ts';
import { launchBrowser } from '../search/search.test-support.ts';
import { clickPages } from './check-clicks.ts';
import { freshTab, prepared } from './operated-tab.ts';

const why = await locateTestChromium().then(
  () => '',
  (error: unknown) => `there is no browser: ${String(error)}`,
);

/** `act` is the script of the first button: it does something at the origin and nothing in the bundle. */
const pageWith = (act: string): string => `<!doctype html><p id="told">Quiet</p>
  <button onclick="${act}">Tell</button>
  <button onclick="document.title = 'Asked'; fetch('/end').catch(() => {})">Ask</button>`;

it.skipIf(why !== '')(
  'what was clicked before the browser died is clicked again, and counted once',
  async () => {
    let current: Browser | undefined;
    let starts = 0;
    const server = http.createServer(({ url }, response) => {
      if (url === '/end' && starts === 1) current?.process()?.kill('SIGKILL');
      const act = url === '/there' ? "document.getElementById('told').textContent = 'Told'" : '';
      response.end(pageWith(act));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const browsers: BrowserUse = {
      lostMs: () => 0,
      use: async (work) => {
        for (;;) {
          current = await launchBrowser([new URL(root).host]);
          const isLast = ++starts === 2;
          try {
            return await work(current);
          } catch (error) {
            if (isLast) throw error;
          } finally {
            await current.close().catch(() => {}); // it has already exited
          }
        }
      },
    };
    try {
      const page = {
        path: 'index.html',
        file: `${root}here`,
        original: `${root}there`,
        inside: { file: root, original: root },
      };
      const { clicked, failures } = await clickPages(browsers, [page], {
        ignored: [],
        openOriginal: async (browser) => prepared(await freshTab(browser)),
        tabs: 1,
      });
      expect(starts).toBe(2);
      expect(clicked).toBe(2);
      expect(failures).toMatchObject([
        { page: 'index.html', name: 'Tell', problem: expect.stringContaining('changes the text') },
      ]);
    } finally {
      server.close();
    }
  },
);
