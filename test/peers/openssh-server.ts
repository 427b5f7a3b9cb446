import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { listening } from './ports.ts';

/** OpenSSH's sshd with SFTP alone, of Debian's openssh-server. Runs as whoever runs the tests. */
const SSHD = '/usr/sbin/sshd';

export type OpensshServer = Readonly<{
  /** The server and the processes of its connections. */
  kill: () => Promise<void>;
}>;

export type OpensshOptions = Readonly<{
  /** For its configuration and its log. */
  folder: string;
  port: number;
  /** Files of makeKey. */
  hostKey: string;
  authorizedKeys: string;
  /** Requests that it does not know, as `posix-rename,hardlink`. */
  denied?: string;
}>;

/** The package that is missing; undefined: none. */
export function missingForOpenssh(): string | undefined {
  if (spawnSync('which', ['ssh-keygen']).status !== 0) return 'openssh-client';
  return fs.existsSync(SSHD) ? undefined : 'openssh-server';
}

/** Makes a pair of keys. @returns the fingerprint, as ssh-keygen prints it */
export function makeKey(file: string, passphrase = ''): string {
  spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-f', file]);
  const printed = spawnSync('ssh-keygen', ['-lf', `${file}.pub`], { encoding: 'utf8' }).stdout;
  return printed.split(' ')[1] ?? '';
}

export async function startOpenssh(options: OpensshOptions): Promise<OpensshServer> {
  const { folder, port, hostKey, authorizedKeys, denied } = options;
  if (process.getuid?.() === 0) fs.mkdirSync('/run/sshd', { recursive: true });
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${hostKey}`,
    `AuthorizedKeysFile ${authorizedKeys}`,
    'PidFile none',
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin prohibit-password',
    'MaxStartups 100',
    `Subsystem sftp internal-sftp${denied === undefined ? '' : ` -P ${denied}`}`,
  ];
  const file = path.join(folder, `sshd-${port}`);
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
  const log = fs.openSync(`${file}.log`, 'a');
  const server = spawn(SSHD, ['-D', '-e', '-f', file], { stdio: ['ignore', 'ignore', log] });
  fs.closeSync(log);
  await listening(port);
  return { kill: () => killTree(server) };
}

/** Ends a process and those that it has started. */
export async function killTree(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  killBelow(child.pid ?? 0);
  await ended;
}

function killBelow(pid: number): void {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  process.kill(pid, 'SIGKILL');
  for (const child of children.split(' ').filter(Boolean)) killBelow(Number(child));
}
