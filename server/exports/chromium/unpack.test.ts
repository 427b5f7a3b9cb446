import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtProgram } from '../../../test/stand-ins/built.ts';
import { firstOf, isFullRun } from '../../../test/stand-ins/full.ts';
import { skipBecause, whyNoPrivateMounts } from './chromium.test-support.ts';
import { type ChromiumPackage, findChromiumPackage, unpackChromium } from './unpack.ts';

const unpackScript = builtProgram('server/exports/chromium/fixtures/unpack.ts');

let root: string;
let cacheFolder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'offprint-test-'));
  cacheFolder = join(root, 'cache');
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('a package of the same form, but small', () => {
  const executable = randomBytes(300_000);
  const compressedExecutable = brotliCompressSync(executable);
  let chromiumPackage: ChromiumPackage;
  beforeEach(async () => {
    chromiumPackage = await writePackage(join(root, 'package'), {});
  });

  test('is unpacked so that only this user can change it', async () => {
    const folder = await unpackChromium({ chromiumPackage, cacheFolder });
    expect(folder).toBe(join(cacheFolder, 'chromium-1.2.3'));
    expect((await readdir(folder)).sort()).toEqual([
      'chromium',
      'fonts',
      'fonts.conf',
      'lib',
      'lib-sqlite',
      'unpacked.json',
    ]);
    expect((await lstat(folder)).mode & 0o777).toBe(0o700);
    expect((await lstat(join(folder, 'chromium'))).mode & 0o777).toBe(0o755);
    expect(await readFile(join(folder, 'chromium'))).toEqual(executable);
    expect(await readFile(join(folder, 'lib', 'libnss3.so'), 'utf8')).toBe('a library');
    // Not Amazon's file, which refers to folders below /tmp.
    expect(await readFile(join(folder, 'fonts.conf'), 'utf8')).toContain(
      '<dir prefix="relative">fonts</dir>',
    );
  });

  test('leaves a marker with version, sizes and SHA-256', async () => {
    const folder = await unpackChromium({ chromiumPackage, cacheFolder });
    const marker = JSON.parse(await readFile(join(folder, 'unpacked.json'), 'utf8'));
    expect(marker.version).toBe('1.2.3');
    expect(marker.files.chromium).toEqual({
      sizeBytes: executable.length,
      sha256: createHash('sha256').update(executable).digest('hex'),
    });
    expect(Object.keys(marker.files).sort()).toEqual([
      'chromium',
      'fonts.conf',
      'fonts/Open_Sans/OpenSans-Regular.ttf',
      'lib-sqlite/libsqlite3.so.0',
      'lib/libnss3.so',
    ]);
  });

  test('is not unpacked a second time', async () => {
    const folder = await unpackChromium({ chromiumPackage, cacheFolder });
    const { ino } = await lstat(folder);
    let progressEvents = 0;
    await unpackChromium({ chromiumPackage, cacheFolder, onProgress: () => (progressEvents += 1) });
    expect(progressEvents).toBe(0);
    expect((await lstat(folder)).ino).toBe(ino);
  });

  test('reports progress up to the whole', async () => {
    const events: number[] = [];
    await unpackChromium({
      chromiumPackage,
      cacheFolder,
      onProgress: ({ readBytes, totalBytes }) => events.push(readBytes / totalBytes),
    });
    expect(events).toEqual([...events].sort((a, b) => a - b));
    expect(events.at(-1)).toBe(1);
  });

  /** The decoder stops at the end of the stream and ignores what follows. */
  const EMPTY_STREAM = Buffer.concat([Buffer.of(6), Buffer.alloc(5000, 0x11)]);

  test.each(
    firstOf<[what: string, damage: (folder: string) => Promise<void>]>(2, [
      ['a shorter browser', (folder) => writeFile(join(folder, 'chromium'), 'short')],
      ['no marker', (folder) => rm(join(folder, 'unpacked.json'))],
      ['a broken marker', (folder) => writeFile(join(folder, 'unpacked.json'), '{"version":')],
      ['a missing library', (folder) => rm(join(folder, 'lib', 'libnss3.so'))],
      ['a browser that others can write to', (folder) => chmod(join(folder, 'chromium'), 0o777)],
      ['a folder that others can write to', (folder) => chmod(folder, 0o777)],
      [
        'a link in place of the browser',
        async (folder) => {
          await writeFile(join(root, 'elsewhere'), executable);
          await rm(join(folder, 'chromium'));
          await symlink(join(root, 'elsewhere'), join(folder, 'chromium'));
        },
      ],
    ]),
  )('is unpacked again over a folder with %s', async (_what, damage) => {
    const folder = await unpackChromium({ chromiumPackage, cacheFolder });
    await damage(folder);
    expect(await unpackChromium({ chromiumPackage, cacheFolder })).toBe(folder);
    expect((await lstat(join(folder, 'chromium'))).isFile()).toBe(true);
    expect(await readFile(join(folder, 'chromium'))).toEqual(executable);
    expect(await readdir(cacheFolder)).toEqual(['chromium-1.2.3']);
  });

  test('is unpacked again over a folder that belongs to another user', async ({ skip }) => {
    if (process.getuid?.() !== 0) skipBecause(skip, 'giving a folder to another user needs root');
    const folder = await unpackChromium({ chromiumPackage, cacheFolder });
    await chown(join(folder, 'chromium'), 65534, 65534);
    await unpackChromium({ chromiumPackage, cacheFolder });
    expect((await lstat(join(folder, 'chromium'))).uid).toBe(0);
  });

  test('is unpacked by several processes at once, and all end well', async () => {
    const run = () =>
      promisify(execFile)(process.execPath, [unpackScript, chromiumPackage.folder, cacheFolder]);
    const outputs = await Promise.all(Array.from({ length: isFullRun ? 4 : 2 }, run));
    for (const { stdout, stderr } of outputs) {
      expect(JSON.parse(stdout).folder).toBe(join(cacheFolder, 'chromium-1.2.3'));
      expect(stderr).toBe('');
    }
    expect(await readdir(cacheFolder)).toEqual(['chromium-1.2.3']);
  });

  test('is unpacked by several calls of one process at once', async () => {
    const unpack = () => unpackChromium({ chromiumPackage, cacheFolder });
    const folders = await Promise.all([unpack(), unpack(), unpack()]);
    expect(new Set(folders).size).toBe(1);
    expect(await readdir(cacheFolder)).toEqual(['chromium-1.2.3']);
  });

  test('leaves nothing of a killed process behind', async () => {
    const killed = spawnSync(process.execPath, [unpackScript, chromiumPackage.folder, cacheFolder, 'kill']);
    expect(killed.signal).toBe('SIGKILL');
    const [leftover] = await readdir(cacheFolder);
    expect(leftover).toMatch(/^chromium-1\.2\.3\.partial-/);

    await unpackChromium({ chromiumPackage, cacheFolder });
    expect(await readdir(cacheFolder)).toEqual(['chromium-1.2.3']);
  });

  test('stops when aborted and leaves nothing behind', async () => {
    const controller = new AbortController();
    const reason = new Error('the user changed their mind');
    const unpacking = unpackChromium({
      chromiumPackage,
      cacheFolder,
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    await expect(unpacking).rejects.toBe(reason);
    expect(await readdir(cacheFolder)).toEqual([]);
  });

  test.each([
    ['points outside its folder', { name: '../evil.so', content: 'evil' }],
    ['points outside its folder', { name: '/tmp/offprint-evil.so', content: 'evil' }],
    ['a symlink', { name: 'lib/link.so', linksTo: '/etc/passwd' }],
  ])('is refused when an entry %s', async (why, entry) => {
    const malicious = await writePackage(join(root, 'malicious'), { libraries: [entry] });
    await expect(unpackChromium({ chromiumPackage: malicious, cacheFolder })).rejects.toMatchObject({
      code: 'chromium-unpack-failed',
      message: expect.stringContaining(why),
    });
    expect(await readdir(cacheFolder)).toEqual([]);
    expect(await readdir(root)).not.toContain('evil.so');
  });

  test.each(
    firstOf<[what: string, damage: (bin: string) => Promise<void>]>(3, [
      [
        'truncated',
        async (bin) =>
          writeFile(join(bin, 'chromium.br'), (await readFile(join(bin, 'chromium.br'))).subarray(0, 1000)),
      ],
      ['a Brotli stream of nothing for a tar', (bin) => writeFile(join(bin, 'fonts.tar.br'), EMPTY_STREAM)],
      ['missing', (bin) => rm(join(bin, 'al2023.tar.br'))],
      ['not Brotli', (bin) => writeFile(join(bin, 'chromium.br'), Buffer.alloc(5000, 0x11))],
      ['a Brotli stream of nothing', (bin) => writeFile(join(bin, 'chromium.br'), EMPTY_STREAM)],
      [
        'truncated inside a tar',
        async (bin) =>
          writeFile(join(bin, 'fonts.tar.br'), (await readFile(join(bin, 'fonts.tar.br'))).subarray(0, 50)),
      ],
    ]),
  )('that is damaged (%s) asks for npm ci', async (_what, damage) => {
    await damage(join(chromiumPackage.folder, 'bin'));
    await expect(unpackChromium({ chromiumPackage, cacheFolder })).rejects.toMatchObject({
      code: 'chromium-unpack-failed',
      message: expect.stringContaining('npm ci'),
    });
    expect(await readdir(cacheFolder)).toEqual([]);
  });

  test('is not unpacked where all users can write', async () => {
    await mkdir(cacheFolder);
    await chmod(cacheFolder, 0o1777);
    await expect(unpackChromium({ chromiumPackage, cacheFolder })).rejects.toMatchObject({
      code: 'chromium-unpack-failed',
      message: expect.stringContaining('other users can write'),
    });
  });

  test.for(
    firstOf(1, [
      ['size=100k', 'There is not enough free space'],
      ['ro', 'is not writable by the user that Offprint runs as'],
    ] as const),
  )('says what to do on a disk mounted with %s', async ([mountOption, sentence], { skip }) => {
    const why = whyNoPrivateMounts();
    if (why) skipBecause(skip, why);
    await mkdir(cacheFolder);
    const output = execFileSync(
      'unshare',
      [
        '--mount',
        'sh',
        '-c',
        'mount -t tmpfs -o "mode=700,$1" test "$2" && shift 2 && exec "$@"',
        'sh',
        mountOption,
        cacheFolder,
        process.execPath,
        unpackScript,
        chromiumPackage.folder,
        cacheFolder,
      ],
      { encoding: 'utf8' },
    );
    expect(JSON.parse(output)).toMatchObject({
      code: 'chromium-unpack-failed',
      message: expect.stringContaining(sentence),
    });
  });

  type TarEntry = { name: string; content?: string; linksTo?: string };

  async function writePackage(folder: string, { libraries = [] as TarEntry[] }): Promise<ChromiumPackage> {
    await mkdir(join(folder, 'bin'), { recursive: true });
    const write = (name: string, content: Buffer) =>
      writeFile(join(folder, 'bin', name), brotliCompressSync(content));
    await writeFile(join(folder, 'bin', 'chromium.br'), compressedExecutable);
    await write('al2023.tar.br', await tar([{ name: 'lib/libnss3.so', content: 'a library' }, ...libraries]));
    await write(
      'fonts.tar.br',
      await tar([
        { name: 'fonts.conf', content: '<dir>/tmp/fonts</dir>' },
        { name: 'fonts/Open_Sans/OpenSans-Regular.ttf', content: 'a font' },
      ]),
    );
    return { folder, version: '1.2.3' };
  }

  async function tar(entries: readonly TarEntry[]): Promise<Buffer> {
    const archive = pack();
    for (const { name, content, linksTo } of entries) {
      if (linksTo) archive.entry({ name, type: 'symlink', linkname: linksTo });
      else archive.entry({ name }, content ?? '');
    }
    archive.finalize();
    return buffer(archive as unknown as AsyncIterable<Buffer>);
  }
});

describe('the installed package', () => {
  test('is found without running it, and is absent elsewhere', async () => {
    const installed = await findChromiumPackage();
    expect(installed?.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(await findChromiumPackage(join(root, 'index.js'))).toBeUndefined();
  });

  test.runIf(isFullRun)(
    'unpacks with less than 100 MB of memory into a browser that runs',
    async ({ skip }) => {
      if (process.platform !== 'linux' || process.arch !== 'x64')
        skipBecause(skip, 'its browser is for Linux x64');
      const output = execFileSync(process.execPath, [unpackScript, '', cacheFolder], { encoding: 'utf8' });
      const { folder, extraMegabytes, tookMs } = JSON.parse(output);
      expect(extraMegabytes).toBeLessThan(100);
      console.info(`unpacked in ${(tookMs / 1000).toFixed(1)} s with ${extraMegabytes.toFixed(0)} MB`);

      const env = { LD_LIBRARY_PATH: join(folder, 'lib') };
      expect(execFileSync(join(folder, 'chromium'), ['--version'], { encoding: 'utf8', env })).toMatch(
        /^Chromium \d+/,
      );
    },
  );
});
