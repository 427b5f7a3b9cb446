import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtPorts } from '../../test/stand-ins/built.ts';
import { useCheapScrypt } from '../../test/stand-ins/cheap-scrypt.ts';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { listSecrets, secretMasters } from '../store/secrets.ts';
import { type Host, nodePorts, openHost } from '../writer/host.ts';
import { keychainInMemory } from './keychain.test-support.ts';
import { type SealedSecrets, sealedSecrets } from './sealed-secrets.ts';
import { openVault, type VaultOptions } from './vault.ts';

const CANARY = 'canary-5f2a-of-the-origin';

beforeAll(useCheapScrypt);
let folder: string;
let data: string;
let host: Host;
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-secrets-'));
  data = path.join(folder, 'data');
  host = await openHost(data, builtPorts);
});
afterEach(async () => {
  await host.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const start = (options: Partial<VaultOptions> = {}, on: Host = host): SealedSecrets =>
  sealedSecrets(on, openVault({ dataFolder: data, keychain: null, env: {}, ...options }));

function fileOf(content: string | Buffer): string {
  const file = path.join(folder, `file-${randomBytes(4).toString('hex')}`);
  fs.writeFileSync(file, content, { mode: 0o600 });
  return file;
}

const text = async (secrets: SealedSecrets, name: string): Promise<string | undefined> =>
  (await secrets.get(name))?.toString();

/** All bytes in the data folder, including the write-ahead log. */
const dataFolderBytes = (): Buffer =>
  Buffer.concat(
    fs
      .readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name))),
  );

describe('sealed secrets', () => {
  it('are kept across a restart, listed, replaced and deleted', async () => {
    const secretFile = fileOf(randomBytes(48));
    const secrets = start({ secretFile });
    expect(await secrets.get('origin:prj_1')).toBeUndefined();
    await secrets.set('origin:prj_1', CANARY);
    await secrets.set('link-key', randomBytes(32));
    await secrets.set('origin:prj_1', `${CANARY} 2`);
    secrets.close();

    const again = start({ secretFile });
    expect(again.names()).toEqual(['link-key', 'origin:prj_1']);
    expect(await text(again, 'origin:prj_1')).toBe(`${CANARY} 2`);
    expect(await again.get('link-key')).toHaveLength(32);
    expect(await again.delete('origin:prj_1')).toBe(true);
    expect(await again.delete('origin:prj_1')).toBe(false);
    expect(again.names()).toEqual(['link-key']);
    expect(await again.get('origin:prj_1')).toBeUndefined();
  });

  it('leave neither content nor key in the data folder', async () => {
    const keychain = keychainInMemory();
    await start({ keychain }).set('origin', CANARY);
    const bytes = dataFolderBytes();
    expect(bytes.includes('origin')).toBe(true); // the searched bytes include the stored secrets
    expect(bytes.includes(CANARY)).toBe(false);
    for (const key of keychain.entries.values()) expect(bytes.includes(key)).toBe(false);
  });

  it('that were swapped in the database are noticed', async () => {
    const secrets = start({ secretFile: fileOf(randomBytes(48)) });
    await secrets.set('a', CANARY);
    await secrets.set('b', 'other');
    const [a, b] = listSecrets(host.store());
    if (!a || !b) throw new Error('two secrets were set');
    await host.command('replaceSecrets', [
      { ...a, name: 'b' },
      { ...b, name: 'a' },
    ]);
    await expect(secrets.get('a')).rejects.toMatchObject({ code: 'integrity' });
    await expect(secrets.get('b')).rejects.toMatchObject({ code: 'integrity' });
  });

  it('first ones set at the same time share one master key', async () => {
    const secrets = start({ keychain: keychainInMemory() });
    await Promise.all(Array.from({ length: 20 }, (_, index) => secrets.set(`s${index}`, `${index}`)));
    expect(secretMasters(host.store())).toHaveLength(1);
    expect(await text(secrets, 's19')).toBe('19');
  });
});

describe('secrets that another master key seals', () => {
  it('are neither given nor replaced nor added to, and nothing is deleted', async () => {
    const keychain = keychainInMemory();
    await start({ keychain }).set('origin', CANARY);
    const before = listSecrets(host.store());
    keychain.locked = true;
    for (const secrets of [start({ keychain }), start({ secretFile: fileOf(randomBytes(48)) }), start()]) {
      const locked = { code: 'secrets-locked', message: expect.not.stringContaining(CANARY) };
      await expect(secrets.get('origin')).rejects.toMatchObject(locked);
      await expect(secrets.set('origin', 'new')).rejects.toMatchObject(locked);
      await expect(secrets.set('other', 'new')).rejects.toMatchObject(locked);
      await expect(secrets.rotate()).rejects.toMatchObject(locked);
      const { problem } = await secrets.status();
      expect(problem).toMatch(/encrypted with the master key \w{16}.*Nothing has been deleted/);
      expect(secrets.names()).toEqual(['origin']);
    }
    expect(listSecrets(host.store())).toEqual(before);
    keychain.locked = false;
    expect(await text(start({ keychain }), 'origin')).toBe(CANARY);
  });

  it('can be deleted and entered anew', async () => {
    await start({ keychain: keychainInMemory() }).set('origin', CANARY);
    const secrets = start({ secretFile: fileOf(randomBytes(48)) });
    expect(await secrets.delete('origin')).toBe(true);
    await secrets.set('origin', 'entered anew');
    expect(await text(secrets, 'origin')).toBe('entered anew');
    expect(await secrets.status()).not.toHaveProperty('problem');
  });
});

describe('without a place for the master key', () => {
  it('secrets live in memory, nothing is written, and the status says so', async () => {
    const secrets = start();
    await secrets.set('origin', CANARY);
    expect(await text(secrets, 'origin')).toBe(CANARY);
    expect(secrets.names()).toEqual(['origin']);
    expect(listSecrets(host.store())).toEqual([]);
    expect(fs.existsSync(path.join(data, 'vault.json'))).toBe(false);
    expect(dataFolderBytes().includes(CANARY)).toBe(false);
    expect(await secrets.status()).toMatchObject({
      provider: 'memory',
      persistent: false,
      detail: expect.stringContaining('lost when Offprint stops'),
      problem: expect.stringContaining('OFFPRINT_SECRET_FILE'),
    });
    await expect(secrets.rotate()).rejects.toMatchObject({ code: 'conflict' });
    expect(await start().get('origin')).toBeUndefined();
    expect(await secrets.delete('origin')).toBe(true);
    expect(await secrets.get('origin')).toBeUndefined();
  });

  it('what must not be lost is refused', async () => {
    await expect(start().refuseWithoutPersistence('A signing key')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^A signing key needs a place.*OFFPRINT_SECRET_FILE/),
    });
    const secrets = start({ secretFile: fileOf(randomBytes(48)) });
    await expect(secrets.refuseWithoutPersistence('A signing key')).resolves.toBeUndefined();
  });
});

describe('rotating the master key', () => {
  it('of a keychain seals everything with a new one', async () => {
    const keychain = keychainInMemory();
    const secrets = start({ keychain });
    await secrets.set('a', CANARY);
    await secrets.set('b', 'other');
    const [old] = secretMasters(host.store());
    expect(await secrets.rotate()).toEqual({ resealed: 2 });
    const masters = secretMasters(host.store());
    expect(masters).toHaveLength(1);
    expect(masters).not.toContain(old);
    keychain.entries.delete(`master-key-${old}`);
    const again = start({ keychain });
    expect([await text(again, 'a'), await text(again, 'b')]).toEqual([CANARY, 'other']);
    await again.set('c', 'more');
    expect(secretMasters(host.store())).toEqual(masters);
  });

  it('of a secret file needs a new file, and the present one named as the previous', async () => {
    const [first, second] = [fileOf(randomBytes(48)), fileOf(randomBytes(48))];
    const secrets = start({ secretFile: first });
    await secrets.set('a', CANARY);
    await expect(secrets.rotate()).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('OFFPRINT_PREVIOUS_SECRET_FILE'),
    });
    const between = start({ secretFile: second, env: { OFFPRINT_PREVIOUS_SECRET_FILE: first } });
    expect(await text(between, 'a')).toBe(CANARY);
    expect((await between.status()).problem).toContain('Rotate the master key');
    expect(await between.rotate()).toEqual({ resealed: 1 });
    expect(await between.status()).not.toHaveProperty('problem');
    expect(await text(start({ secretFile: second }), 'a')).toBe(CANARY);
  });

  it('moves secrets from the keychain to a secret file and back', async () => {
    const keychain = keychainInMemory();
    await start({ keychain }).set('a', CANARY);
    const secretFile = fileOf(randomBytes(48));
    const served = start({ keychain, secretFile });
    await expect(served.get('a')).rejects.toMatchObject({ code: 'secrets-locked' });
    expect(await served.rotate()).toEqual({ resealed: 1 });
    expect(await text(start({ secretFile }), 'a')).toBe(CANARY);

    const back = start({ keychain, env: { OFFPRINT_PREVIOUS_SECRET_FILE: secretFile } });
    expect(await back.rotate()).toEqual({ resealed: 1 });
    expect(await text(start({ keychain }), 'a')).toBe(CANARY);
  });

  it('changes the passphrase, and the old one opens nothing any more', async () => {
    const [old, next] = [fileOf('four words are many'), fileOf('other words, as many')];
    await start({ env: { OFFPRINT_PASSPHRASE_FILE: old } }).set('a', CANARY);
    const env = { OFFPRINT_PASSPHRASE_FILE: old, OFFPRINT_NEW_PASSPHRASE_FILE: next };
    expect(await start({ env }).rotate()).toEqual({ resealed: 1 });
    expect(await text(start({ env: { OFFPRINT_PASSPHRASE_FILE: next } }), 'a')).toBe(CANARY);
    await expect(start({ env: { OFFPRINT_PASSPHRASE_FILE: old } }).get('a')).rejects.toThrow(
      'not the passphrase for this',
    );
    expect(fs.readFileSync(path.join(data, 'vault.json'), 'utf8').match(/"master"/g)).toHaveLength(1);
  });

  it('and changes at the same time go one after the other', async () => {
    const secrets = start({ keychain: keychainInMemory() });
    await secrets.set('a', CANARY);
    const [first, , , second] = await Promise.all([
      secrets.rotate(),
      secrets.set('b', 'added meanwhile'),
      secrets.delete('a'),
      secrets.rotate(),
    ]);
    expect([first, second]).toEqual([{ resealed: 1 }, { resealed: 1 }]);
    expect(secrets.names()).toEqual(['b']);
    expect(await text(secrets, 'b')).toBe('added meanwhile');
  });

  it('with nothing to seal makes no key', async () => {
    const keychain = keychainInMemory();
    expect(await start({ keychain }).rotate()).toEqual({ resealed: 0 });
    expect(keychain.entries.size).toBe(0);
  });

  it('of secrets one of which was altered changes nothing', async () => {
    const secrets = start({ keychain: keychainInMemory() });
    await secrets.set('a', CANARY);
    await secrets.set('b', 'other');
    const before = listSecrets(host.store());
    const [a, b] = before;
    if (!a || !b) throw new Error('two secrets were set');
    const altered = { ...b, nonce: randomBytes(12) };
    await host.command('putSecret', altered);
    await expect(secrets.rotate()).rejects.toMatchObject({ code: 'integrity' });
    expect(listSecrets(host.store()).map(({ master }) => master)).toEqual([a.master, a.master]);
    expect(await text(secrets, 'a')).toBe(CANARY);
  });

  it.runIf(isFullRun)(
    'is all or nothing when the process that writes is killed in the middle',
    {
      timeout: 180_000,
    },
    async () => {
      await host.close();
      const writers: ChildProcess[] = [];
      const killable = await openHost(data, {
        ...nodePorts,
        spawnWorker: (file, args) => {
          const writer = fork(file, args, {
            serialization: 'advanced',
            stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
          });
          writers.push(writer);
          return writer;
        },
      });
      host = killable;
      const keychain = keychainInMemory();
      const names = Array.from({ length: 300 }, (_, index) => `secret-${index}`);
      const secrets = start({ keychain });
      for (const name of names) await secrets.set(name, `${CANARY} ${name}`);

      let interrupted = 0;
      for (let afterMs = 0; afterMs < 48; afterMs += 4) {
        const [before] = secretMasters(host.store());
        const rotation = secrets.rotate().then(
          () => 'done',
          () => 'interrupted',
        );
        await delay(afterMs);
        writers.at(-1)?.kill('SIGKILL');
        if ((await rotation) === 'interrupted') interrupted += 1;
        const masters = secretMasters(host.store());
        expect(masters).toHaveLength(1);
        if (masters[0] === before) expect(keychain.entries.has(`master-key-${before}`)).toBe(true);
        const again = start({ keychain });
        for (const name of names) expect(await text(again, name)).toBe(`${CANARY} ${name}`);
      }
      expect(interrupted).toBeGreaterThan(0);
      expect(await secrets.rotate()).toEqual({ resealed: names.length });
    },
  );
});
