import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  locateTestChromium,
  skipBecause,
  testCacheFolder,
  whyNoPrivateMounts,
} from './chromium.test-support.ts';
import { launchChromium } from './launch.ts';

const renderScript = new URL('fixtures/render.ts', import.meta.url).pathname;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'offprint-test-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** @returns the message of the error that launching this program causes */
async function failureOf(executablePath: string, timeoutMs?: number): Promise<string> {
  const profileFolder = join(root, 'profile');
  const located = { executablePath, source: 'setting' } as const;
  const launching = launchChromium(located, { profileFolder, ...(timeoutMs ? { timeoutMs } : {}) });
  const error = await launching.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toMatchObject({ name: 'ChromiumError', code: 'chromium-launch-failed' });
  expect(error.message).toContain(executablePath);
  return error.message;
}

async function writeScript(lines: string): Promise<string> {
  const path = join(root, 'browser');
  await writeFile(path, `#!/bin/sh\n${lines}\n`);
  await chmod(path, 0o755);
  return path;
}

describe('a browser that does not start', () => {
  beforeEach(({ skip }) => {
    if (process.platform === 'win32') skipBecause(skip, 'a script cannot stand for a program on Windows');
  });

  test('for a missing library: the library is named', async () => {
    const path = await writeScript(
      `echo "$0: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory" >&2; exit 127`,
    );
    expect(await failureOf(path)).toMatch(/lacks libnss3\.so\. Install the packages/);
  });

  test('for several missing libraries: all are named', async ({ skip }) => {
    if (process.platform !== 'linux') skipBecause(skip, 'only Linux loads ELF files');
    const path = join(root, 'browser');
    const names = linkedLibraries('/bin/bash').filter((name) => !name.startsWith('libc.'));
    if (names.length === 0) skipBecause(skip, 'the shell of this machine is linked to nothing but libc');
    await copyFile('/bin/bash', path);
    for (const name of names) await replaceInFile(path, `${name}\0`, `${name.replace('lib', 'xyz')}\0`);
    const sentence = await failureOf(path);
    for (const name of names) expect(sentence).toContain(name.replace('lib', 'xyz'));
  });

  test('for an old C library: a newer system is advised', async () => {
    const path = await writeScript(
      'echo "$0: /lib/x86_64-linux-gnu/libc.so.6: version \\`GLIBC_2.34\' not found (required by $0)" >&2; exit 1',
    );
    expect(await failureOf(path)).toContain('needs a newer C library');
  });

  test('for lack of glibc: a system with glibc is advised', async ({ skip }) => {
    if (process.platform !== 'linux') skipBecause(skip, 'only Linux has loaders by path');
    const path = join(root, 'browser');
    await copyFile('/bin/true', path);
    await replaceInFile(path, '/lib64/ld-linux', '/lib64/no-linux');
    await replaceInFile(path, '/lib/ld-linux', '/lib/no-linux');
    expect(await failureOf(path)).toContain('needs glibc, which this system does not have');
  });

  test('for another processor: both are named', async ({ skip }) => {
    if (process.platform !== 'linux') skipBecause(skip, 'only Linux has ELF files');
    const path = join(root, 'browser');
    await copyFile('/bin/true', path);
    const file = await open(path, 'r+');
    const other = process.arch === 'x64' ? { machine: 183, name: 'arm64' } : { machine: 62, name: 'x64' };
    await file.write(Buffer.from([other.machine, 0]), 0, 2, 18);
    await file.close();
    expect(await failureOf(path)).toContain(
      `is built for ${other.name}, but this computer is ${process.arch}`,
    );
  });

  test('for a missing right to execute: chmod is advised', async () => {
    const path = await writeScript('exit 0');
    await chmod(path, 0o644);
    expect(await failureOf(path)).toContain('chmod +x');
  });

  test('for a file that is gone: it is said', async () => {
    expect(await failureOf(join(root, 'absent'))).toContain('No browser was found at');
  });

  test('but ends with a complaint: its last words are passed on', async () => {
    const path = await writeScript('echo "The moon is in the wrong phase." >&2; exit 3');
    expect(await failureOf(path)).toMatch(
      /\(exit code 3\)\. .* Last output of the browser that failed: The moon is in the wrong phase\./,
    );
  });

  test('but hangs: it is ended when the time is over', async () => {
    const path = await writeScript('echo "Still thinking." >&2; exec cat <&3');
    expect(await failureOf(path, 200)).toMatch(/did not respond within 0\.2 seconds.*Still thinking\./);
  });
});

test('a system without user namespaces for ordinary users: the sandbox is explained', async ({ skip }) => {
  const why = whyNoPrivateMounts();
  if (why) skipBecause(skip, why);
  const { source } = await locateTestChromium();
  if (source !== 'npm') skipBecause(skip, 'only the browser of the npm package is known here');
  // In a separate user namespace, where this process is not root and cannot create further ones.
  const inNamespace = ['--user', '--map-user=1000', '--keep-caps', 'sh', '-c'];
  const script = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"';
  const output = execFileSync(
    'unshare',
    [...inNamespace, script, 'sh', process.execPath, renderScript, testCacheFolder],
    { encoding: 'utf8' },
  );
  expect(JSON.parse(output)).toMatchObject({
    code: 'chromium-launch-failed',
    message: expect.stringContaining('cannot set up its sandbox'),
  });
});

test('a cache folder on a disk mounted noexec: another folder is advised', async ({ skip }) => {
  const why = whyNoPrivateMounts();
  if (why) skipBecause(skip, why);
  const { source } = await locateTestChromium();
  if (source !== 'npm') skipBecause(skip, 'only the browser of the npm package is known here');
  const script = 'mount --bind "$1" "$1" && mount -o remount,bind,noexec "$1" && shift && exec "$@"';
  const output = execFileSync(
    'unshare',
    ['--mount', 'sh', '-c', script, 'sh', testCacheFolder, process.execPath, renderScript, testCacheFolder],
    { encoding: 'utf8' },
  );
  expect(JSON.parse(output)).toMatchObject({
    code: 'chromium-launch-failed',
    message: expect.stringContaining('mounted "noexec"'),
  });
});

/** Returns the libraries listed by ldd. */
function linkedLibraries(path: string): string[] {
  const trace = execFileSync(path, { encoding: 'utf8', env: { LD_TRACE_LOADED_OBJECTS: '1' } });
  return [...trace.matchAll(/^\s*(lib\S+) => /gm)].map(([, name]) => name ?? '');
}

async function replaceInFile(path: string, text: string, sameLengthText: string): Promise<void> {
  const content = (await readFile(path)).toString('latin1').replaceAll(text, sameLengthText);
  await writeFile(path, Buffer.from(content, 'latin1'));
}
