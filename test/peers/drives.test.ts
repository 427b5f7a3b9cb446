import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { verifyPath } from '../../server/bundles/verify-source.ts';
import {
  bundleOf,
  publishOnce,
  siteOf,
  temporary,
} from '../../server/publications/publishing.test-support.ts';
import type { Target } from '../../server/publications/target.ts';
import { openDrive } from '../../server/publications/targets/drive.ts';
import { requireDrive } from '../../server/publications/targets/find-drive.ts';
import { bundlesOnDrives } from '../../server/received/bundles-on-drives.ts';
import { takeIn } from '../../server/received/take-in.ts';
import { isFullRun } from '../stand-ins/full.ts';

/** Publishing to drives: images of file systems, mounted. Needs root, loop devices and FUSE. */
const MEGABYTE = 2 ** 20;

type Kind = Readonly<{
  make: readonly string[];
  mount: readonly string[];
  needs: readonly string[];
  /** Tells neither free space nor that it is full. */
  noFaults?: true;
  /** Has the drive fail while it stays mounted, as one does that is pulled out. */
  fail?: (mount: string) => void;
}>;

/** EXT4_IOC_SHUTDOWN without flushing: from then on everything fails with EIO. */
const SHUT_DOWN = `
import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, struct.pack('I', 2))`;

const KINDS: Readonly<Record<string, Kind>> = {
  ext4: {
    make: ['mkfs.ext4', '-q', '-F', '-m', '0'],
    mount: ['mount', '-o', 'loop'],
    needs: ['mkfs.ext4', 'mount', 'losetup'],
    fail: (mount) => spawnSync('python3', ['-c', SHUT_DOWN, mount]),
  },
  FAT32: {
    make: ['mkfs.vfat', '-F', '32'],
    mount: ['fusefat', '-o', 'rw+'],
    needs: ['mkfs.vfat', 'fusefat'],
    noFaults: true,
  },
  exFAT: {
    make: ['mkfs.exfat'],
    mount: ['sh', '-c', 'mount.exfat-fuse "$(losetup --find --show "$0")" "$1"'],
    needs: ['mkfs.exfat', 'mount.exfat-fuse', 'losetup'],
    // Without its program the file system answers ENOTCONN.
    fail: (mount) => {
      const programs = spawnSync('pgrep', ['-f', `mount.exfat-fuse .* ${mount}$`], { encoding: 'utf8' });
      for (const id of programs.stdout.split('\n').filter(Boolean)) process.kill(Number(id), 'SIGKILL');
    },
  },
};

const work = temporary('drives');
const mounted: string[] = [];
let one: string;
let two: string;
let large: string;

beforeAll(async () => {
  one = await bundleOf(work, '1.0', siteOf('1.0'));
  two = await bundleOf(work, '2.0', siteOf('2.0'));
  const bytes = Buffer.alloc(60 * MEGABYTE);
  for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at);
  large = await bundleOf(work, '9.0', { 'index.html': '9', 'large.bin': bytes });
});

afterEach(() => {
  for (const mount of mounted.splice(0)) spawnSync('umount', ['-l', mount]);
  const { stdout } = spawnSync('losetup', ['--list', '--noheadings', '--output', 'NAME,BACK-FILE'], {
    encoding: 'utf8',
  });
  for (const line of String(stdout).split('\n'))
    if (line.includes(work)) spawnSync('losetup', ['--detach', line.split(' ')[0] ?? '']);
});

/** A drive of 48 MB; undefined, and why is printed, where this computer cannot have one. */
function plugIn(name: string, image = path.join(work, `${name}-${Math.random()}.img`)): string | undefined {
  const kind = KINDS[name] as Kind;
  const missing = kind.needs.filter((program) => spawnSync('which', [program]).status !== 0);
  const mount = fs.mkdtempSync(path.join(work, `${name}-`));
  const made = (args: readonly string[]): ReturnType<typeof spawnSync> | undefined =>
    spawnSync(args[0] ?? '', args.slice(1), { encoding: 'utf8', timeout: 30_000 });
  if (missing.length === 0 && !fs.existsSync(image)) {
    fs.writeFileSync(image, '');
    fs.truncateSync(image, 48 * MEGABYTE);
    made([...kind.make, image]);
  }
  const result = missing.length > 0 ? undefined : made([...kind.mount, image, mount]);
  if (result?.status === 0) {
    mounted.push(mount);
    console.log(`Publishing to a drive with ${name} runs.`);
    return mount;
  }
  console.log(
    `Publishing to a drive with ${name} is skipped: ${missing.length > 0 ? `no ${missing.join(', ')} here` : `it cannot be mounted (${String(result?.stderr).trim()})`}.`,
  );
  return undefined;
}

/** Faults mean the same on each kind of drive: a usual run has them on one. */
const hasAllFaults = (name: string): boolean => isFullRun || name === 'ext4';

const onto =
  (mount: string) =>
  (signal: AbortSignal): Promise<Target> =>
    openDrive({ path: mount, folder: 'offprint' }, signal);

describe.each(Object.keys(KINDS))('a drive with %s', (name) => {
  test('gets a bundle, another one, and goes back', async ({ skip }) => {
    const mount = plugIn(name);
    if (mount === undefined) return skip();
    const openTarget = onto(mount);
    await publishOnce({ openTarget, bundle: one, shape: 'archive' });
    await publishOnce({ openTarget, bundle: two, shape: 'archive' });
    const root = path.join(mount, 'offprint');
    expect(fs.readdirSync(root).sort()).toEqual(['current', 'releases']);
    const zip = path.join(root, 'releases/2.0/docs.example.com-2.0.zip');
    expect(fs.readFileSync(zip)).toEqual(fs.readFileSync(two));
    expect(fs.readFileSync(path.join(root, 'releases/2.0/README.txt'), 'utf8')).toContain(
      'It is not signed.',
    );
    const sums = spawnSync('sha256sum', ['-c', 'docs.example.com-2.0.zip.sha256'], {
      cwd: path.dirname(zip),
    });
    expect(sums.status).toBe(0);
    expect(await publishOnce({ openTarget })).toMatchObject({ version: '1.0', previous: '2.0' });
  });

  if (KINDS[name]?.noFaults) {
    console.log(`A drive with ${name} that is full or pulled out is skipped: fusefat tells neither.`);
    return;
  }
  if (!hasAllFaults(name)) return;

  test('that is too small is refused before the first byte', async ({ skip }) => {
    const mount = plugIn(name);
    if (mount === undefined) return skip();
    const full = publishOnce({ openTarget: onto(mount), bundle: large, shape: 'site' });
    await expect(full).rejects.toMatchObject({ code: 'target-full' });
    expect(fs.readdirSync(path.join(mount, 'offprint'))).toEqual([]);
  });

  test('that fills up meanwhile keeps the old version, and goes on once there is room', async ({ skip }) => {
    const mount = plugIn(name);
    if (mount === undefined) return skip();
    await publishOnce({ openTarget: onto(mount), bundle: one, shape: 'archive' });
    const middle = path.join(work, `middle-${name}.zip`);
    if (!fs.existsSync(middle)) {
      const made = await bundleOf(work, `5.${name}`, {
        'index.html': '5',
        'm.bin': fs.readFileSync(large).subarray(0, 20 * MEGABYTE),
      });
      fs.renameSync(made, middle);
    }
    const filler = path.join(mount, 'filler');
    let fill = true;
    const openTarget = async (signal: AbortSignal): Promise<Target> => {
      const drive = await onto(mount)(signal);
      return {
        ...drive,
        write: (file, content, onBytes) => {
          if (fill && file.path.endsWith('.zip')) {
            fill = false;
            const { bavail, bsize } = fs.statfsSync(mount);
            fs.writeFileSync(filler, Buffer.alloc(bavail * bsize - 5 * MEGABYTE));
          }
          return drive.write(file, content, onBytes);
        },
      };
    };
    const attempt = { openTarget, bundle: middle, shape: 'archive' as const, id: 'pub_full' };
    await expect(publishOnce(attempt)).rejects.toMatchObject({ code: 'target-full' });
    expect(await (await onto(mount)(AbortSignal.timeout(9_000))).current()).toBe('1.0');
    fs.rmSync(filler);
    await publishOnce(attempt);
    expect(await (await onto(mount)(AbortSignal.timeout(9_000))).current()).toBe(`5.${name}`);
  });

  test('that is pulled out meanwhile is named, and nothing is written in its place', async ({ skip }) => {
    const image = path.join(work, `pulled-${name}.img`);
    const mount = plugIn(name, image);
    if (mount === undefined) return skip();
    await publishOnce({ openTarget: onto(mount), bundle: one });
    let count = 0;
    const openTarget = async (signal: AbortSignal): Promise<Target> => {
      const drive = await onto(mount)(signal);
      return {
        ...drive,
        write: (file, content, onBytes) => {
          if (++count === 2) spawnSync('umount', ['-l', mount]);
          return drive.write(file, content, onBytes);
        },
      };
    };
    await expect(publishOnce({ openTarget, bundle: two, id: 'pub_pulled' })).rejects.toMatchObject({
      code: 'target-unreachable',
    });
    expect(fs.readdirSync(mount)).toEqual([]);
    const again = plugIn(name, image) ?? '';
    await publishOnce({ openTarget: onto(again), bundle: two, id: 'pub_pulled' });
    expect(await (await onto(again)(AbortSignal.timeout(9_000))).current()).toBe('2.0');
  });
});

describe.each(Object.keys(KINDS).filter((name) => KINDS[name]?.fail))(
  'a drive with %s that fails',
  (name) => {
    test('while a bundle is received from it is named, and nothing is kept', async ({ skip }) => {
      const image = path.join(work, `source-${name}.img`);
      const before = plugIn(name, image);
      if (before === undefined) return skip();
      const bytes = fs.readFileSync(large).subarray(0, 30 * MEGABYTE);
      const source = await bundleOf(work, `7.${name}`, { 'index.html': '7', 'large.bin': bytes });
      fs.copyFileSync(source, path.join(before, 'docs.zip'));
      spawnSync('umount', [before]);
      const mount = plugIn(name, image) ?? '';
      const scratchFolder = temporary('scratch');
      let hasFailed = false;
      const receiving = takeIn(path.join(mount, 'docs.zip'), {
        scratchFolder,
        trusted: [],
        findBase: async () => undefined,
        signal: new AbortController().signal,
        onProgress: () => {
          if (!hasFailed) KINDS[name]?.fail?.(mount);
          hasFailed = true;
        },
      });
      await expect(receiving).rejects.toThrow(/can no longer be read .*: the drive was unplugged/);
      expect(fs.readdirSync(scratchFolder)).toEqual([]);
    });

    if (!hasAllFaults(name)) return;

    test('while it is written to keeps the old version, and goes on once it is back', async ({ skip }) => {
      const image = path.join(work, `failing-${name}.img`);
      const mount = plugIn(name, image);
      if (mount === undefined) return skip();
      await publishOnce({ openTarget: onto(mount), bundle: one });
      let count = 0;
      const openTarget = async (signal: AbortSignal): Promise<Target> => {
        const drive = await onto(mount)(signal);
        return {
          ...drive,
          write: (file, content, onBytes) => {
            if (++count === 2) KINDS[name]?.fail?.(mount);
            return drive.write(file, content, onBytes);
          },
        };
      };
      await expect(publishOnce({ openTarget, bundle: two, id: 'pub_failing' })).rejects.toMatchObject({
        code: 'target-unreachable',
      });
      spawnSync('umount', ['-l', mount]);
      const again = plugIn(name, image) ?? '';
      const current = async (): Promise<string | null> =>
        (await onto(again)(AbortSignal.timeout(9_000))).current();
      expect(await current()).toBe('1.0');
      await publishOnce({ openTarget: onto(again), bundle: two, id: 'pub_failing' });
      expect(await current()).toBe('2.0');
    });
  },
);

test('a drive is found by its label, with the bundles on it', async ({ skip }) => {
  const mount = plugIn('ext4');
  if (mount === undefined) return skip();
  // What udev writes down of a drive that is plugged in; computers without it tell no labels.
  const { dev } = fs.statSync(mount);
  const record = `/run/udev/data/b${dev >> 8}:${dev & 0xff}`;
  fs.mkdirSync(path.dirname(record), { recursive: true });
  fs.writeFileSync(record, 'I:1\nE:ID_FS_LABEL=DOCS\nE:ID_FS_LABEL_ENC=DOCS\nE:ID_FS_TYPE=ext4\nV:1\n');
  try {
    const openTarget = (signal: AbortSignal): Promise<Target> =>
      openDrive({ label: 'DOCS', folder: 'offprint' }, signal);
    await publishOnce({ openTarget, bundle: one, shape: 'archive' });
    const drive = await requireDrive({ label: 'DOCS' });
    expect(drive.freeBytes).toBeGreaterThan(MEGABYTE);
    const [{ bundles } = { bundles: [] }] = bundlesOnDrives([drive]);
    const file = path.join(mount, 'offprint/releases/1.0/docs.example.com-1.0.zip');
    expect(bundles).toEqual([file]);
    expect(await verifyPath(file, { trusted: [], signal: AbortSignal.timeout(9_000) })).toMatchObject({
      verdict: 'unsigned',
    });
  } finally {
    fs.rmSync(record);
  }
});

test('a drive that is read-only is refused', async ({ skip }) => {
  const mount = plugIn('ext4');
  if (mount === undefined) return skip();
  spawnSync('mount', ['-o', 'remount,ro', mount]);
  await expect(publishOnce({ openTarget: onto(mount), bundle: one })).rejects.toThrow(/is read-only/);
});

test('a drive of the system is refused, and one that is not there is named', async () => {
  await expect(publishOnce({ openTarget: onto('/'), bundle: one })).rejects.toThrow(/a system drive/);
  await expect(publishOnce({ openTarget: onto('/nowhere'), bundle: one })).rejects.toThrow(
    /\/nowhere is not connected/,
  );
});
