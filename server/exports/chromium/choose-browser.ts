import { access, constants, stat } from 'node:fs/promises';
import { delimiter, dirname, join, posix, win32 } from 'node:path';
import { systemCode } from '../../errors.ts';
import { ChromiumError } from './errors.ts';
import { missingLibraries } from './shared-libraries.ts';
import { hasSystemFonts } from './system-fonts.ts';
import { chromiumLayout, findChromiumPackage, type UnpackProgress, unpackChromium } from './unpack.ts';

/** A browser to launch and what its process must be told about this system. */
export type LocatedChromium = Readonly<{
  executablePath: string;
  source: 'setting' | 'packaged' | 'npm' | 'installed';
  /** Known for the npm package; of any other, `browser.version()` tells after the launch. */
  version?: string;
  /** LD_LIBRARY_PATH of the browser's process, where the system lacks libraries that the browser needs. */
  libraryPath?: string;
  /** FONTCONFIG_FILE of the browser's process, where the system has no fonts. */
  fontConfigFile?: string;
}>;

/**
 * Finds the browser that renders and verifies, in this order: the one that OFFPRINT_CHROMIUM names, the one packaged with
 * the desktop app, the one inside the npm package (unpacked on first use: two seconds, 215 MB), an installed Chrome, Chromium
 * or Edge.
 *
 * @param options.resourcesPath the app's resources folder (Electron's `process.resourcesPath`)
 * @param options.cacheFolder a folder of this user alone; the browser is unpacked into it
 * @param options.environment `process.env` unless told. Where OFFPRINT_CHROMIUM names no browser, that is an error and no
 *   other is tried; PATH is searched for an installed browser
 * @param options.packageFrom file or URL from which the npm package is looked up; this file unless told
 * @throws ChromiumError `chromium-not-found`, or `chromium-unpack-failed` of `unpackChromium`
 */
export async function locateChromium(options: {
  resourcesPath?: string | undefined;
  cacheFolder: string;
  onProgress?: ((progress: UnpackProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
  environment?: Readonly<Record<string, string | undefined>>;
  packageFrom?: string | URL;
}): Promise<LocatedChromium> {
  const environment = options.environment ?? process.env;
  if (environment.OFFPRINT_CHROMIUM) return locateSetting(environment.OFFPRINT_CHROMIUM);

  if (options.resourcesPath) {
    const packaged = await firstExecutable(packagedCandidates(options.resourcesPath));
    if (packaged) {
      return { executablePath: packaged, source: 'packaged', ...(await needs(packaged)) };
    }
  }

  const chromiumPackage = runsNpmBinary() ? await findChromiumPackage(options.packageFrom) : undefined;
  if (chromiumPackage) {
    const { cacheFolder, onProgress, signal } = options;
    const folder = await unpackChromium({ chromiumPackage, cacheFolder, onProgress, signal });
    const executablePath = join(folder, chromiumLayout.executable);
    const { version } = chromiumPackage;
    return { executablePath, source: 'npm', version, ...(await needs(executablePath)) };
  }

  const candidates = installedBrowserCandidates(process.platform, environment);
  const installed = await firstExecutable(candidates);
  if (installed) return { executablePath: installed, source: 'installed' };
  throw new ChromiumError('chromium-not-found', howToGetChromium());
}

async function locateSetting(executablePath: string): Promise<LocatedChromium> {
  const fault = await whyNotExecutable(executablePath);
  if (fault) {
    throw new ChromiumError(
      'chromium-not-found',
      `The browser that OFFPRINT_CHROMIUM names, ${executablePath}, ${fault}. Correct the path, or unset the variable to let Offprint find a browser.`,
    );
  }
  return { executablePath, source: 'setting', ...(await needs(executablePath)) };
}

/** Our own unpacked folder, or chrome-headless-shell of Chrome for Testing, with or without its zip's folder. */
function packagedCandidates(resourcesPath: string): string[] {
  const names: Partial<Record<NodeJS.Platform, string[]>> = {
    linux: [
      chromiumLayout.executable,
      'chrome-headless-shell',
      'chrome-headless-shell-linux64/chrome-headless-shell',
    ],
    darwin: ['chrome-headless-shell', `chrome-headless-shell-mac-${process.arch}/chrome-headless-shell`],
    win32: ['chrome-headless-shell.exe', 'chrome-headless-shell-win64/chrome-headless-shell.exe'],
  };
  return (names[process.platform] ?? []).map((name) => join(resourcesPath, 'chromium', name));
}

/**
 * Where Chrome, Chromium and Edge are when somebody installed them, in the order in which to try them: what the
 * PATH names first, then the installers' own places.
 *
 * @param environment the variables of the process; only absolute PATH entries count
 * @returns absolute paths, which may or may not exist
 */
export function installedBrowserCandidates(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  if (platform === 'win32') return windowsCandidates(environment);
  const onPath = pathFolders(environment.PATH, ':', posix.isAbsolute).flatMap((folder) =>
    commandNames.map((name) => posix.join(folder, name)),
  );
  return [...onPath, ...(platform === 'darwin' ? macCandidates(environment.HOME) : linuxPaths)];
}

const commandNames = [
  'chrome-headless-shell',
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
];

const linuxPaths = [
  '/opt/google/chrome/chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/microsoft/msedge/msedge',
  '/usr/bin/microsoft-edge-stable',
  '/usr/bin/microsoft-edge',
];

function macCandidates(home: string | undefined): string[] {
  const roots = ['/Applications', ...(home ? [posix.join(home, 'Applications')] : [])];
  return ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
    roots.map((root) => `${root}/${name}.app/Contents/MacOS/${name}`),
  );
}

function windowsCandidates(environment: Readonly<Record<string, string | undefined>>): string[] {
  const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
    .map((name) => environment[name] ?? environment[windowsSpelling[name] ?? name])
    .filter((root) => root !== undefined && win32.isAbsolute(root));
  const installed = [
    'Google\\Chrome\\Application\\chrome.exe',
    'Chromium\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ].flatMap((file) => roots.map((root) => win32.join(root ?? '', file)));
  const onPath = pathFolders(environment.PATH ?? environment.Path, ';', win32.isAbsolute).flatMap((folder) =>
    ['chrome-headless-shell.exe', 'chrome.exe', 'msedge.exe'].map((name) => win32.join(folder, name)),
  );
  return [...onPath, ...installed];
}

/** A plain copy of process.env is case sensitive, and Windows spells these two its own way. */
const windowsSpelling: Readonly<Record<string, string>> = {
  PROGRAMFILES: 'ProgramFiles',
  'PROGRAMFILES(X86)': 'ProgramFiles(x86)',
};

/** A relative entry would mean a browser from whatever folder the process was started in. */
function pathFolders(
  path: string | undefined,
  separator: string,
  isAbsolute: (folder: string) => boolean,
): string[] {
  return (path ?? '').split(separator).filter((folder) => isAbsolute(folder));
}

function runsNpmBinary(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

/**
 * What the system lacks and the folder of the executable has.
 *
 * The libraries of Amazon Linux 2023 are used only where the loader misses one, then all of them together. Both
 * ways work on Debian 12 (the loader takes 3 ms to ask), but to use them always would be the weaker rule: they
 * need glibc 2.34, the executable itself only 2.25, so that a system with older glibc and its own NSS would lose
 * its browser; and they would keep the distribution's security fixes out. Half of each must not be mixed: the
 * libraries of NSS are built for one another.
 */
async function needs(
  executablePath: string,
): Promise<Readonly<{ libraryPath?: string; fontConfigFile?: string }>> {
  if (process.platform !== 'linux') return {};
  const folder = dirname(executablePath);
  const libraryPath = await neededLibraryPath(executablePath, folder);
  const fontConfigFile = join(folder, chromiumLayout.fontConfigFile);
  const needsFonts = (await isFile(fontConfigFile)) && !(await hasSystemFonts());
  return { ...(libraryPath ? { libraryPath } : {}), ...(needsFonts ? { fontConfigFile } : {}) };
}

async function neededLibraryPath(executablePath: string, folder: string): Promise<string | undefined> {
  const libraries = join(folder, chromiumLayout.libraries);
  const softoken = join(libraries, 'libsoftokn3.so');
  if (!(await isFile(softoken))) return undefined;
  if ((await missingLibraries(executablePath)).length === 0) return undefined;
  // NSS loads its softoken only when the first HTTPS page comes, so Chromium's own list does not name it.
  const stillMissing = await missingLibraries(executablePath, {
    libraryPath: libraries,
    alsoLoad: [softoken],
  });
  if (!stillMissing.includes('libsqlite3.so.0')) return libraries;
  return [libraries, join(folder, chromiumLayout.sqliteStandIn)].join(delimiter);
}

async function firstExecutable(candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    if ((await whyNotExecutable(candidate)) === undefined) return candidate;
  }
  return undefined;
}

/** @returns the end of a sentence that began with the path, or undefined when it is an executable file */
async function whyNotExecutable(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isFile()) return 'is a folder, not a program';
    await access(path, constants.X_OK);
    return undefined;
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');
    return isMissing ? 'does not exist' : 'is not executable by the user that Offprint runs as';
  }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (status) => status.isFile(),
    () => false,
  );
}

function howToGetChromium(): string {
  const install = {
    linux: "Install Chromium or Google Chrome with this system's package manager",
    darwin: 'Install Google Chrome, Chromium or Microsoft Edge in the Applications folder',
    win32: 'Install Google Chrome or Microsoft Edge',
  }[process.platform as string];
  const reinstall = runsNpmBinary() ? "reinstall Offprint's dependencies with npm ci, " : '';
  return `Offprint found no browser to render pages with. ${install ?? 'Install Chromium'}, ${reinstall}or set OFFPRINT_CHROMIUM to the path of Chrome, Chromium, Edge or chrome-headless-shell.`;
}
