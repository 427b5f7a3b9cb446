import { access, constants, stat } from 'node:fs/promises';
import { delimiter, dirname, join, posix, win32 } from 'node:path';
import { systemCode } from '../../errors.ts';
import { ChromiumError } from './errors.ts';
import { missingLibraries } from './shared-libraries.ts';
import { hasSystemFonts } from './system-fonts.ts';
import { chromiumLayout, findChromiumPackage, type UnpackProgress, unpackChromium } from './unpack.ts';

/** A browser to launch and the environment that its process needs on this system. */
export type LocatedChromium = Readonly<{
  executablePath: string;
  source: 'setting' | 'packaged' | 'npm' | 'installed';
  /** Known only for the npm package; for others, `browser.version()` returns it after the launch. */
  version?: string;
  /** LD_LIBRARY_PATH for the browser process, if the system lacks libraries that it needs. */
  libraryPath?: string;
  /** FONTCONFIG_FILE for the browser process, if the system has no fonts. */
  fontConfigFile?: string;
}>;

/**
 * Finds the browser for rendering and verification, in this order: the one set in OFFPRINT_CHROMIUM, the one packaged
 * with the desktop app, the one inside the npm package (unpacked on first use: two seconds, 215 MB), an installed
 * Chrome, Chromium or Edge.
 *
 * @param options.resourcesPath the app's resources folder (Electron's `process.resourcesPath`)
 * @param options.cacheFolder a folder that belongs only to this user; the browser is unpacked into it
 * @param options.environment `process.env` by default. If OFFPRINT_CHROMIUM does not point to a browser, this fails and
 * tries no other; PATH is searched for an installed browser
 * @param options.packageFrom file or URL from which the npm package is looked up; this file by default
 * @throws ChromiumError `chromium-not-found`, or `chromium-unpack-failed` from `unpackChromium`
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

/**
 * Returns where a packaged browser may be: our own unpacked folder, or chrome-headless-shell from Chrome for Testing,
 * with or without the top folder of its zip.
 */
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
 * Returns where Chrome, Chromium and Edge may be installed, in the order in which to try them: PATH first, then the
 * installers' default locations.
 *
 * @param environment the process environment; only absolute PATH entries count
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

/** A plain copy of process.env is case-sensitive, and Windows capitalises these two differently. */
const windowsSpelling: Readonly<Record<string, string>> = {
  PROGRAMFILES: 'ProgramFiles',
  'PROGRAMFILES(X86)': 'ProgramFiles(x86)',
};

/** Skips relative entries, which would mean a browser in whatever folder the process was started in. */
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
 * Determines what the system lacks and the executable's folder provides.
 *
 * Uses the libraries of Amazon Linux 2023 only if the loader misses one, and then all of them. Always using them would
 * also work on Debian 12 (asking the loader takes 3 ms), but has drawbacks: they need glibc 2.34, while the executable
 * itself needs only 2.25, so a system with an older glibc and its own NSS would lose its browser; and they would bypass
 * the distribution's security fixes. The two sets must not be mixed, because NSS libraries are built for one another.
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
  // NSS loads its softoken only with the first HTTPS page, so Chromium's own dependencies do not include it.
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

/** @returns a phrase that continues a sentence starting with the path; undefined if it is an executable file */
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
