import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildFilter, type Machine } from './build-sandbox-seccomp.ts';

const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7 };
const [ALLOW, KILL] = [0x7fff0000, 0x80000000];
const [EPERM, ENOSYS, EAFNOSUPPORT] = [0x50001, 0x50026, 0x50061];

/** Runs the filter on a call as the kernel would: classic BPF, with the five instructions that the filter uses. */
function verdict(
  machine: Machine,
  number: number,
  args: readonly number[] = [],
  audit = AUDIT[machine],
): number {
  const program = buildFilter(machine);
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(audit, 4);
  args.forEach((value, index) => void data.writeBigUInt64LE(BigInt(value), 16 + 8 * index));
  let word = 0;
  for (let at = 0; at < program.length / 8; at++) {
    const [code, value] = [program.readUInt16LE(8 * at), program.readUInt32LE(8 * at + 4)];
    const jump = (holds: boolean): number => program.readUInt8(8 * at + (holds ? 2 : 3));
    if (code === 0x20) word = data.readUInt32LE(value);
    else if (code === 0x15) at += jump(word === value);
    else if (code === 0x35) at += jump(word >= value);
    else if (code === 0x45) at += jump((word & value) !== 0);
    else if (code === 0x06) return value;
    else throw new Error(`instruction ${code}`);
  }
  throw new Error('The filter has no end');
}

const CALLS = {
  x64: {
    read: 0,
    clone: 56,
    clone3: 435,
    ioctl: 16,
    socket: 41,
    mount: 165,
    ptrace: 101,
    keyctl: 250,
    bpf: 321,
  },
  arm64: {
    read: 63,
    clone: 220,
    clone3: 435,
    ioctl: 29,
    socket: 198,
    mount: 40,
    ptrace: 117,
    keyctl: 219,
    bpf: 280,
  },
};

describe.each<Machine>(['x64', 'arm64'])('the filter of system calls on %s', (machine) => {
  const calls = CALLS[machine];
  const of = (name: keyof typeof calls, ...args: number[]): number => verdict(machine, calls[name], args);

  it('lets ordinary calls pass', () => {
    expect(of('read', 0)).toBe(ALLOW);
    expect(of('clone', 0x003d0f00)).toBe(ALLOW); // a thread
    expect(of('clone', 17)).toBe(ALLOW); // fork
    expect(of('ioctl', 1, 0x5413)).toBe(ALLOW); // the size of a window
    for (const family of [1, 2, 10, 16]) expect(of('socket', family)).toBe(ALLOW);
  });

  it('refuses those that lead out', () => {
    for (const name of ['mount', 'ptrace', 'keyctl', 'bpf'] as const) expect(of(name)).toBe(EPERM);
    for (const shared of [425, 428, 438, 442]) expect(verdict(machine, shared)).toBe(EPERM);
    expect(of('clone3')).toBe(ENOSYS);
  });

  it('looks at the arguments of clone, ioctl and socket as the kernel does', () => {
    expect(of('clone', 0x10000011)).toBe(EPERM);
    expect(of('clone', 0x00020011)).toBe(EPERM);
    for (const request of [0x5412, 0x541c, 0x1_0000_5412]) expect(of('ioctl', 0, request)).toBe(EPERM);
    for (const family of [0, 17, 38, 40]) expect(of('socket', family)).toBe(EAFNOSUPPORT);
  });

  it('knows one way to call the kernel', () => {
    expect(verdict(machine, calls.read, [], 0x40000003)).toBe(KILL);
    expect(verdict(machine, 0x40000000 + calls.mount)).toBe(ENOSYS);
  });
});

const HEADER = '/usr/include/x86_64-linux-gnu/asm/unistd_64.h';

describe('the table of system calls', () => {
  it.skipIf(!fs.existsSync(HEADER))(
    'has the numbers of the kernel (skipped where its headers are not installed)',
    () => {
      const numbers = new Map(
        [...fs.readFileSync(HEADER, 'utf8').matchAll(/^#define __NR_(\w+) (\d+)$/gm)].map(
          ([, name, number]) => [name, Number(number)],
        ),
      );
      const source = fs.readFileSync(new URL('build-sandbox-seccomp.ts', import.meta.url), 'utf8');
      const table = [...source.matchAll(/^ {2}(\w+): \[(\d+), (?:\d+|null)\],$/gm)];
      expect(table.length).toBeGreaterThan(50);
      for (const [, name, number] of table) {
        if (numbers.has(name)) expect([name, Number(number)]).toEqual([name, numbers.get(name)]);
      }
    },
  );
});
