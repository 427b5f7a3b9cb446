import { type ChildProcess, fork } from 'node:child_process';
import process from 'node:process';
import { OffprintError } from '../errors.ts';
import { programBeside } from '../program-beside.ts';
import type { KeychainAnswer, KeychainRequest } from './keychain-process.ts';

/** The keychain of the operating system, as a port. All calls reject with OffprintError `secrets-locked`. */
export type Keychain = Readonly<{
  get: (account: string) => Promise<Buffer | undefined>;
  set: (account: string, secret: Uint8Array) => Promise<void>;
  /** Returns false if there was no such entry. */
  delete: (account: string) => Promise<boolean>;
  /** Resolves if an entry can be written, read and removed; otherwise rejects with the reason. */
  available: () => Promise<void>;
}>;

/** Service name of the keychain entries. */
const SERVICE = 'Offprint';

/** A prompt to unlock a keychain can wait forever. */
const TIMEOUT_MS = 10_000;

/** How long a failed keychain, or any other keeper of master keys, is not asked again (keyring.ts). */
export const RETRY_AFTER_MS = 60_000;

/**
 * Connects to Secret Service, macOS Keychain or Windows Credential Manager through @napi-rs/keyring.
 *
 * Each call runs in a short-lived process of its own, because it could not be aborted in this one: on Linux the addon
 * connects to D-Bus within its constructor, which blocked the event loop for 25 s on an unresponsive bus (measured),
 * and a pending prompt would occupy one of libuv's threads, for which `process.exit` waits too.
 * @param spawn starts a process with an IPC channel for `file` (different in Electron and Node)
 */
export function systemKeychain({
  spawn = forkQuietly,
  service = SERVICE,
  timeoutMs = TIMEOUT_MS,
}: {
  spawn?: (file: URL) => ChildProcess;
  service?: string;
  timeoutMs?: number;
} = {}): Keychain {
  const ask = (request: KeychainRequest) => askProcess(spawn, timeoutMs, request);
  return {
    get: async (account) => {
      const { secret } = await ask({ operation: 'get', service, account });
      return secret && Buffer.from(secret.buffer, secret.byteOffset, secret.byteLength);
    },
    set: async (account, secret) => {
      await ask({ operation: 'set', service, account, secret });
    },
    delete: async (account) => (await ask({ operation: 'delete', service, account })).deleted === true,
    available: async () => {
      await ask({ operation: 'probe', service, account: `probe-${process.pid}` });
    },
  };
}

function askProcess(
  spawn: (file: URL) => ChildProcess,
  timeoutMs: number,
  request: KeychainRequest,
): Promise<KeychainAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn(programBeside(import.meta.url, './keychain-process'));
    const end = (settle: () => void): void => {
      clearTimeout(patience);
      child.removeAllListeners();
      child.on('error', () => {}); // its last errors do not matter
      child.kill('SIGKILL');
      settle();
    };
    const fail = (why: string): void =>
      end(() => reject(new OffprintError('secrets-locked', `The keychain cannot be used: ${why}.`)));
    const patience = setTimeout(
      () => fail(`it did not respond within ${timeoutMs / 1000} s (it may be waiting to be unlocked)`),
      timeoutMs,
    );
    child.on('message', (answer: KeychainAnswer) =>
      answer.fault === undefined ? end(() => resolve(answer)) : fail(answer.fault),
    );
    child.on('exit', (code, signal) => fail(`its process ended (${signal ?? `status ${code}`})`));
    child.on('error', (error) => fail(`its process did not start (${error.message})`));
    child.send(request, (error) => {
      if (error) fail(`sending a request to its process failed (${error.message})`);
    });
  });
}

function forkQuietly(file: URL): ChildProcess {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return fork(file, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env,
  });
}
