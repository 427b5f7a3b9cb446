import type { Browser } from 'puppeteer-core';
import { OffprintError } from '../../errors.ts';
import { locateChromium } from './choose-browser.ts';
import { BrowserDied, type DeathOptions, type Deaths, watchDeaths } from './deaths.ts';
import { ChromiumError } from './errors.ts';
import { launchChromium } from './launch.ts';
import { checkPackagedBrowser, packagedFiles } from './packaged.ts';

export type OpenOptions = Readonly<{
  /** Where the browser that Offprint brings is unpacked, once. */
  cacheFolder: string;
  /** What it may reach: `127.0.0.1:1234`. */
  allowedHosts: readonly string[];
  /** Command-line arguments after ours. */
  extraArgs?: readonly string[];
  signal: AbortSignal;
}>;

/**
 * The browser of this machine (choose-browser.ts), reaching `allowedHosts` and nothing else.
 * @throws OffprintError `browser`
 */
export async function openBrowser(options: OpenOptions): Promise<Browser> {
  try {
    const packaged = packagedFiles();
    const located = await locateChromium({
      resourcesPath: packaged?.folder,
      cacheFolder: options.cacheFolder,
      signal: options.signal,
    });
    if (packaged && located.source === 'packaged') await checkPackagedBrowser(packaged);
    const { allowedHosts, extraArgs = [], signal } = options;
    return await launchChromium(located, { allowedHosts, extraArgs, signal });
  } catch (error) {
    if (error instanceof ChromiumError) throw new OffprintError('browser', error.message, error);
    throw error;
  }
}

export type WatchedBrowser = Readonly<{ browser: Browser; deaths: Deaths }>;

/** A browser that is killed while it starts is started again, so often in all. */
const STARTS_MAX = 3;

/** The same, with a watch over its processes. @throws OffprintError `browser` */
export async function openWatchedBrowser(
  options: OpenOptions,
  watch: (browser: Browser) => DeathOptions = () => ({}),
): Promise<WatchedBrowser> {
  for (let starts = 1; ; starts++) {
    try {
      const browser = await openBrowser(options);
      try {
        return { browser, deaths: await watchDeaths(browser, watch(browser)) };
      } catch (error) {
        await browser.close().catch(() => {}); // it has ended
        throw error;
      }
    } catch (error) {
      options.signal.throwIfAborted();
      const hasDied = error instanceof BrowserDied;
      if ((hasDied || wasKilled(error)) && starts < STARTS_MAX) continue;
      if (!hasDied) throw error;
      throw new OffprintError(
        'browser',
        'Three times in a row, the browser exited right after starting, perhaps because it ran out of memory. Close other programs and try again.',
        error,
      );
    }
  }
}

function wasKilled(error: unknown): boolean {
  if (!(error instanceof OffprintError) || !(error.cause instanceof ChromiumError)) return false;
  return error.cause.code === 'chromium-killed';
}
