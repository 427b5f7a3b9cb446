import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { systemCode } from '../../errors.ts';
import { chromiumArguments } from './arguments.ts';
import { type BrowserEnd, type BrowserProcess, startBrowserProcess } from './browser-process.ts';
import type { LocatedChromium } from './choose-browser.ts';
import { ChromiumError } from './errors.ts';
import { explainLaunchFailure } from './launch-failure.ts';
import { whyNoSandbox } from './sandbox.ts';
import { hasSharedMemory } from './shared-memory.ts';
import { createTemporaryFolder, removeAbandonedFolders } from './temporary-folder.ts';

/**
 * Starts a headless browser that can only reach `allowedHosts` (see arguments.ts), is driven over a pipe, renders
 * identically on every machine (1280 x 800, scale 1, sRGB, UTC, en-US, no GPU, no WebGL) and refuses downloads. The
 * sandbox is on, except for root on Linux.
 *
 * `browser.close()` resolves once the whole process tree has ended and the profile is removed. The tree also ends when
 * `signal` is aborted, when this process ends in any way, and on `browser.disconnect()`.
 *
 * @param options.profileFolder a profile to use and keep, except for data that the browser has not yet written when it
 * is closed; by default, a new one in the system's temporary folder, removed when the browser ends
 * @param options.allowedHosts host names or addresses, with or without a port; none by default
 * @param options.extraArgs command-line arguments added after ours, so that they take precedence
 * @param options.signal aborts the launch, and later ends the browser
 * @param options.timeoutMs timeout for the browser's first response; 60,000 by default
 * @throws ChromiumError `chromium-launch-failed`, naming a missing library, the sandbox, the file system or the
 * architecture if that is the cause. The signal's reason if aborted.
 */
export async function launchChromium(
  located: LocatedChromium,
  options: {
    profileFolder?: string | undefined;
    extraArgs?: readonly string[];
    allowedHosts?: readonly string[];
    signal?: AbortSignal | undefined;
    timeoutMs?: number;
  } = {},
): Promise<Browser> {
  const { signal, allowedHosts = [], extraArgs = [], timeoutMs = 60_000 } = options;
  signal?.throwIfAborted();
  const withSandbox = whyNoSandbox() === undefined;
  const profile = await openProfile(options.profileFolder);
  let browserProcess: BrowserProcess | undefined;
  try {
    const args = chromiumArguments({
      profileFolder: profile.folder,
      allowedHosts,
      extraArgs,
      withSandbox,
      withSharedMemory: hasSharedMemory(),
    });
    const env = browserEnvironment(located, profile.folder);
    signal?.throwIfAborted(); // if the signal is already aborted, its listener is never called
    const started = startBrowserProcess(located.executablePath, args, { cwd: profile.folder, env });
    browserProcess = started;
    signal?.addEventListener('abort', started.kill, { once: true });
    started.ended.then(() => signal?.removeEventListener('abort', started.kill));
    const browser = await firstAnswer(started, timeoutMs);
    signal?.throwIfAborted();
    return closeAtOnce(browser, started, profile.discard);
  } catch (error) {
    // Let a browser that failed on its own exit on its own: its exit code gives the reason.
    const patienceMs = error === timedOut || signal?.aborted ? 0 : 2_000;
    const end = browserProcess ? await endOf(browserProcess, patienceMs) : neverStarted(error);
    await profile.discard();
    signal?.throwIfAborted();
    if (error instanceof ChromiumError) throw error;
    const complaints = browserProcess?.complaints() ?? '';
    throw await explainLaunchFailure({
      located,
      end,
      complaints,
      timedOut: error === timedOut,
      timeoutMs,
      error,
    });
  }
}

const profilePrefix = 'offprint-chromium-';

async function openProfile(
  given: string | undefined,
): Promise<{ folder: string; discard: () => Promise<void> }> {
  const path = resolve(given ?? tmpdir());
  try {
    if (given !== undefined) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      return { folder: path, discard: async () => {} };
    }
    await removeAbandonedFolders(path, profilePrefix);
    const folder = await createTemporaryFolder(path, profilePrefix);
    // If removal fails now, a later launch removes the folder.
    return {
      folder,
      discard: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {}),
    };
  } catch (error) {
    throw new ChromiumError(
      'chromium-launch-failed',
      `The browser's profile folder could not be created at ${path} (${systemCode(error) ?? error}). Free some space there, or make it writable by the account that Offprint runs under.`,
      { cause: error },
    );
  }
}

/**
 * Returns a minimal environment, so that no tokens, proxy settings, locale or time zone of ours leak into the browser.
 */
function browserEnvironment(located: LocatedChromium, profileFolder: string): NodeJS.ProcessEnv {
  const inherited = process.platform === 'win32' ? windowsVariables : ['PATH', 'TMPDIR'];
  const env: NodeJS.ProcessEnv = { TZ: 'UTC' };
  for (const name of inherited) if (process.env[name] !== undefined) env[name] = process.env[name];
  if (process.platform !== 'win32') {
    env.HOME = profileFolder; // keeps out the user's caches, certificate database and fonts
    env.LANG = 'C.UTF-8';
  }
  if (located.libraryPath !== undefined) env.LD_LIBRARY_PATH = located.libraryPath;
  if (located.fontConfigFile !== undefined) env.FONTCONFIG_FILE = located.fontConfigFile;
  return env;
}

/** Windows programs do not start without some of these. */
const windowsVariables = [
  'APPDATA',
  'LOCALAPPDATA',
  'PATH',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'WINDIR',
];

const timedOut = new Error('timed out');

/** Connects Puppeteer, unless the process ends or the timeout expires first. */
async function firstAnswer(browserProcess: BrowserProcess, timeoutMs: number): Promise<Browser> {
  let timer: NodeJS.Timeout | undefined;
  // Imported lazily, because few processes need it. This is the driver build for environments without Node. It leaves
  // out the code that starts browsers, which we do ourselves, and that writes files: half the modules, half the time
  // (docs/decisions/0013).
  const { connect } = (await import(
    'puppeteer-core/lib/puppeteer/puppeteer-core-browser.js'
  )) as unknown as typeof import('puppeteer-core');
  const connecting = connect({
    transport: browserProcess.transport,
    defaultViewport: { width: 1280, height: 800, deviceScaleFactor: 1 },
    downloadBehavior: { policy: 'deny' },
  });
  connecting.catch(() => {}); // in case another promise settles first
  try {
    return await Promise.race([
      connecting,
      browserProcess.ended.then(() => {
        throw new Error('the browser exited');
      }),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(timedOut), timeoutMs);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

function neverStarted(error: unknown): BrowserEnd {
  const spawnError = error instanceof Error ? error : new Error(String(error));
  return { spawnError, exitCode: null, signal: null, killedByUs: false };
}

async function endOf(browserProcess: BrowserProcess, patienceMs: number): Promise<BrowserEnd> {
  const timer = setTimeout(browserProcess.kill, patienceMs);
  const end = await browserProcess.ended;
  clearTimeout(timer);
  return end;
}

/**
 * Makes `close()` end the whole process tree at once. When asked to quit, Chromium would first tidy up a profile that
 * is about to be removed (0.3 s instead of 0.15 s on a busy machine), and Puppeteer would not wait for it to end.
 */
function closeAtOnce(
  browser: Browser,
  browserProcess: BrowserProcess,
  cleanUp: () => Promise<void>,
): Browser {
  const gone = browserProcess.ended.then(cleanUp);
  browser.close = () => {
    browserProcess.transport.close(); // tests take the browser back by this (test/stand-ins/kept-browsers.ts)
    browserProcess.kill();
    return gone;
  };
  browser.once('disconnected', () => endOf(browserProcess, 5_000));
  browser.process = () => browserProcess.child;
  return browser;
}
