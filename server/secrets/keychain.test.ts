import { type ChildProcess, fork } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemKeychain } from './keychain.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-keychain-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** test/peers/keychain.test.ts tests a real keychain. These tests cover what happens without one. */
function keychainOn(busAddress: string | undefined, timeoutMs = 10_000) {
  const children: ChildProcess[] = [];
  const keychain = systemKeychain({
    timeoutMs,
    spawn: (file) => {
      const { DBUS_SESSION_BUS_ADDRESS: _, DISPLAY: __, ...env } = process.env;
      const child = fork(file, [], {
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        env: { ...env, ...(busAddress !== undefined && { DBUS_SESSION_BUS_ADDRESS: busAddress }) },
      });
      children.push(child);
      return child;
    },
  });
  return { keychain, children };
}

describe.runIf(process.platform === 'linux')('the keychain of Linux', () => {
  it('is unavailable without D-Bus, and never the keyutils of the kernel', async () => {
    const { keychain } = keychainOn(undefined);
    const refusal = { code: 'secrets-locked', message: expect.stringContaining('keychain cannot be used') };
    await expect(keychain.available()).rejects.toMatchObject(refusal);
    await expect(keychain.set('a', Buffer.from('canary'))).rejects.toMatchObject(refusal);
    await expect(keychain.get('a')).rejects.toMatchObject(refusal);
    await expect(keychain.delete('a')).rejects.toMatchObject(refusal);
  });

  it('is given up after its time when the bus does not answer, and holds up nobody meanwhile', async () => {
    const bus = net.createServer().listen(path.join(folder, 'bus'));
    const { keychain, children } = keychainOn(`unix:path=${path.join(folder, 'bus')}`, 1500);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const started = performance.now();
    await expect(keychain.get('a')).rejects.toThrow('did not respond within 1.5 s');
    expect(performance.now() - started).toBeLessThan(30_000);
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(1200);
    const [child] = children;
    if (child?.signalCode === null) await new Promise((resolve) => child.once('exit', resolve));
    expect(child?.signalCode).toBe('SIGKILL');
    bus.close();
  });
});

describe('the process that asks the keychain', () => {
  it('says so when the addon of this platform is missing', async () => {
    const lone = path.join(folder, 'keychain-process.ts');
    fs.copyFileSync(fileURLToPath(new URL('keychain-process.ts', import.meta.url)), lone);
    const keychain = systemKeychain({
      spawn: () =>
        fork(lone, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
    });
    await expect(keychain.get('a')).rejects.toMatchObject({
      code: 'secrets-locked',
      message: expect.stringMatching(/cannot be used: .*@napi-rs\/keyring/),
    });
  });

  it('may die or not start: the keychain is unavailable', async () => {
    const dying = path.join(folder, 'dying.mjs');
    fs.writeFileSync(dying, 'process.exit(3)');
    const died = systemKeychain({ spawn: () => fork(dying, [], { stdio: 'ignore' as never, silent: true }) });
    await expect(died.get('a')).rejects.toThrow(
      /its process ended \(status 3\)|sending a request to its process failed/,
    );
    const absent = systemKeychain({
      spawn: (file) => fork(file, [], { execPath: path.join(folder, 'no-node'), silent: true }),
    });
    await expect(absent.get('a')).rejects.toThrow(
      /its process did not start|sending a request to its process failed/,
    );
  });
});
