import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OffprintError } from '../../server/errors.ts';
import {
  bundleOf,
  publishOnce,
  siteOf,
  temporary,
} from '../../server/publications/publishing.test-support.ts';
import type { Target } from '../../server/publications/target.ts';
import { openWebdav } from '../../server/publications/targets/webdav.ts';
import { kill } from '../stand-ins/fixture-site.ts';
import { cuttingRelay } from './cutting-relay.ts';
import { answering, freePort } from './ports.ts';

/** Publishing to WebDAV: Apache with mod_dav and rclone, of Debian's packages apache2 and rclone. */
const KILLS = Number(process.env.OFFPRINT_KILLS ?? 4);
const USER = 'docs';
const PASSWORD = 'correct horse';
const MODULES = '/usr/lib/apache2/modules';

type Peer = Readonly<{
  missing: () => string | undefined;
  start: (root: string, port: number) => ChildProcess;
}>;

const PEERS: Readonly<Record<string, Peer>> = {
  Apache: {
    missing: () => (fs.existsSync(`${MODULES}/mod_dav_fs.so`) ? undefined : 'apache2'),
    start: (root, port) => {
      const home = temporary('apache');
      fs.chmodSync(home, 0o755);
      const users = path.join(home, 'users');
      spawnSync('htpasswd', ['-cb', users, USER, PASSWORD]);
      spawnSync('chown', ['-R', 'www-data:www-data', root, home]);
      const modules = [
        'mpm_event',
        'authn_core',
        'authn_file',
        'authz_core',
        'authz_user',
        'auth_basic',
        'dav',
        'dav_fs',
      ];
      const lines = [
        ...modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
        `Listen 127.0.0.1:${port}`,
        'ServerName 127.0.0.1',
        'User www-data',
        'Group www-data',
        `PidFile ${home}/pid`,
        `ErrorLog ${home}/errors`,
        `DavLockDB ${home}/locks`,
        `DocumentRoot ${root}`,
        `<Directory ${root}>`,
        'Dav On',
        'AuthType Basic',
        'AuthName docs',
        `AuthUserFile ${users}`,
        'Require valid-user',
        '</Directory>',
      ];
      fs.writeFileSync(path.join(home, 'conf'), `${lines.join('\n')}\n`);
      return spawn('apache2', ['-d', home, '-f', path.join(home, 'conf'), '-DFOREGROUND'], {
        stdio: 'ignore',
        detached: true, // its processes are a group, to be killed at once
      });
    },
  },
  rclone: {
    missing: () => (spawnSync('which', ['rclone']).status === 0 ? undefined : 'rclone'),
    start: (root, port) =>
      spawn(
        'rclone',
        [
          'serve',
          'webdav',
          root,
          '--addr',
          `127.0.0.1:${port}`,
          '--user',
          USER,
          '--pass',
          PASSWORD,
          '--config',
          '/dev/null',
        ],
        { stdio: 'ignore', detached: true },
      ),
  },
};

const work = temporary('webdav');
let one: string;
let two: string;

beforeAll(async () => {
  one = await bundleOf(work, '1.0', siteOf('1.0'));
  two = await bundleOf(work, '2.0', { ...siteOf('2.0'), 'empty.txt': '' });
});

for (const [name, peer] of Object.entries(PEERS)) {
  const missing = peer.missing();
  console.log(
    missing ? `Publishing to ${name} is skipped: no ${missing} here.` : `Publishing to ${name} runs.`,
  );

  describe.skipIf(missing !== undefined)(`WebDAV by ${name}`, () => {
    let root: string;
    let port: number;
    let server: ChildProcess;

    beforeAll(async () => {
      root = temporary('dav');
      fs.chmodSync(root, 0o777);
      port = await freePort();
      server = peer.start(root, port);
      await answering(port);
    });
    afterAll(() => killGroup(server));

    const to =
      (folder: string, at = port, password = PASSWORD) =>
      async (signal: AbortSignal): Promise<Target> =>
        openWebdav({ url: `http://127.0.0.1:${at}/${folder}`, username: USER, password, signal });

    async function folder(named: string): Promise<string> {
      const made = await fetch(`http://127.0.0.1:${port}/${named}/`, {
        method: 'MKCOL',
        headers: { authorization: `Basic ${btoa(`${USER}:${PASSWORD}`)}` },
      });
      expect(made.status).toBe(201);
      return named;
    }

    /** Readers see one version and nothing of another. @returns it */
    function requireWhole(at: string): string {
      const current = read(`${at}/current`).trim();
      expect(['releases/1.0', 'releases/2.0']).toContain(current);
      const version = current.slice('releases/'.length);
      expect(read(`${at}/${current}/index.html`)).toBe(`<p>version ${version}`);
      return version;
    }

    const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

    test('takes a site, then what changed of it, and goes back', async () => {
      const at = await folder('site');
      await publishOnce({ openTarget: to(at), bundle: one, keep: 1 });
      const second = await publishOnce({ openTarget: to(at), bundle: two, keep: 1 });
      expect(second).toMatchObject({ previous: '1.0', keptFiles: 20, sentFiles: 4 });
      expect(read(`${at}/current`)).toBe('releases/2.0\n');
      expect(read(`${at}/releases/2.0/pages/7.html`)).toBe(read(`${at}/releases/1.0/pages/7.html`));
      expect(read(`${at}/releases/2.0/empty.txt`)).toBe('');
      expect(await publishOnce({ openTarget: to(at) })).toMatchObject({ version: '1.0' });
      expect(
        fs
          .readdirSync(path.join(root, at))
          .sort()
          .filter((each) => !each.startsWith('.')),
      ).toEqual(['current', 'releases']);
      await expect(publishOnce({ openTarget: to(at), bundle: two, version: '1.0' })).rejects.toMatchObject({
        code: 'conflict',
      });
    });

    test('shows readers the old pointer or the new one at every moment', async () => {
      const at = await folder('pointer');
      const target = await to(at)(AbortSignal.timeout(60_000));
      await target.switchTo('v0');
      const seen = new Map<string | null, number>();
      let switching = true;
      const reading = (async () => {
        while (switching) {
          // rclone of Debian cuts an answer off that it is giving meanwhile: an error, which readers repeat.
          const version = await target.current().catch((error: unknown) => {
            if (error instanceof OffprintError && error.code === 'target-unreachable') return 'v0';
            throw error;
          });
          seen.set(version, (seen.get(version) ?? 0) + 1);
        }
      })();
      for (let nth = 1; nth <= 100; nth++) await target.switchTo(`v${nth}`);
      switching = false;
      await reading;
      expect([...seen.keys()].filter((version) => !/^v\d+$/.test(version ?? ''))).toEqual([]);
    });

    test('lets one writer of many have the lock', async () => {
      const at = await folder('lock');
      const target = await to(at)(AbortSignal.timeout(60_000));
      const taken = await Promise.all(Array.from({ length: 8 }, (_, nth) => target.create('lock', `${nth}`)));
      expect(taken.filter(Boolean).length).toBeLessThanOrEqual(1);
      await target.create('lock', 'late');
      expect(await target.create('lock', 'later')).toBe(false);
      expect(
        fs.readdirSync(path.join(root, at, '.offprint-parts')).filter((each) => !each.startsWith('.')),
      ).toEqual([]);
    });

    test('refuses wrong credentials at once', async () => {
      const refused = publishOnce({ openTarget: to('', port, 'wrong'), bundle: one });
      await expect(refused).rejects.toMatchObject({
        code: 'target-refused',
        message: expect.stringContaining('does not take the user name or the password'),
      });
    });

    test('that is killed at random bytes never shows a mixture, and goes on once it runs again', async () => {
      const at = await folder('killed');
      await publishOnce({ openTarget: to(at), bundle: one });
      let isDown = false;
      const relay = await cuttingRelay(port, 20260303, () => {
        killGroup(server);
        isDown = true;
      });
      try {
        relay.cutAfter(60_000);
        while (relay.cuts() < KILLS) {
          const ended = await publishOnce({
            openTarget: to(at, relay.port),
            bundle: two,
            id: 'pub_killed',
          }).catch((error: unknown) => error);
          if (ended instanceof OffprintError) expect(ended.code).toBe('target-unreachable');
          const version = requireWhole(at);
          if (isDown) {
            isDown = false;
            server = peer.start(root, port);
            await answering(port);
          }
          if (version === '2.0') await publishOnce({ openTarget: to(at), version: '1.0' });
        }
      } finally {
        relay.close();
      }
      await publishOnce({ openTarget: to(at), bundle: two, id: 'pub_killed' });
      expect(read(`${at}/current`)).toBe('releases/2.0\n');
      expect(await publishOnce({ openTarget: to(at) })).toMatchObject({ version: '1.0' });
    });

    test('that is slow is waited for', async () => {
      const at = await folder('slow');
      const relay = await cuttingRelay(port, 20260304);
      try {
        relay.slowBy(20);
        const { notes } = await publishOnce({ openTarget: to(at, relay.port), bundle: one });
        expect(notes).toEqual([]);
        expect(read(`${at}/current`)).toBe('releases/1.0\n');
      } finally {
        relay.close();
      }
    });

    test('that is cut off at 20 random bytes never shows a mixture, and goes on', async () => {
      const at = await folder('cut');
      await publishOnce({ openTarget: to(at), bundle: one });
      const relay = await cuttingRelay(port, 20260302);
      try {
        relay.cutAfter(60_000);
        while (relay.cuts() < 20) {
          const ended = await publishOnce({
            openTarget: to(at, relay.port),
            bundle: two,
            id: 'pub_cut',
          }).catch((error: unknown) => error);
          if (ended instanceof OffprintError) expect(ended.code).toBe('target-unreachable');
          const version = requireWhole(at);
          if (version === '2.0') await publishOnce({ openTarget: to(at), version: '1.0' });
        }
      } finally {
        relay.close();
      }
      await publishOnce({ openTarget: to(at), bundle: two, id: 'pub_cut' });
      expect(read(`${at}/current`)).toBe('releases/2.0\n');
    });
  });
}

test('a server that is not there is tried again, then named', async () => {
  const url = `http://127.0.0.1:${await freePort()}/`;
  const gone = publishOnce({ openTarget: async (signal) => openWebdav({ url, signal }), bundle: one });
  await expect(gone).rejects.toMatchObject({ code: 'target-unreachable' });
});

function killGroup({ pid }: ChildProcess): void {
  kill(pid === undefined ? undefined : -pid);
}
