import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, test } from 'vitest';
import { bundleOf, temporary } from '../../server/publications/publishing.test-support.ts';
import { readText } from '../../server/publications/target.ts';
import { openS3 } from '../../server/publications/targets/s3.ts';
import { s3Bucket } from '../../server/publications/targets/s3-bucket.ts';
import { dataFolder, kill, offprint } from '../stand-ins/fixture-site.ts';
import { firstOf } from '../stand-ins/full.ts';
import {
  pagesOf,
  publishKilled,
  type Reader,
  readerOf,
  untilPagesArrived,
  versionSeen,
} from '../stand-ins/killed-publication.ts';
import { faultyRelay } from './faulty-relay.ts';
import { mountLoopDisk } from './loop-disk.ts';
import { makeKey, missingForOpenssh, startOpenssh } from './openssh-server.ts';
import { freePort, listening } from './ports.ts';
import { missingForSwift, SWIFT_KEYS, startSwift } from './swift-server.ts';

/**
 * Offprint is killed while it publishes: to a drive (ext4, as root) when so many files have arrived, to servers (rclone,
 * OpenSSH, Swift) when a random count of bytes has passed, at any stage.
 */
const PAGES = 100;
/** Kills with SIGKILL; a soak run sets more. */
const KILLS = Number(process.env.OFFPRINT_KILLS ?? 2);
/** The most that passes between two kills; a whole publication is about 600 KB each way. */
const KILL_BYTES = 700_000;

const work = temporary('killed');

type Place = Readonly<{
  /** What `targets add` takes. @param port of the server, or of a relay to it */
  address: (port: number) => readonly string[];
  read: Reader;
  /** Files below a folder, however deep. */
  list: (folder: string) => Promise<string[]>;
  /** A folder of this computer, or the port of a server. */
  at: Readonly<{ root: string } | { port: number }>;
}>;

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const inFolder = (root: string): Pick<Place, 'read' | 'list'> => ({
  read: readerOf(root),
  list: async (folder) => {
    const at = path.join(root, folder);
    if (!fs.existsSync(at)) return [];
    const entries = fs.readdirSync(at, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  },
});

const secretFile = (name: string, text: string): string => {
  const file = path.join(work, name);
  fs.writeFileSync(file, text, { mode: 0o600 });
  return file;
};

/** Each is opened where this computer can have it; else it says why not. */
const PLACES: Readonly<Record<string, () => Promise<Place | string>>> = {
  WebDAV: async () => {
    if (spawnSync('which', ['rclone']).status !== 0) return 'no rclone here';
    const root = fs.mkdtempSync(path.join(work, 'dav-'));
    const port = await freePort();
    const args = ['serve', 'webdav', root, '--addr', `127.0.0.1:${port}`, '--config', '/dev/null'];
    const { pid }: ChildProcess = spawn('rclone', args, { stdio: 'ignore' });
    closing.push(() => kill(pid));
    await listening(port);
    return { ...inFolder(root), address: (at) => [`http://127.0.0.1:${at}/`], at: { port } };
  },
  SFTP: async () => {
    const missing = missingForOpenssh();
    if (missing !== undefined) return `no ${missing} here`;
    const root = fs.mkdtempSync(path.join(work, 'sftp-'));
    const [hostKey, user] = [path.join(work, 'host'), path.join(work, 'user')];
    const fingerprint = makeKey(hostKey);
    makeKey(user);
    const port = await freePort();
    const server = await startOpenssh({ folder: work, port, hostKey, authorizedKeys: `${user}.pub` });
    closing.push(server.kill);
    const keys = ['--private-key-file', user, '--host-key', fingerprint];
    const { username } = os.userInfo();
    return {
      ...inFolder(root),
      address: (at) => [`sftp://${username}@127.0.0.1:${at}${root}`, ...keys],
      at: { port },
    };
  },
  S3: async () => {
    const missing = missingForSwift();
    if (missing !== undefined) return `no ${missing} here`;
    const { port, close } = await startSwift(path.join(work, 'swift'));
    closing.push(close);
    const { accessKeyId, secretAccessKey } = SWIFT_KEYS;
    const options = { endpoint: `http://127.0.0.1:${port}`, bucket: 'docs', prefix: 'site', ...SWIFT_KEYS };
    const { client } = s3Bucket(options);
    await client.send(new CreateBucketCommand({ Bucket: 'docs' }));
    client.destroy();
    const target = openS3(options, new AbortController().signal);
    closing.push(target.close);
    const key = ['--secret-key-file', secretFile('secret-key', secretAccessKey)];
    return {
      address: (at) => [
        `s3://${encodeURIComponent(accessKeyId)}@docs/site`,
        ...['--endpoint', `http://127.0.0.1:${at}`, ...key],
      ],
      read: async (file) =>
        (await readText(target, `releases/${await target.current()}/${file}`)) ?? `no ${file}`,
      list: async (folder) => (await target.list(folder)).map((file) => file.path),
      at: { port },
    };
  },
  'a drive': async () => {
    const disk = mountLoopDisk(work, 48 * 2 ** 20);
    if (typeof disk === 'string') return disk;
    closing.push(disk.unmount);
    const root = path.join(disk.folder, 'offprint');
    return { ...inFolder(root), address: () => [`drive:${disk.folder}`], at: { root } };
  },
};

// Offprint goes on in the same way everywhere: a usual run kills it at one kind of target.
describe.each(firstOf(1, Object.entries(PLACES)))('a publication to %s', (name, open) => {
  test('goes on after kill -9 at any moment, readers never see a mixture, and it is taken back', async ({
    skip,
  }) => {
    const place = await open();
    if (typeof place === 'string') {
      console.log(`Killing Offprint while it publishes to ${name} is skipped: ${place}.`);
      return skip();
    }
    const data = dataFolder();
    const env = { OFFPRINT_SECRET_FILE: secretFile('master-key', randomBytes(48).toString('base64')) };
    const run = async (...args: string[]): Promise<void> => {
      const { code, stderr } = await offprint([...args, '--data', data], { env });
      expect(code, stderr).toBe(0);
    };
    const seen = (): Promise<string> => versionSeen(place.read, PAGES);
    let reached = (): void => {};
    const relay =
      'port' in place.at
        ? await faultyRelay(place.at.port, 20260305, { kind: 'cut', onFault: () => reached() })
        : undefined;
    const moment =
      'root' in place.at
        ? untilPagesArrived(place.at.root, '2.0', { pages: PAGES, kills: KILLS })
        : () =>
            new Promise<void>((resolve) => {
              reached = resolve;
              relay?.aim(KILL_BYTES);
            });
    closing.push(() => relay?.close());
    const one = await bundleOf(work, `1.0`, pagesOf('1.0', PAGES));
    const two = await bundleOf(work, `2.0`, pagesOf('2.0', PAGES));
    await run('targets', 'add', 'place', ...place.address(relay?.port ?? 0), '--shape', 'site');
    await run('publish', one, '--to', 'place');
    let arrived = 0;
    const keptFiles = await publishKilled({
      bundle: two,
      target: 'place',
      kills: KILLS,
      data,
      env,
      moment,
      onKill: async () => {
        relay?.rest();
        expect(['1.0', '2.0']).toContain(await seen());
        arrived = (await place.list('releases/2.0')).length;
      },
      onEnd: async () => {
        relay?.rest();
        expect(await seen()).toBe('2.0');
        await run('rollback', 'place');
      },
    });
    expect(keptFiles).toBeGreaterThanOrEqual(arrived);
    expect(await seen()).toBe('2.0');
    await run('rollback', 'place');
    expect(await seen()).toBe('1.0');
    const left = await place.list('');
    expect(left.filter((file) => /^(offprint-lock|\.offprint-parts.)/.test(file))).toEqual([]);
    expect(await place.list('.offprint-parts')).toEqual([]);
  });
});
