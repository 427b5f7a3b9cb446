import type { Browser } from 'puppeteer-core';
import { OffprintError } from '../../errors.ts';
import { type LocatedChromium, locateChromium } from './choose-browser.ts';
import { ChromiumError } from './errors.ts';
import { launchChromium } from './launch.ts';
import { checkPackagedBrowser, packagedFiles } from './packaged.ts';

export type OpenOptions = Readonly<{
  /** Where Offprint's own browser is unpacked, once. */
  cacheFolder: string;
  /** Allow-list of hosts, such as `127.0.0.1:1234`. */
  allowedHosts: readonly string[];
  /** Command-line arguments added after ours. */
  extraArgs?: readonly string[];
  signal: AbortSignal;
}>;

type CacheOptions = Pick<OpenOptions, 'cacheFolder' | 'signal'> &
  Readonly<{
    /** Called with the unpacking progress, 0 to 1; never called if the browser is already unpacked. */
    onUnpacked?: ((share: number) => void) | undefined;
  }>;

/** Unpacking in progress by cache folder; prevents unpacking the same browser twice. */
const preparing = new Map<string, Promise<unknown>>();

/**
 * Unpacks the included browser in advance, if it is the one to be used. Ignores errors, because `openBrowser` tries
 * again. If unpacking is already in progress, only its first caller receives progress.
 */
export async function prepareBrowser(options: CacheOptions): Promise<void> {
  const { cacheFolder } = options;
  if (!preparing.has(cacheFolder)) {
    const located = locate(options)
      .catch(() => {})
      .finally(() => preparing.delete(cacheFolder));
    preparing.set(cacheFolder, located);
  }
  await preparing.get(cacheFolder);
}

/** Waits for unpacking in progress. Another caller may have started it, so the signal only ends the wait. */
async function untilPrepared({ cacheFolder, signal }: CacheOptions): Promise<void> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    await Promise.race([preparing.get(cacheFolder), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function locate({ cacheFolder, signal, onUnpacked }: CacheOptions): Promise<LocatedChromium> {
  return locateChromium({
    resourcesPath: packagedFiles()?.folder,
    cacheFolder,
    onProgress: onUnpacked && (({ readBytes, totalBytes }) => onUnpacked(readBytes / totalBytes)),
    signal,
  });
}

/**
 * Opens this machine's browser (choose-browser.ts), restricted to `allowedHosts`.
 * @throws OffprintError `browser`
 */
export async function openBrowser(options: OpenOptions): Promise<Browser> {
  try {
    await untilPrepared(options);
    const packaged = packagedFiles();
    const located = await locate(options);
    if (packaged && located.source === 'packaged') await checkPackagedBrowser(packaged);
    const { allowedHosts, extraArgs = [], signal } = options;
    return await launchChromium(located, { allowedHosts, extraArgs, signal });
  } catch (error) {
    if (error instanceof ChromiumError) throw new OffprintError('browser', error.message, error);
    throw error;
  }
}
