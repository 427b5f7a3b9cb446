import type { Browser } from 'puppeteer-core';
import { OffprintError } from '../../errors.ts';
import { BrowserDied, type DeathOptions, type Deaths, watchDeaths } from './deaths.ts';
import { ChromiumError } from './errors.ts';
import { type OpenOptions, openBrowser } from './open.ts';

export type WatchedBrowser = Readonly<{ browser: Browser; deaths: Deaths }>;

/** Maximum number of starts for a browser that is killed during startup. */
const STARTS_MAX = 3;

/**
 * Opens a browser (`openBrowser` in open.ts) and watches its processes. Retries if it exits right after starting.
 * @throws OffprintError `browser`
 */
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
        await browser.close().catch(() => {}); // it has already exited
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
