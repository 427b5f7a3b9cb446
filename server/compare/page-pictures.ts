import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers';
import type { Browser } from 'puppeteer-core';
import { zipFiles } from '../bundles/zip-files.ts';
import { OffprintError } from '../errors.ts';
import type { BrowserLease } from '../exports/chromium/lease.ts';

/** File of a bundle, a zip archive. */
export type PicturedBundle = Readonly<{ file: string; sha256: string }>;

export type PagePictures = Readonly<{
  /**
   * Takes a screenshot of a page: a PNG, 1280 pixels wide, from the top of the page, at most `HEIGHT_MAX` high. The
   * page has no access to anything but the bundle.
   * @param path in the bundle
   * @throws OffprintError `not-found` if the bundle has no such page, `browser`, `limit` if too many are requested
   */
  take: (bundle: PicturedBundle, path: string) => Promise<Buffer>;
  close: () => Promise<void>;
}>;

const WIDTH = 1280;
const WINDOW_HEIGHT = 900;
const HEIGHT_MAX = 6000;
const WAITING_MAX = 20;
const KEPT_MAX = 40;
/** Idle time after which the browser is closed. */
const IDLE_MS = 60_000;

/** @param cacheFolder folder into which the bundled browser is unpacked */
export function pagePictures(cacheFolder: string): PagePictures {
  const closing = new AbortController();
  const kept = new Map<string, Promise<Buffer>>();
  let lease: BrowserLease | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let idle: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const open = lease;
    lease = undefined;
    await open?.close();
  };

  const draw = async (bundle: PicturedBundle, path: string): Promise<Buffer> => {
    clearTimeout(idle);
    closing.signal.throwIfAborted();
    // Loaded on demand: large modules that only screenshots need.
    const [{ leaseBrowser }, { openWatchedBrowser }] = await Promise.all([
      import('../exports/chromium/lease.ts'),
      import('../exports/chromium/launch-retries.ts'),
    ]);
    lease ??= leaseBrowser(
      () => openWatchedBrowser({ cacheFolder, allowedHosts: [], signal: closing.signal }),
      closing.signal,
    );
    try {
      return await lease.use((browser) => pictureOf(browser, bundle, path));
    } finally {
      idle = setTimeout(end, IDLE_MS).unref();
    }
  };

  return {
    take: (bundle, path) => {
      const key = `${bundle.sha256} ${path}`;
      const known = kept.get(key);
      if (known) return known;
      if (waiting >= WAITING_MAX) {
        throw new OffprintError(
          'limit',
          'Too many screenshots were requested at once. Try again in a moment.',
        );
      }
      waiting++;
      const made = last.then(() => draw(bundle, path)).finally(() => waiting--);
      last = made.catch(() => {});
      kept.set(key, made);
      made.catch(() => kept.delete(key));
      const [oldest] = kept.keys();
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
      return made;
    },
    close: async () => {
      closing.abort(new OffprintError('canceled', 'The server is shutting down.'));
      await end();
    },
  };
}

async function pictureOf(browser: Browser, { file }: PicturedBundle, path: string): Promise<Buffer> {
  const [{ answerRequests }, { BUNDLE_ADDRESS, hostOf }, { freshTab, inTab, openPage, prepareTab }] =
    await Promise.all([
      import('../exports/chromium/answer-requests.ts'),
      import('../exports/verify/bundle-host.ts'),
      import('../exports/verify/operated-tab.ts'),
    ]);
  const archive = await zipFiles(file);
  if (archive.sizeOf(path) === undefined) {
    throw new OffprintError('not-found', `The bundle does not contain the page ${path}.`);
  }
  return inTab(
    () => freshTab(browser),
    async (tab) => {
      await prepareTab(tab);
      await tab.setViewport({ width: WIDTH, height: WINDOW_HEIGHT });
      await answerRequests(
        await tab.createCDPSession(),
        hostOf(async (asked) => buffer(await archive.open(asked))),
      );
      await openPage(tab, BUNDLE_ADDRESS + path.split('/').map(encodeURIComponent).join('/'));
      const height = await tab.evaluate(() => document.documentElement.scrollHeight);
      const clip = {
        x: 0,
        y: 0,
        width: WIDTH,
        height: Math.min(Math.max(height, WINDOW_HEIGHT), HEIGHT_MAX),
      };
      return Buffer.from(await tab.screenshot({ type: 'png', clip, captureBeyondViewport: true }));
    },
  );
}
