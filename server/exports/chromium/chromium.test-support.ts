import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PNG } from 'pngjs';
import { type LocatedChromium, locateChromium } from './choose-browser.ts';

/** Shared by all test files and runs, regardless of TMPDIR, because unpacking the browser takes seconds. */
export const testCacheFolder = join(
  process.platform === 'win32' ? tmpdir() : '/tmp',
  `offprint-tests-${process.getuid?.() ?? 'user'}`,
);

/** Finds the browser for tests: OFFPRINT_TEST_CHROMIUM if set, otherwise whatever this machine has. */
export function locateTestChromium(): Promise<LocatedChromium> {
  return locateChromium({
    environment: { ...process.env, OFFPRINT_CHROMIUM: process.env.OFFPRINT_TEST_CHROMIUM },
    cacheFolder: testCacheFolder,
  });
}

/** Returns why a test that needs mounts in a private namespace cannot run here; undefined if it can. */
export function whyNoPrivateMounts(): string | undefined {
  if (process.platform !== 'linux') return 'private mount namespaces are a thing of Linux';
  if (process.getuid?.() !== 0) return 'mounting needs root';
  const { status, stderr, error } = spawnSync('unshare', ['--mount', 'true'], { encoding: 'utf8' });
  return status === 0 ? undefined : `unshare --mount is not permitted: ${error?.message ?? stderr.trim()}`;
}

/** Skips a test and prints the reason where a person will see it. */
export function skipBecause(skip: (note: string) => never, why: string): never {
  console.warn(`Skipped: ${why}`);
  return skip(why);
}

/** Counts the dark pixels of a picture of black text on white: none if the text is invisible. */
export function countDarkPixels(png: Uint8Array): number {
  const { data } = PNG.sync.read(Buffer.from(png));
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) count += 1;
  return count;
}

/**
 * Returns the libraries of Node itself, all from the C library and the compiler runtime. Every system on which Offprint
 * runs has them. A system with nothing else is as bare as possible: no NSS, NSPR, expat, SQLite, fonts or fontconfig.
 */
function librariesOfNode(): string[] {
  const trace = execFileSync(process.execPath, { encoding: 'utf8', env: { LD_TRACE_LOADED_OBJECTS: '1' } });
  return [...trace.matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path ?? '');
}

/**
 * Arguments: $1 an empty folder, $2 libraries, $3 folders to mount, then the command. The mounts are private to the
 * process and disappear with it.
 */
const enterBareSystem = `
  set -e
  root=$1 libraries=$2 folders=$3; shift 3
  mount -t tmpfs -o mode=755 bare "$root"
  mkdir "$root/tmp"; chmod 1777 "$root/tmp"
  for file in $libraries; do mkdir -p "$root/$(dirname "$file")"; cp -L "$file" "$root/$file"; done
  for folder in /proc /dev $folders; do mkdir -p "$root/$folder"; mount --rbind "$folder" "$root/$folder"; done
  exec chroot "$root" "$@"
`;

/**
 * Runs a command on a system that contains only Node's libraries, and returns its output.
 * @param root an empty folder that becomes the root of that system
 * @param folders folders of this system to make visible; Node's folder is added
 * @throws Error with the command's output if it fails
 */
export function runOnBareSystem(
  root: string,
  folders: readonly string[],
  command: readonly string[],
): string {
  const shown = [...folders, dirname(process.execPath)].join(' ');
  const shell = ['sh', '-c', enterBareSystem, 'sh', root, librariesOfNode().join(' '), shown];
  return execFileSync('unshare', ['--mount', ...shell, ...command], { encoding: 'utf8' });
}

export type SilentHost = Readonly<{
  host: string;
  /** JavaScript that blocks the page's main thread like an infinite loop, but uses no CPU. */
  holdThread: string;
  close: () => void;
}>;

/** Starts a loopback host that never responds. */
export async function startSilentHost(): Promise<SilentHost> {
  const server = createServer(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    holdThread: `const asked = new XMLHttpRequest(); asked.open('GET', 'http://${host}/', false); asked.send();`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
