import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { type LocatedChromium, locateChromium } from './locate.ts';

/** One unpacked browser for the tests of all files and all runs; unpacking takes seconds. */
export const testCacheFolder = join(tmpdir(), `offprint-tests-${process.getuid?.() ?? 'user'}`);

/** The browser that tests use: OFFPRINT_TEST_CHROMIUM where set, otherwise what this machine has. */
export function locateTestChromium(): Promise<LocatedChromium> {
  return locateChromium({
    executablePath: process.env.OFFPRINT_TEST_CHROMIUM,
    cacheFolder: testCacheFolder,
  });
}

/** Why a test that mounts things in a private namespace cannot run here, or undefined when it can. */
export function whyNoPrivateMounts(): string | undefined {
  if (process.platform !== 'linux') return 'private mount namespaces are a thing of Linux';
  if (process.getuid?.() !== 0) return 'mounting needs root';
  const { status, stderr, error } = spawnSync('unshare', ['--mount', 'true'], { encoding: 'utf8' });
  return status === 0 ? undefined : `unshare --mount is not permitted: ${error?.message ?? stderr.trim()}`;
}

/** A test that cannot run says so where a person reads it. */
export function skipBecause(skip: (note: string) => never, why: string): never {
  console.warn(`Skipped: ${why}`);
  return skip(why);
}

/** Of a picture of black text on white: none when the text is invisible. */
export function countDarkPixels(png: Uint8Array): number {
  const { data } = PNG.sync.read(Buffer.from(png));
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) count += 1;
  return count;
}
