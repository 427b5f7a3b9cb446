import type { Browser } from 'puppeteer-core';
import { OffprintError } from '../../errors.ts';
import { locateChromium } from './choose-browser.ts';
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
