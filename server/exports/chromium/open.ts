import type { Browser } from 'puppeteer-core';
import { OffprintError } from '../../errors.ts';
import { ChromiumError } from './errors.ts';
import { launchChromium } from './launch.ts';
import { locateChromium } from './locate.ts';

/**
 * The browser of this machine, reaching `allowedHosts` (`127.0.0.1:1234`) and nothing else.
 * OFFPRINT_CHROMIUM names another one than that which Offprint brings.
 * @param options.extraArgs command-line arguments after ours
 * @param options.cacheFolder where the one that Offprint brings is unpacked, once
 * @throws OffprintError `browser`
 */
export async function openBrowser(options: {
  cacheFolder: string;
  allowedHosts: readonly string[];
  extraArgs?: readonly string[];
  signal: AbortSignal;
}): Promise<Browser> {
  try {
    const located = await locateChromium({
      executablePath: process.env.OFFPRINT_CHROMIUM || undefined,
      cacheFolder: options.cacheFolder,
      signal: options.signal,
    });
    const { allowedHosts, extraArgs = [], signal } = options;
    return await launchChromium(located, { allowedHosts, extraArgs, signal });
  } catch (error) {
    if (error instanceof ChromiumError) throw new OffprintError('browser', error.message, error);
    throw error;
  }
}
