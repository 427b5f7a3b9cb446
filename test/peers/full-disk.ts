import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bundleOf, publishOnce, siteOf } from '../../server/publications/publishing.test-support.ts';
import type { Target } from '../../server/publications/target.ts';
import { dataFolder, offprint, type Run } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { type LoopDisk, mountLoopDisk } from './loop-disk.ts';
import type { Bundles } from './publishing-peer.ts';

type Open = (folder: string, port: number) => (signal: AbortSignal) => Promise<Target>;

export type ServerOfDisk = Readonly<{
  /** For the image of the disk. */
  work: string;
  open: Open;
  port: () => number;
  /** Options of `targets add`. */
  keys: () => readonly string[];
  /** Whether the server tells how much room there is. */
  saysRoom: boolean;
}>;

/** What holds of an SFTP server on a disk of 24 MB, and a version that takes 12. Needs root. */
export function testFullDisk(
  { work, open, port, keys, saysRoom }: ServerOfDisk,
  bundles: () => Bundles,
): void {
  // A server that does not say how full it is gives the same error each time: a usual run tries one case.
  const isWhole = saysRoom || isFullRun;
  let disk: LoopDisk;
  let large: string;
  beforeAll(async () => {
    const mounted = mountLoopDisk(work, 24 * 2 ** 20);
    if (typeof mounted === 'string') {
      console.log(`Publishing to a full disk by SFTP is skipped: ${mounted}.`);
      return;
    }
    disk = mounted;
    if (!isWhole) return;
    large = await bundleOf(work, '3.0', { ...siteOf('3.0'), 'large.bin': randomBytes(12 * 2 ** 20) });
  });
  beforeEach(({ skip }) => skip(disk === undefined));
  afterAll(() => disk?.unmount());

  /** Where the server does not say how much room there is, nobody knows why it fails. */
  const isFull = saysRoom
    ? {
        code: 'target-full',
        message: expect.stringMatching(/(not enough|out of) space.* bytes .*free\. Free some space/),
      }
    : { code: 'target-refused', message: expect.stringContaining('Check whether its disk') };

  const testWhole = test.runIf(isWhole);
  testWhole('that is too small refuses before the first byte, if it says how much room it has', async () => {
    const root = fs.mkdtempSync(path.join(disk.folder, 'site-'));
    disk.fill(6 * 2 ** 20);
    const openTarget = open(root, port());
    await expect(publishOnce({ openTarget, bundle: large })).rejects.toMatchObject(isFull);
    if (saysRoom) expect(fs.readdirSync(root)).toEqual([]);
    disk.makeRoom();
    expect(await publishOnce({ openTarget, bundle: large })).toMatchObject({ version: '3.0' });
    fs.rmSync(root, { recursive: true });
  });

  test.runIf(saysRoom)('that is too small ends the command with code 21, and retry goes on', async () => {
    const data = ['--data', dataFolder()];
    const secretFile = path.join(work, 'master-key');
    fs.writeFileSync(secretFile, randomBytes(48).toString('base64'), { mode: 0o600 });
    const run = (...args: string[]): Promise<Run> =>
      offprint([...args, ...data], { env: { OFFPRINT_SECRET_FILE: secretFile } });
    const root = fs.mkdtempSync(path.join(disk.folder, 'site-'));
    const { username } = os.userInfo();
    await run('targets', 'add', 'cdn', `sftp://${username}@127.0.0.1:${port()}${root}`, ...keys());
    disk.fill(6 * 2 ** 20);
    const refused = await run('publish', large, '--to', 'cdn');
    expect([refused.code, refused.stderr]).toEqual([
      21,
      expect.stringMatching(/There is not enough space on sftp:/),
    ]);
    disk.makeRoom();
    const [id] = /pub_[0-9a-f]+/.exec(refused.stderr) ?? [];
    const retried = await run('publications', 'retry', id ?? '');
    expect(retried.code, retried.stderr).toBe(0);
    expect(readPointer(root)).toBe('releases/3.0');
    fs.rmSync(root, { recursive: true });
  });

  testWhole('that fills up meanwhile shows the version before, and goes on once there is room', async () => {
    const root = fs.mkdtempSync(path.join(disk.folder, 'site-'));
    await publishOnce({ openTarget: open(root, port()), bundle: bundles().one });
    const begins: number[] = [];
    const openTarget = async (signal: AbortSignal): Promise<Target> => {
      const target = await open(root, port())(signal);
      return {
        ...target,
        write: (file, content, onBytes) => {
          if (!file.path.endsWith('large.bin')) return target.write(file, content, onBytes);
          if (begins.length === 0) disk.fill(5 * 2 ** 20);
          const fromThere = (from: number): AsyncIterable<Buffer> => {
            begins.push(from);
            return content(from);
          };
          return target.write(file, fromThere, onBytes);
        },
      };
    };
    const attempt = { openTarget, bundle: large, id: 'pub_full' };
    await expect(publishOnce(attempt)).rejects.toMatchObject(isFull);
    expect(fs.readFileSync(path.join(root, readPointer(root), 'index.html'), 'utf8')).toBe('<p>version 1.0');
    disk.makeRoom();
    await publishOnce(attempt);
    expect(readPointer(root)).toBe('releases/3.0');
    expect(begins[1]).toBeGreaterThan(2 ** 20);
    fs.rmSync(root, { recursive: true });
  });

  test('that has no block left is full as well', async () => {
    const root = fs.mkdtempSync(path.join(disk.folder, 'site-'));
    disk.fill(0);
    await expect(
      publishOnce({ openTarget: open(root, port()), bundle: bundles().one }),
    ).rejects.toMatchObject(isFull);
    disk.makeRoom();
    await publishOnce({ openTarget: open(root, port()), bundle: bundles().one });
    expect(readPointer(root)).toBe('releases/1.0');
  });
}

function readPointer(root: string): string {
  const pointer = path.join(root, 'current');
  const isLink = fs.lstatSync(pointer).isSymbolicLink();
  return (isLink ? fs.readlinkSync(pointer) : fs.readFileSync(pointer, 'utf8')).trim();
}
