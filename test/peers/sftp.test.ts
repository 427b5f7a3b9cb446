import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishOnce, temporary } from '../../server/publications/publishing.test-support.ts';
import { readText } from '../../server/publications/target.ts';
import { openSftp, type SftpOptions } from '../../server/publications/targets/sftp.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { testFullDisk } from './full-disk.ts';
import { killTree, makeKey, missingForOpenssh, type OpensshServer, startOpenssh } from './openssh-server.ts';
import { freePort, listening } from './ports.ts';
import { type Bundles, type PublishingPeer, testPublishing, twoBundles } from './publishing-peer.ts';

/** Publishing by SFTP: OpenSSH's sshd, also one without its extensions, and rclone, of Debian's openssh-server and rclone. */
const PASSWORD = 'correct horse';
const PASSPHRASE = 'battery staple';

const work = temporary('sftp');
const inWork = (name: string): string => path.join(work, name.replaceAll(' ', '-'));
const { username } = os.userInfo();
let bundles: Bundles;

type Peer = Readonly<{
  missing: () => string | undefined;
  start: (port: number, hostKey: string) => Promise<Pick<OpensshServer, 'kill'>>;
  /** Takes a password instead of a key. Keeps no second writer away and links no files, though it says that it does. */
  takesPassword?: true;
  pointer: 'link' | 'file';
  usualFaults?: PublishingPeer['usualFaults'];
}>;

const openssh =
  (denied?: string): Peer['start'] =>
  (port, hostKey) =>
    startOpenssh({
      folder: work,
      port,
      hostKey: inWork(hostKey),
      authorizedKeys: inWork('authorized'),
      ...(denied !== undefined && { denied }),
    });

const PEERS: Readonly<Record<string, Peer>> = {
  OpenSSH: {
    missing: missingForOpenssh,
    start: openssh(),
    pointer: 'link',
    usualFaults: ['cut off', 'killed', 'slowed down'],
  },
  'OpenSSH without extensions': {
    missing: missingForOpenssh,
    start: openssh('posix-rename,hardlink,copy-data,fsync,statvfs'),
    pointer: 'file',
  },
  rclone: {
    missing: () => (spawnSync('which', ['rclone']).status === 0 ? missingForOpenssh() : 'rclone'),
    start: async (port, hostKey) => {
      const address = ['--addr', `127.0.0.1:${port}`, '--user', username, '--pass', PASSWORD];
      const cache = ['--dir-cache-time', '0s', '--vfs-cache-mode', 'writes'];
      const rest = ['--key', inWork(hostKey), '--config', '/dev/null', ...cache];
      const server = spawn('rclone', ['serve', 'sftp', '/', ...address, ...rest], { stdio: 'ignore' });
      await listening(port);
      return { kill: () => killTree(server) };
    },
    takesPassword: true,
    pointer: 'file',
  },
};

beforeAll(async () => {
  bundles = await twoBundles(work);
});

for (const [name, peer] of Object.entries(PEERS)) {
  const missing = peer.missing();
  console.log(
    missing ? `Publishing to ${name} is skipped: no ${missing} here.` : `Publishing to ${name} runs.`,
  );

  describe.skipIf(missing !== undefined)(`SFTP by ${name}`, () => {
    let port: number;
    let server: OpensshServer;
    let hostKey: string;
    let folders = 0;
    const key = (file: string): string => fs.readFileSync(inWork(file), 'utf8').trim();
    const credentials = peer.takesPassword
      ? () => ({ password: PASSWORD })
      : () => ({ privateKey: key('user') });

    const start = async (withKey = `host-${name}`): Promise<void> => {
      server = await peer.start(port, withKey);
    };
    const kill = (): Promise<void> => server.kill();
    const open =
      (folder: string, at: number, change: Partial<SftpOptions> = {}) =>
      (signal: AbortSignal) => {
        const url = `sftp://127.0.0.1:${at}${folder}`;
        return openSftp({ url, username, hostKey, ...credentials(), ...change }, signal);
      };
    const folder = async (): Promise<string> => {
      const made = inWork(`${name} ${++folders}`);
      fs.mkdirSync(made);
      return made;
    };
    const publishing = (change: Partial<SftpOptions>) => async () =>
      publishOnce({ openTarget: open(await folder(), port, change), bundle: bundles.one });

    beforeAll(async () => {
      hostKey = makeKey(inWork(`host-${name}`));
      for (const [file, passphrase] of [['user'], ['sealed', PASSPHRASE], ['stranger']] as const)
        makeKey(inWork(file), passphrase);
      fs.writeFileSync(inWork('authorized'), `${key('user.pub')}\n${key('sealed.pub')}\n`);
      port = await freePort();
      await start();
    });
    afterAll(() => kill());

    if (!peer.takesPassword) {
      const usualFaults = peer.usualFaults ?? [];
      testPublishing({ port: () => port, folder, open, kill, start, usualFaults }, () => bundles);
    }

    const hasOwnLogin = peer.takesPassword || peer.pointer === 'link';
    test.runIf(isFullRun || hasOwnLogin)('takes two versions from whoever logs in', async () => {
      const sealed = peer.takesPassword ? {} : { privateKey: key('sealed'), passphrase: PASSPHRASE };
      const openTarget = open(await folder(), port, sealed);
      for (const bundle of [bundles.one, bundles.two]) await publishOnce({ openTarget, bundle });
      const target = await openTarget(AbortSignal.timeout(60_000));
      expect(await target.current()).toBe('2.0');
      expect(await readText(target, 'releases/2.0/index.html')).toBe('<p>version 2.0');
      await target.close();
    });

    test('says what it can do', async () => {
      const target = await open(await folder(), port)(AbortSignal.timeout(60_000));
      const { pointer, resumesFiles } = await target.capabilities();
      expect({ pointer, resumesFiles }).toEqual({ pointer: peer.pointer, resumesFiles: true });
      await target.close();
    });

    describe.runIf(!peer.takesPassword)('on a small disk', () =>
      testFullDisk(
        {
          work,
          open,
          port: () => port,
          keys: () => ['--private-key-file', inWork('user'), '--host-key', hostKey],
          saysRoom: peer.pointer === 'link',
        },
        () => bundles,
      ),
    );

    test('refuses wrong credentials at once', async () => {
      const wrong = peer.takesPassword ? { password: 'wrong' } : { privateKey: key('stranger') };
      await expect(publishing(wrong)).rejects.toMatchObject({
        code: 'target-refused',
        message: expect.stringContaining('does not accept the user name, the password or the key'),
      });
    });

    test('is sent nothing before its host key is given, and nothing when that was changed', async () => {
      const tried = await publishing({ hostKey: undefined })().catch((error: Error) => error.message);
      expect(tried).toContain(`has the host key ${hostKey} (ssh-ed25519). Nothing was sent.`);
      expect(tried).toContain(`ssh-keyscan -p ${port} 127.0.0.1 | ssh-keygen -lf -`);
      expect(tried).toContain(`--host-key ${hostKey}`);
      const changed = makeKey(inWork(`changed-${name}`));
      await kill();
      await start(`changed-${name}`);
      await expect(publishing({})).rejects.toMatchObject({
        code: 'target-refused',
        message: expect.stringMatching(
          new RegExp(`host key ${escaped(changed)} .* ${escaped(hostKey)} was expected`),
        ),
      });
      await kill();
      await start();
    });
  });
}

function escaped(text: string): string {
  return text.replace(/[+/]/g, '\\$&');
}
