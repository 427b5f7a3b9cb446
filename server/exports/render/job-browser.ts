import path from 'node:path';
import type { Browser } from 'puppeteer-core';
import type { ExportJob } from '../../store/exports.ts';
import { prepareBrowser } from '../chromium/open.ts';
import type { BrowserAccess } from '../origin/source.ts';
import { openLearnedBehaviour } from './learned-behaviour.ts';
import { timeoutsWithin } from './options.ts';
import type { RenderPool } from './pool.ts';

/** The browser that shows the pages of one job: it, and what it has learned, outlive what is known of the site. */
export type JobBrowser = Readonly<{
  /**
   * Its tabs, started when they are asked for first.
   * @param access answers everything that pages ask for from now on; always of the same origin
   * @throws OffprintError `browser` when there is none or it does not start
   */
  tabs: (access: BrowserAccess) => Promise<RenderPool>;
  /**
   * Does something with the browser itself: see RenderPool.
   * @throws as `tabs`, and what `work` throws
   */
  lend: <T>(access: BrowserAccess, work: (browser: Browser) => Promise<T>) => Promise<T>;
  /** Places of pages that other pages have cast doubt on; each once. */
  stale: () => Promise<string[]>;
  /** Waits until nothing is being compared that may cast doubt on any. */
  compared: () => Promise<void>;
  /** Ends it. It starts anew when it is asked for again. */
  close: () => Promise<void>;
}>;

/** @param onUnpacked called with how far the browser is unpacked, 0 to 1, if it has to be */
export function openJobBrowser(
  dataFolder: string,
  { settings }: Pick<ExportJob, 'settings'>,
  signal: AbortSignal,
  onUnpacked: (share: number) => void,
): JobBrowser {
  // The browser's driver is large, and the browser itself is unpacked once. Nearly every export needs both, if only
  // to verify, so they are prepared while the origin responds.
  const driver = import('./pool.ts');
  driver.catch(() => {}); // whoever needs it is told
  const cacheFolder = path.join(dataFolder, 'browser');
  if (settings.sampleMax > 0) prepareBrowser({ cacheFolder, signal, onUnpacked });
  const learned = openLearnedBehaviour();
  let current: BrowserAccess;
  let opening: Promise<RenderPool> | undefined;
  const open = async ({ origin, assetHosts }: BrowserAccess): Promise<RenderPool> => {
    const { openRenderPool } = await driver;
    return openRenderPool({
      origin,
      assetHosts,
      fetchResource: (request) => current.fetchResource(request),
      cacheFolder,
      viewport: { width: settings.viewportWidth, height: settings.viewportHeight },
      ...(settings.readySelector !== '' && { readySelector: settings.readySelector }),
      hideSelectors: settings.hideSelectors,
      timeouts: timeoutsWithin(settings.renderMaxMs),
      limits: { htmlBytes: settings.pageMaxBytes },
      learned,
      signal,
    });
  };
  const tabs = (access: BrowserAccess): Promise<RenderPool> => {
    current = access;
    opening ??= open(access);
    return opening;
  };
  return {
    tabs,
    lend: async (access, work) => (await tabs(access)).lend(work),
    stale: async () => (await opening)?.stale() ?? [],
    compared: async () => (await opening)?.compared(),
    close: async () => {
      const pool = opening;
      opening = undefined;
      await (await pool)?.close();
    },
  };
}
