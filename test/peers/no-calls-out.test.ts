import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../stand-ins/fixture-site.ts';

/**
 * What every process of a whole run asks the kernel to reach, the browser's among them. Each call that names an address is
 * looked at: connections, and datagrams that are sent without one.
 */
const TRACE = ['-f', '-qq', '--seccomp-bpf', '-e', 'trace=execve,connect,sendto,sendmsg,sendmmsg'];
const isTraced = spawnSync('strace', [...TRACE, '-o', '/dev/null', 'true']).status === 0;
if (!isTraced)
  console.warn('Skipped: no calls out (strace is not installed, or processes may not be traced)');

type Reached = Readonly<{ status: number | null; addresses: string[]; programs: string[] }>;

/** Addresses of the calls of a command and of all that it starts, each once, and the programs that ran. */
function reachedBy(command: readonly string[]): Reached {
  const trace = path.join(temporaryFolder('trace'), 'calls');
  const { status } = spawnSync('strace', [...TRACE, '-o', trace, ...command], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const calls = fs.readFileSync(trace, 'utf8').split('\n');
  const all = (pattern: RegExp): string[] => [
    ...new Set(calls.flatMap((call) => pattern.exec(call)?.[1] ?? [])),
  ];
  return { status, addresses: all(/\{(sa_family=[^}]+)\}/), programs: all(/execve\("([^"]+)"/) };
}

/** A socket of this computer, the kernel itself (netlink), or none (AF_UNSPEC ends a connection). */
function isOfThisComputer(address: string): boolean {
  return (
    /^sa_family=AF_(UNIX|NETLINK|UNSPEC)\b/.test(address) ||
    /^sa_family=AF_INET,.*inet_addr\("127\.\d+\.\d+\.\d+"\)/.test(address) ||
    /^sa_family=AF_INET6,.*inet_pton\(AF_INET6, "(::1|::ffff:127\.\d+\.\d+\.\d+)"/.test(address)
  );
}

it.skipIf(!isTraced)(
  'of a whole run no process reaches anything but this computer',
  { timeout: 600_000 },
  () => {
    const run = path.join(import.meta.dirname, 'whole-run.ts');
    const { status, addresses, programs } = reachedBy([process.execPath, run, temporaryFolder('run')]);
    expect(status).toBe(0);
    expect(programs.some((program) => /\/chrom[^/]*$/.test(program))).toBe(true);
    expect(addresses.some((address) => address.includes('AF_UNIX'))).toBe(true);
    expect(addresses.some((address) => address.includes('127.0.0.1'))).toBe(true);
    expect(addresses.filter((address) => !isOfThisComputer(address))).toEqual([]);
  },
);

it.skipIf(!isTraced)('a call out would be seen, by TCP and by UDP, whoever makes it', () => {
  const calls = `
    require('node:net').connect(9, '192.0.2.1').on('error', () => {}).unref();
    require('node:net').connect(9, '2001:db8::1').on('error', () => {}).unref();
    require('node:dgram').createSocket('udp4').send('x', 9, '198.51.100.1', () => process.exit());`;
  const { addresses } = reachedBy(['sh', '-c', 'exec "$0" -e "$1"', process.execPath, calls]);
  const strange = addresses.filter((address) => !isOfThisComputer(address)).join('\n');
  for (const address of ['192.0.2.1', '2001:db8::1', '198.51.100.1']) expect(strange).toContain(address);
});
