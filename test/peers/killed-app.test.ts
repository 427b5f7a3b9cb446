import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bundleOf, temporary } from '../../server/publications/publishing.test-support.ts';
import { dataFolder, kill, offprint } from '../stand-ins/fixture-site.ts';
import { pagesOf, publishKilled, versionSeen } from '../stand-ins/killed-publication.ts';
import { answering, freePort } from './ports.ts';

/** Offprint is killed while it publishes to a WebDAV server (rclone) and to a drive (ext4, as root). */
const PAGES = 100;
/** Kills with SIGKILL; a soak run sets more. */
const KILLS = Number(process.env.OFFPRINT_KILLS ?? 2);

const work = temporary('killed');

type Place = Readonly<{
  /** Undefined, and why is printed, where this computer cannot have it. @returns the address for `targets add`, and where its files lie */
  open: () => Promise<Readonly<{ address: string; root: string }> | string>;
}>;

const servers: ChildProcess[] = [];
const mounts: string[] = [];
afterAll(() => {
  for (const { pid } of servers) kill(pid);
  for (const mount of mounts) spawnSync('umount', ['-l', mount]);
});

const PLACES: Readonly<Record<string, Place>> = {
  WebDAV: {
    open: async () => {
      if (spawnSync('which', ['rclone']).status !== 0) return 'no rclone here';
      const root = fs.mkdtempSync(path.join(work, 'dav-'));
      const port = await freePort();
      const args = ['serve', 'webdav', root, '--addr', `127.0.0.1:${port}`, '--config', '/dev/null'];
      servers.push(spawn('rclone', args, { stdio: 'ignore' }));
      await answering(port);
      return { address: `http://127.0.0.1:${port}/`, root };
    },
  },
  'a drive': {
    open: async () => {
      const image = path.join(work, 'drive.img');
      const mount = fs.mkdtempSync(path.join(work, 'drive-'));
      fs.writeFileSync(image, '');
      fs.truncateSync(image, 48 * 2 ** 20);
      spawnSync('mkfs.ext4', ['-q', '-F', '-m', '0', image]);
      const { status, stderr } = spawnSync('mount', ['-o', 'loop', image, mount], { encoding: 'utf8' });
      if (status !== 0) return `it cannot be mounted (${String(stderr).trim()})`;
      mounts.push(mount);
      return { address: `drive:${mount}`, root: path.join(mount, 'offprint') };
    },
  },
};

describe.each(Object.entries(PLACES))('a publication to %s', (name, { open }) => {
  test('goes on after kill -9 at any moment, readers never see a mixture, and it is taken back', async ({
    skip,
  }) => {
    const place = await open();
    if (typeof place === 'string') {
      console.log(`Killing Offprint while it publishes to ${name} is skipped: ${place}.`);
      return skip();
    }
    const data = dataFolder();
    const run = async (...args: string[]): Promise<void> => {
      const { code, stderr } = await offprint([...args, '--data', data]);
      expect(code, stderr).toBe(0);
    };
    const one = await bundleOf(work, `1.0`, pagesOf('1.0', PAGES));
    const two = await bundleOf(work, `2.0`, pagesOf('2.0', PAGES));
    await run('targets', 'add', 'place', place.address, '--shape', 'site');
    await run('publish', one, '--to', 'place');
    const killed = { bundle: two, version: '2.0', target: 'place', pages: PAGES, kills: KILLS, data };
    await publishKilled({ ...killed, root: place.root }, () =>
      expect(versionSeen(place.root, PAGES)).toBe('1.0'),
    );
    expect(versionSeen(place.root, PAGES)).toBe('2.0');
    await run('rollback', 'place');
    expect(versionSeen(place.root, PAGES)).toBe('1.0');
    // Taking the lock needs a folder for parts on WebDAV; nothing is left in it.
    const left = fs.readdirSync(place.root, { recursive: true, encoding: 'utf8' });
    expect(left.filter((file) => /^(offprint-lock|\.offprint-parts.)/.test(file))).toEqual([]);
  });
});
