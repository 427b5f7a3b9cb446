import path from 'node:path';
import type { Browser } from 'puppeteer-core';
import type { ExportJob } from '../../store/exports.ts';
import { prepareBrowser } from '../chromium/open.ts';
import type { BrowserAccess } from '../origin/source.ts';
import { openLearnedBehaviour } from './learned-behaviour.ts';
import { timeoutsWithin } from './options.ts';
import type { RenderPool } from './pool.ts';

/**
 * Browser that renders the pages of one job. It is kept when new facts about the site are found, along with what it has
 * learned.
 */
export type JobBrowser = Readonly<{
  /**
   * Returns its tabs, and starts the browser on first use.
   * @param access responds to all requests from now on; always of the same origin
   * @throws OffprintError `browser` if there is no browser or it does not start
   */
  tabs: (access: BrowserAccess) => Promise<RenderPool>;
  /**
   * Runs `work` with the browser itself; see RenderPool.
   * @throws as `tabs`, and what `work` throws
   */
  lend: <T>(access: BrowserAccess, work: (browser: Browser) => Promise<T>) => Promise<T>;
  /** URLs of pages that later findings have made stale; each is reported once. */
  stale: () => Promise<string[]>;
  /** Waits for running comparisons, which may make pages stale. */
  compared: () => Promise<void>;
  /** Closes the browser. The next use starts it again. */
  close: () => Promise<void>;
}>;

/** @param onUnpacked called with the progress of unpacking the browser, 0 to 1, if it must be unpacked */
export function openJobBrowser(
  dataFolder: string,
  { settings }: Pick<ExportJob, 'settings'>,
  signal: AbortSignal,
  onUnpacked: (share: number) => void,
): JobBrowser {
  // The browser's driver is large, and the browser itself is unpacked once. Nearly every export needs both, if only
  // to verify, so they are prepared while the origin responds.
  const driver = import('./pool.ts');
  driver.catch(() => {}); // the first use reports the error
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
