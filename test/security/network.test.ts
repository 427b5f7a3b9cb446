import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createServer } from '../../server/app.ts';
import { builtPorts } from '../stand-ins/built.ts';

/** Listening sockets of a process, as the kernel has them: `0100007F` is 127.0.0.1. */
function listeningAddresses(): string[] {
  const inodes = new Set(
    fs.readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(fs.readlinkSync(`/proc/self/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    }),
  );
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    fs
      .readFileSync(table, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A' && inodes.has(fields[9] ?? ''))
      .map((fields) => fields[1]?.split(':')[0] ?? ''),
  );
}

it.skipIf(process.platform !== 'linux')(
  'listens on loopback alone, and on nothing when it is told so',
  async () => {
    const before = listeningAddresses();
    for (const [listener, expected] of [
      [{ port: 0 }, ['0100007F']],
      [null, []],
    ] as const) {
      const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-network-'));
      const server = createServer(
        { dataFolder, listener },
        { host: builtPorts, secrets: { keychain: null } },
      );
      await server.listen();
      const now = listeningAddresses();
      for (const address of before) now.splice(now.indexOf(address), 1);
      expect(now).toEqual(expected);
      await server.close();
      fs.rmSync(dataFolder, { recursive: true, force: true });
    }
  },
);
