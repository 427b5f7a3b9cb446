import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installedBrowserCandidates, locateChromium } from './choose-browser.ts';
import { skipBecause, testCacheFolder } from './chromium.test-support.ts';

const isNpmPlatform = process.platform === 'linux' && process.arch === 'x64';

let root: string;
/** A folder from which no npm package is found. */
let elsewhere: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'offprint-test-'));
  elsewhere = join(root, 'index.js');
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('the browser that OFFPRINT_CHROMIUM names wins over everything else', async () => {
  const executablePath = await writeProgram('my/browser');
  await writeProgram('resources/chromium/chrome-headless-shell');
  const located = await locateChromium({
    environment: { OFFPRINT_CHROMIUM: executablePath },
    resourcesPath: join(root, 'resources'),
    cacheFolder: testCacheFolder,
  });
  expect(located).toEqual({ executablePath, source: 'setting' });
});

test('an OFFPRINT_CHROMIUM that names no program is an error, and nothing else is tried', async () => {
  await writeFile(join(root, 'text'), 'not executable', { mode: 0o644 });
  for (const [executablePath, fault] of [
    [join(root, 'absent'), 'does not exist'],
    [root, 'is a folder'],
    [join(root, 'text'), 'is not executable by the user that Offprint runs as'],
  ] as const) {
    const environment = { OFFPRINT_CHROMIUM: executablePath };
    await expect(locateChromium({ environment, cacheFolder: testCacheFolder })).rejects.toMatchObject({
      code: 'chromium-not-found',
      message: expect.stringContaining(`${executablePath}, ${fault}`),
    });
  }
});

test('the browser packaged with the app comes before the npm package', async ({ skip }) => {
  if (process.platform === 'win32') skipBecause(skip, 'a script cannot stand for a program on Windows');
  const executablePath = await writeProgram('resources/chromium/chrome-headless-shell');
  const located = await locateChromium({
    resourcesPath: join(root, 'resources'),
    cacheFolder: testCacheFolder,
  });
  expect(located).toEqual({ executablePath, source: 'packaged' });
});

test('the npm package comes before an installed browser', async ({ skip }) => {
  if (!isNpmPlatform) skipBecause(skip, 'the npm package is for Linux x64');
  const environment = { PATH: dirname(await writeProgram('bin/google-chrome')) };
  const located = await locateChromium({ resourcesPath: root, cacheFolder: testCacheFolder, environment });
  expect(located).toMatchObject({ source: 'npm', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  expect(located.executablePath).toBe(join(testCacheFolder, `chromium-${located.version}`, 'chromium'));
});

test('an installed browser is taken where there is no other', async ({ skip }) => {
  if (process.platform === 'win32') skipBecause(skip, 'a script cannot stand for a program on Windows');
  const executablePath = await writeProgram('bin/google-chrome');
  const located = await locateChromium({
    cacheFolder: testCacheFolder,
    environment: { PATH: join(root, 'bin') },
    packageFrom: elsewhere,
  });
  expect(located).toEqual({ executablePath, source: 'installed' });
});

test('without any browser the error says how to get one', async ({ skip }) => {
  const locating = locateChromium({ cacheFolder: testCacheFolder, environment: {}, packageFrom: elsewhere });
  const found = await locating.catch(() => undefined);
  if (found) skipBecause(skip, `${found.executablePath} is installed on this machine`);
  await expect(locating).rejects.toMatchObject({
    code: 'chromium-not-found',
    message: expect.stringMatching(/^Offprint found no browser.*Install .*set OFFPRINT_CHROMIUM/),
  });
});

test('installed browsers are looked up where the installers of each system put them', () => {
  const linux = installedBrowserCandidates('linux', { PATH: '/usr/local/bin:relative::/usr/bin' });
  expect(linux[0]).toBe('/usr/local/bin/chrome-headless-shell');
  expect(linux).toEqual(expect.arrayContaining(['/usr/bin/chromium', '/opt/google/chrome/chrome']));
  expect(linux.filter((path) => !path.startsWith('/'))).toEqual([]);

  expect(installedBrowserCandidates('darwin', { HOME: '/Users/ada' })).toEqual([
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Users/ada/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Users/ada/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    '/Users/ada/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ]);

  const windows = { ProgramFiles: 'C:\\Program Files', LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' };
  expect(installedBrowserCandidates('win32', windows)).toEqual([
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Users\\ada\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files\\Chromium\\Application\\chrome.exe',
    'C:\\Users\\ada\\AppData\\Local\\Chromium\\Application\\chrome.exe',
    'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
    'C:\\Users\\ada\\AppData\\Local\\Microsoft\\Edge\\Application\\msedge.exe',
  ]);
});

async function writeProgram(name: string): Promise<string> {
  const path = join(root, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '#!/bin/sh\nexit 0\n');
  await chmod(path, 0o755);
  return path;
}
