import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from './is-alive.ts';

/**
 * Connection data for programs of the same user: the socket of a data folder's server, and the secret of this launch.
 */
export type Descriptor = Readonly<{
  pid: number;
  socket: string;
  secret: string;
  /** A command's server ends with its command. */
  role: 'server' | 'command';
  /** Base URL for scripts; null if the server does not listen on TCP. */
  url: string | null;
  startedAt: string;
}>;

/** Unix socket paths are limited to 104 (macOS) or 108 bytes. */
const SOCKET_PATH_MAX_BYTES = 100;

/**
 * Returns a path for a socket that only this user can reach: in the data folder, or elsewhere if that must not be
 * written.
 */
export function socketPath(dataFolder?: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\offprint-${randomBytes(16).toString('hex')}`;
  const near = dataFolder && path.join(dataFolder, 'server.sock');
  if (near && Buffer.byteLength(near) <= SOCKET_PATH_MAX_BYTES) return near;
  return path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-')), 'server.sock'); // mode 0700
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Writes the descriptor atomically, readable by this user only. */
export function writeDescriptor(dataFolder: string, descriptor: Descriptor): void {
  const file = descriptorFile(dataFolder);
  const temporary = `${file}.${process.pid}`;
  fs.writeFileSync(temporary, `${JSON.stringify(descriptor)}\n`, { mode: 0o600 });
  fs.renameSync(temporary, file);
}

/** Reads the descriptor of the server that uses this data folder; undefined if there is none (any more). */
export function readDescriptor(dataFolder: string): Descriptor | undefined {
  try {
    const descriptor = JSON.parse(fs.readFileSync(descriptorFile(dataFolder), 'utf8')) as Descriptor;
    return isAlive(descriptor.pid) ? descriptor : undefined;
  } catch {
    return undefined;
  }
}

export function removeDescriptor(dataFolder: string): void {
  fs.rmSync(descriptorFile(dataFolder), { force: true });
}

export function removeSocket(dataFolder: string, socket: string): void {
  if (process.platform === 'win32') return;
  fs.rmSync(socket, { force: true });
  if (path.dirname(socket) !== dataFolder) fs.rmSync(path.dirname(socket), { recursive: true, force: true });
}

function descriptorFile(dataFolder: string): string {
  return path.join(dataFolder, 'server.json');
}
