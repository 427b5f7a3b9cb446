import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  _electron,
  type Browser,
  type BrowserContext,
  chromium,
  type ElectronApplication,
  type Page,
} from '@playwright/test';
import { buildDesktop } from '../../scripts/build-desktop.ts';
import { createServer } from '../../server/app.ts';
import { openClient } from '../../server/cli/client.ts';
import { locateChromium } from '../../server/exports/chromium/choose-browser.ts';
import { testCacheFolder } from '../../server/exports/chromium/chromium.test-support.ts';
import { readDescriptor } from '../../server/private-socket.ts';
import { openForWriting } from '../../server/store/database.ts';
import { changeSettings } from '../../server/store/settings.ts';
import { type StandIn, startOnStandIn } from '../stand-in/display.ts';
import { BUILT, builtPorts } from '../stand-ins/built.ts';
import { electronProgram } from './electron-program.ts';

/** Where the interface runs: from a server in a browser, or in the desktop app, on the stand-in or on Electron. */
export type Shell = 'browser' | 'desktop' | 'electron';
const program = electronProgram();
export const shells: readonly Shell[] = ['browser', 'desktop', ...(program ? (['electron'] as const) : [])];
if (!program)
  console.warn('Skipped: the specs in Electron itself (its program is not here; see test/KNOWN_GAPS.md)');

export type App = Readonly<{
  shell: Shell;
  page: Page;
  context: BrowserContext;
  /** Base URL for calls of the API. */
  url: () => string;
  dataFolder: string;
  /** Errors in the page's console: script errors, policy violations, failed loads. */
  complaints: readonly string[];
  /** Loads a path as the hash of the interface in a new page load. */
  open: (hash: string) => Promise<void>;
  /** Calls the API as the owner, without the browser. */
  call: <T>(method: string, target: string, body?: unknown) => Promise<T>;
  close: () => Promise<void>;
  /** The stand-in for Electron, if the desktop app runs on it. */
  standIn: StandIn | undefined;
}>;

export const ROOT = path.join(import.meta.dirname, '..', '..');
const DIST = path.join(ROOT, 'renderer', 'dist');

/** Builds the interface once per run, if a source is newer than the build. */
export function buildInterface(): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-interface.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The interface does not build: ${stderr}`);
  if (BUILT === ROOT) return;
  for (const part of ['renderer', 'preload']) {
    const place = path.join(BUILT, part);
    if (!fs.existsSync(place)) fs.symlinkSync(path.join(ROOT, part), place, 'dir');
  }
}

/** The built desktop app, since each of its processes would load a hundred sources. */
const DESKTOP = BUILT === ROOT ? undefined : path.join(BUILT, 'main', 'main.js');

let browser: Promise<Browser> | undefined;

/** Returns one browser for all tests until the process ends; contexts separate the pages. */
export async function openChromium(): Promise<Browser> {
  browser ??= (async () => {
    const located = await locateChromium({ cacheFolder: testCacheFolder });
    return chromium.launch({
      executablePath: located.executablePath,
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
      env: {
        ...process.env,
        ...(located.libraryPath !== undefined && { LD_LIBRARY_PATH: located.libraryPath }),
        ...(located.fontConfigFile !== undefined && { FONTCONFIG_FILE: located.fontConfigFile }),
      } as Record<string, string>,
    });
  })();
  return browser;
}

export async function closeChromium(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** Makes a data folder that uses the one browser shared by all tests, so that no export unpacks its own. */
export function makeDataFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-interface-'));
  fs.mkdirSync(testCacheFolder, { recursive: true, mode: 0o700 });
  fs.symlinkSync(testCacheFolder, path.join(folder, 'browser'));
  return folder;
}

export type LaunchOptions = Readonly<{
  shell?: Shell;
  dataFolder?: string;
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** `en-XA` reveals untranslated texts. */
  locale?: string;
  /** The first-run guide has already been seen. */
  isWelcomed?: boolean;
  /** File for the master key; without it, secrets are in memory only. */
  secretFile?: string;
  /** Environment of the desktop app's processes. */
  env?: Readonly<Record<string, string>>;
  /** Arguments of the desktop app. */
  args?: readonly string[];
  /** A different build of the desktop app. */
  entry?: string;
  /** The site for the first steps in the browser; by default the handbook. */
  exampleFolder?: string;
}>;

/**
 * Opens the interface as an operator sees it, in a real browser: from its own server after a login by a link, or in the
 * windows of the desktop app. The specs are the same.
 */
export async function launchApp(options: LaunchOptions = {}): Promise<App> {
  const { shell = 'browser', theme = 'light', width = 1280, height = 800, isWelcomed = true } = options;
  const dataFolder = options.dataFolder ?? makeDataFolder();
  const facts = { colorScheme: theme, locale: 'en-GB', timezoneId: 'UTC' } as const;
  const app = shell === 'electron' ? await startElectron(dataFolder, options, facts) : undefined;
  const context =
    app?.context() ??
    (await (
      await openChromium()
    ).newContext({
      viewport: { width, height },
      reducedMotion: 'reduce',
      ...facts,
    }));
  if (!app) await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  context.setDefaultTimeout(120_000); // a slow machine is not a fault
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    complaints.push(`${message.text()} (${message.location().url})`);
  });
  await context.addInitScript((welcomed) => {
    if (location.protocol === 'about:') return;
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    );
    if (welcomed && localStorage.getItem('offprint.preferences') === null) {
      localStorage.setItem('offprint.preferences', JSON.stringify({ isWelcomed: true }));
    }
  }, isWelcomed);

  const { page, start, standIn, end } = app
    ? await inElectron(app, { width, height })
    : await (shell === 'browser' ? inBrowser : inDesktop)(context, dataFolder, options);
  await page.locator('main h1').waitFor();
  const address = `${start}${options.locale === undefined ? '' : `?locale=${options.locale}`}`;
  if (options.locale !== undefined) await page.goto(address);
  return {
    shell,
    page,
    context,
    url: () => readDescriptor(dataFolder)?.url ?? '',
    dataFolder,
    complaints,
    open: async (hash) => {
      await page.goto(`${address}#${hash}`);
      await page.locator('main h1').waitFor();
    },
    call: (method, target, body) => callAsOwner(dataFolder, method, target, body),
    close: async () => {
      await end();
      if (!app) await context.close();
      if (options.dataFolder === undefined) fs.rmSync(dataFolder, { recursive: true, force: true });
    },
    standIn,
  };
}

type Shown = Readonly<{ page: Page; start: string; standIn?: StandIn; end: () => Promise<void> }>;

async function inBrowser(
  context: BrowserContext,
  dataFolder: string,
  { secretFile, exampleFolder = path.join(ROOT, 'examples', 'handbook') }: LaunchOptions,
): Promise<Shown> {
  const server = createServer(
    {
      dataFolder,
      listener: { port: 0 },
      interfaceFolder: DIST,
      exampleFolder,
    },
    { host: builtPorts, secrets: { keychain: null, ...(secretFile !== undefined && { secretFile }) } },
  );
  const running = await server.listen();
  const login = running.loginLink();
  if (!login || running.url === null) throw new Error('There is no interface to log in to.');
  const page = await context.newPage();
  await page.goto(login.url);
  return { page, start: `${new URL(login.url).origin}/`, end: server.close };
}

async function inDesktop(
  context: BrowserContext,
  dataFolder: string,
  { env = {}, args = [], entry = DESKTOP }: LaunchOptions,
): Promise<Shown> {
  letPortBeChosen(dataFolder);
  const standIn = startOnStandIn({ context, dataFolder, env, args, ...(entry !== undefined && { entry }) });
  const page = await standIn.page();
  while (readDescriptor(dataFolder) === undefined) {
    if (standIn.child.exitCode !== null)
      throw new Error(`The app ended: ${JSON.stringify(standIn.notes.at(-2))}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await page.locator('main h1').waitFor();
  return {
    page,
    start: `${new URL(page.url()).origin}/`,
    standIn,
    end: async () => {
      if (standIn.child.exitCode === null && standIn.child.signalCode === null) await standIn.quit();
    },
  };
}

/**
 * Starts the compiled app on Electron's own program. Untested: that program was not available when this was written.
 */
async function startElectron(
  dataFolder: string,
  { env = {}, args = [] }: LaunchOptions,
  facts: Readonly<{ colorScheme: 'light' | 'dark'; locale: string; timezoneId: string }>,
): Promise<ElectronApplication> {
  letPortBeChosen(dataFolder);
  const isRoot = process.getuid?.() === 0;
  return _electron.launch({
    ...facts,
    ...(program !== undefined && { executablePath: program }),
    args: [await compiled(), `--data=${dataFolder}`, ...args, ...(isRoot ? ['--no-sandbox'] : [])],
    env: { ...process.env, ...env, ...(isRoot && { OFFPRINT_ALLOW_NO_SANDBOX: '1' }) } as Record<
      string,
      string
    >,
  });
}

let built: Promise<string> | undefined;
function compiled(): Promise<string> {
  built ??= buildDesktop(ROOT);
  return built;
}

async function inElectron(
  app: ElectronApplication,
  size: Readonly<{ width: number; height: number }>,
): Promise<Shown> {
  const page = await app.firstWindow();
  await page.setViewportSize(size);
  await page.reload(); // the scripts for new pages were registered after this one had loaded
  return { page, start: 'app://bundle/', end: () => app.close() };
}

/**
 * Has the app listen on any free port, because another server may use the default one. The port is a setting in the
 * app's store.
 */
export function letPortBeChosen(dataFolder: string): void {
  const store = openForWriting(dataFolder);
  changeSettings(store, { port: 0 });
  store.close();
}

/** Makes a call as the owner of a data folder that a process has open. */
export async function callAsOwner<T>(
  dataFolder: string,
  method: string,
  target: string,
  body?: unknown,
): Promise<T> {
  const descriptor = readDescriptor(dataFolder);
  if (!descriptor) throw new Error('Nobody has the data folder.');
  const { socket, secret } = descriptor;
  const client = openClient({ name: 'the server', base: 'http://localhost', socket, token: secret });
  try {
    return await client.request<T>(method as 'GET', target, body);
  } finally {
    client.close();
  }
}
