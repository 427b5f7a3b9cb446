import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import {
  countDarkPixels,
  locateTestChromium,
  runOnBareSystem,
  skipBecause,
  testCacheFolder,
  whyNoPrivateMounts,
} from './chromium.test-support.ts';
import { hasSystemFonts } from './system-fonts.ts';

const renderScript = new URL('fixtures/render.ts', import.meta.url).pathname;
const repository = resolve(import.meta.dirname, '../../..');

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'offprint-test-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('on a bare system', () => {
  test('the npm browser starts, shows text, and survives an HTTPS page', async ({ skip }) => {
    const why = whyNoPrivateMounts();
    if (why) skipBecause(skip, why);
    if ((await locateTestChromium()).source !== 'npm')
      skipBecause(skip, 'no browser from the npm package here');

    const command = [process.execPath, renderScript, testCacheFolder];
    const output = runOnBareSystem(root, [repository, testCacheFolder], command);
    const { located, text, screenshot, https } = JSON.parse(output);
    const folder = dirname(located.executablePath);
    expect(located.libraryPath).toBe(`${folder}/lib:${folder}/lib-sqlite`);
    expect(located.fontConfigFile).toBe(`${folder}/fonts.conf`);
    expect(text).toBe('Offline documentation\n\nVisible glyphs: bold, italic, monospace.');
    expect(countDarkPixels(Buffer.from(screenshot, 'base64'))).toBeGreaterThan(1000);
    // The certificate was checked and rejected as self-signed, so NSS has started.
    expect(https).toContain('net::ERR_CERT_AUTHORITY_INVALID');
  });

  test('a system with NSS and fonts uses its own', async ({ skip }) => {
    if ((await locateTestChromium()).source !== 'npm')
      skipBecause(skip, 'no browser from the npm package here');
    const { libraryPath, fontConfigFile } = await locateTestChromium();
    const known = execFileSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
    const lacking = ['libnss3.so', 'libnspr4.so', 'libexpat.so.1'].find(
      (name) => !known.includes(`	${name} `),
    );
    if (lacking) skipBecause(skip, `this machine lacks ${lacking}`);
    if (!(await hasSystemFonts())) skipBecause(skip, 'this machine has no fonts');
    expect(libraryPath).toBeUndefined();
    expect(fontConfigFile).toBeUndefined();
  });
});

test.runIf(isFullRun)('the sandbox is on for an ordinary user, and pages render in it', async ({ skip }) => {
  const why = whyNoPrivateMounts();
  if (why) skipBecause(skip, why);
  if ((await locateTestChromium()).source !== 'npm')
    skipBecause(skip, 'no browser from the npm package here');
  // A user namespace in which this process and the cache folder belong to user 1000.
  const output = execFileSync(
    'unshare',
    ['--user', '--map-user=1000', '--map-group=1000', process.execPath, renderScript, testCacheFolder],
    { encoding: 'utf8' },
  );
  const { args, text, rendererSeccomp } = JSON.parse(output);
  expect(args.filter((arg: string) => arg.includes('sandbox'))).toEqual([]);
  expect(rendererSeccomp).toBe(2); // proc(5): system calls are filtered
  expect(text).toContain('Offline documentation');
});
