import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishOnce, temporary } from '../../server/publications/publishing.test-support.ts';
import type { Target } from '../../server/publications/target.ts';
import { openWebdav } from '../../server/publications/targets/webdav.ts';
import { kill as killProcess } from '../stand-ins/fixture-site.ts';
import { freePort, listening } from './ports.ts';
import { type Bundles, type PublishingPeer, testPublishing, twoBundles } from './publishing-peer.ts';

/** Publishing to WebDAV: Apache with mod_dav and rclone, of Debian's packages apache2 and rclone. */
const USER = 'docs';
const PASSWORD = 'correct horse';
const MODULES = '/usr/lib/apache2/modules';

type Peer = Readonly<{
  missing: () => string | undefined;
  start: (root: string, port: number) => ChildProcess;
  usualFaults?: PublishingPeer['usualFaults'];
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
    usualFaults: ['cut off'],
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
let bundles: Bundles;

beforeAll(async () => {
  bundles = await twoBundles(work);
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
    let folders = 0;

    const start = async (): Promise<void> => {
      server = peer.start(root, port);
      await listening(port);
    };
    const kill = async (): Promise<void> => {
      const ended = once(server, 'exit');
      killProcess(server.pid === undefined ? undefined : -server.pid);
      await ended;
    };
    beforeAll(async () => {
      root = temporary('dav');
      fs.chmodSync(root, 0o777);
      port = await freePort();
      await start();
    });
    afterAll(() => kill());

    const open =
      (at: string, onPort: number, password = PASSWORD) =>
      async (signal: AbortSignal): Promise<Target> =>
        openWebdav({ url: `http://127.0.0.1:${onPort}/${at}`, username: USER, password, signal });

    async function folder(): Promise<string> {
      const made = `site-${++folders}`;
      const { status } = await fetch(`http://127.0.0.1:${port}/${made}/`, {
        method: 'MKCOL',
        headers: { authorization: `Basic ${btoa(`${USER}:${PASSWORD}`)}` },
      });
      expect(status).toBe(201);
      return made;
    }

    const cutsAnswers = name === 'rclone';
    testPublishing(
      { port: () => port, folder, open, kill, start, cutsAnswers, usualFaults: peer.usualFaults ?? [] },
      () => bundles,
    );

    test('refuses wrong credentials at once', async () => {
      const refused = publishOnce({ openTarget: open('', port, 'wrong'), bundle: bundles.one });
      await expect(refused).rejects.toMatchObject({
        code: 'target-refused',
        message: expect.stringContaining('does not accept the user name or the password'),
      });
    });
  });
}

test('a server that is not there is tried again, then named', async () => {
  const url = `http://127.0.0.1:${await freePort()}/`;
  const gone = publishOnce({
    openTarget: async (signal) => openWebdav({ url, signal }),
    bundle: bundles.one,
  });
  await expect(gone).rejects.toMatchObject({ code: 'target-unreachable' });
});
