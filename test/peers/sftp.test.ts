import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishOnce, temporary } from '../../server/publications/publishing.test-support.ts';
import { readText } from '../../server/publications/target.ts';
import { openSftp, type SftpOptions } from '../../server/publications/targets/sftp.ts';
import { type Bundles, freePort, listening, testPublishing, twoBundles } from './publishing-peer.ts';

/** Publishing by SFTP: OpenSSH's sshd, also one without its extensions, and rclone, of Debian's openssh-server and rclone. */
const SSHD = '/usr/sbin/sshd';
const PASSWORD = 'correct horse';
const PASSPHRASE = 'battery staple';

const work = temporary('sftp');
const inWork = (name: string): string => path.join(work, name.replaceAll(' ', '-'));
const { username } = os.userInfo();
const hasKeys = spawnSync('which', ['ssh-keygen']).status === 0;
let bundles: Bundles;

/** @returns the fingerprint, as ssh-keygen prints it */
function makeKey(name: string, passphrase = ''): string {
  spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-f', inWork(name)]);
  const printed = spawnSync('ssh-keygen', ['-lf', inWork(`${name}.pub`)], { encoding: 'utf8' }).stdout;
  return printed.split(' ')[1] ?? '';
}

type Peer = Readonly<{
  missing: () => string | undefined;
  start: (port: number, hostKey: string) => ChildProcess;
  /** Takes a password instead of a key. Keeps no second writer away and links no files, though it says that it does. */
  takesPassword?: true;
  pointer: 'link' | 'file';
}>;

/** Runs as whoever runs the tests. @param denied requests that the server does not know */
function sshd(port: number, hostKey: string, denied: string): ChildProcess {
  if (process.getuid?.() === 0) fs.mkdirSync('/run/sshd', { recursive: true });
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${inWork(hostKey)}`,
    `AuthorizedKeysFile ${inWork('authorized')}`,
    'PidFile none',
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin prohibit-password',
    'MaxStartups 100',
    `Subsystem sftp internal-sftp${denied && ` -P ${denied}`}`,
  ];
  const file = inWork(`sshd-${port}`);
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
  return spawn(SSHD, ['-D', '-e', '-f', file], {
    stdio: ['ignore', 'ignore', fs.openSync(`${file}.log`, 'a')],
  });
}

const hasSshd = (): string | undefined => (fs.existsSync(SSHD) ? undefined : 'openssh-server');
const PEERS: Readonly<Record<string, Peer>> = {
  OpenSSH: { missing: hasSshd, start: (port, hostKey) => sshd(port, hostKey, ''), pointer: 'link' },
  'OpenSSH without extensions': {
    missing: hasSshd,
    start: (port, hostKey) => sshd(port, hostKey, 'posix-rename,hardlink,copy-data,fsync,statvfs'),
    pointer: 'file',
  },
  rclone: {
    missing: () => (spawnSync('which', ['rclone']).status === 0 ? undefined : 'rclone'),
    start: (port, hostKey) => {
      const address = ['--addr', `127.0.0.1:${port}`, '--user', username, '--pass', PASSWORD];
      const rest = [
        '--key',
        inWork(hostKey),
        '--config',
        '/dev/null',
        '--dir-cache-time',
        '0s',
        '--vfs-cache-mode',
        'writes',
      ];
      return spawn('rclone', ['serve', 'sftp', '/', ...address, ...rest], {
        stdio: 'ignore',
      });
    },
    takesPassword: true,
    pointer: 'file',
  },
};

beforeAll(async () => {
  bundles = await twoBundles(work);
});

for (const [name, peer] of Object.entries(PEERS)) {
  const missing = peer.missing() ?? (hasKeys ? undefined : 'openssh-client');
  console.log(
    missing ? `Publishing to ${name} is skipped: no ${missing} here.` : `Publishing to ${name} runs.`,
  );

  describe.skipIf(missing !== undefined)(`SFTP by ${name}`, () => {
    let port: number;
    let server: ChildProcess;
    let hostKey: string;
    let folders = 0;
    const key = (file: string): string => fs.readFileSync(inWork(file), 'utf8').trim();
    const credentials = peer.takesPassword
      ? () => ({ password: PASSWORD })
      : () => ({ privateKey: key('user') });

    const start = async (withKey = `host-${name}`): Promise<void> => {
      server = peer.start(port, withKey);
      await listening(port);
    };
    const kill = async (): Promise<void> => {
      const ended = once(server, 'exit');
      killTree(server.pid ?? 0);
      await ended;
    };
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
      hostKey = makeKey(`host-${name}`);
      for (const [file, passphrase] of [['user'], ['sealed', PASSPHRASE], ['stranger']] as const)
        makeKey(file, passphrase);
      fs.writeFileSync(inWork('authorized'), `${key('user.pub')}\n${key('sealed.pub')}\n`);
      port = await freePort();
      await start();
    });
    afterAll(() => kill());

    if (!peer.takesPassword) testPublishing({ port: () => port, folder, open, kill, start }, () => bundles);

    test('takes two versions from whoever logs in', async () => {
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

    test('refuses wrong credentials at once', async () => {
      const wrong = peer.takesPassword ? { password: 'wrong' } : { privateKey: key('stranger') };
      await expect(publishing(wrong)).rejects.toMatchObject({
        code: 'target-refused',
        message: expect.stringContaining('does not take the user name, the password or the key'),
      });
    });

    test('is sent nothing before its host key is given, and nothing when that was changed', async () => {
      const tried = await publishing({ hostKey: undefined })().catch((error: Error) => error.message);
      expect(tried).toContain(`shows the host key ${hostKey} (ssh-ed25519). Nothing was sent.`);
      expect(tried).toContain(`ssh-keyscan -p ${port} 127.0.0.1 | ssh-keygen -lf -`);
      expect(tried).toContain(`--host-key ${hostKey}`);
      const changed = makeKey(`changed-${name}`);
      await kill();
      await start(`changed-${name}`);
      await expect(publishing({})).rejects.toMatchObject({
        code: 'target-refused',
        message: expect.stringMatching(
          new RegExp(`host key ${escaped(changed)} .* expect is ${escaped(hostKey)}`),
        ),
      });
      await kill();
      await start();
    });
  });
}

/** A server, and the processes of its connections. */
function killTree(pid: number): void {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  process.kill(pid, 'SIGKILL');
  for (const child of children.split(' ').filter(Boolean)) killTree(Number(child));
}

function escaped(text: string): string {
  return text.replace(/[+/]/g, '\\$&');
}
