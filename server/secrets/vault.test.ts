import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useCheapScrypt } from '../../test/stand-ins/cheap-scrypt.ts';
import { keychainInMemory } from './keychain.test-support.ts';
import { openVault, type Sealed, type Vault, type VaultOptions } from './vault.ts';

const CANARY = 'canary-5f2a';

beforeAll(useCheapScrypt);
let data: string;
beforeEach(() => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-vault-'));
});
afterEach(() => fs.rmSync(data, { recursive: true, force: true }));

const vaultWith = (options: Partial<VaultOptions> = {}): Vault =>
  openVault({ dataFolder: data, keychain: null, env: {}, ...options });

function fileOf(content: string | Buffer = randomBytes(48), mode = 0o600): string {
  const file = path.join(data, `file-${randomBytes(4).toString('hex')}`);
  fs.writeFileSync(file, content);
  fs.chmodSync(file, mode);
  return file;
}

const sealCanary = (vault: Vault): Promise<Sealed> => vault.seal('link-key', Buffer.from(CANARY));
const open = async (vault: Vault, sealed: Sealed, name = 'link-key'): Promise<string> =>
  (await vault.open(name, sealed)).toString();

describe('sealing', () => {
  it('gives back what was sealed, of any length', async () => {
    const vault = vaultWith({ secretFile: fileOf() });
    for (const plaintext of [Buffer.alloc(0), Buffer.from(CANARY), randomBytes(100_000)]) {
      expect(await vault.open('a', await vault.seal('a', plaintext))).toEqual(plaintext);
    }
  });

  it('never gives the same twice, and nothing of the content', async () => {
    const vault = vaultWith({ secretFile: fileOf() });
    const [first, second] = [await sealCanary(vault), await sealCanary(vault)];
    expect(first.nonce).not.toEqual(second.nonce);
    expect(first.ciphertext).not.toEqual(second.ciphertext);
    expect(Buffer.from(first.ciphertext).includes(CANARY)).toBe(false);
  });

  it('notices every altered byte, a shortened text and another name', async () => {
    const vault = vaultWith({ secretFile: fileOf() });
    const sealed = await sealCanary(vault);
    const altered: [string, Sealed][] = [
      ...Array.from(sealed.ciphertext.keys(), (at): [string, Sealed] => [
        'link-key',
        { ...sealed, ciphertext: sealed.ciphertext.map((byte, index) => (index === at ? byte ^ 1 : byte)) },
      ]),
      ['link-key', { ...sealed, nonce: randomBytes(12) }],
      ['link-key', { ...sealed, nonce: Buffer.alloc(0) }],
      ['link-key', { ...sealed, ciphertext: sealed.ciphertext.subarray(0, -1) }],
      ['link-key', { ...sealed, ciphertext: Buffer.alloc(0) }],
      ['other-name', sealed],
    ];
    for (const [name, changed] of altered) {
      await expect(vault.open(name, changed)).rejects.toMatchObject({
        code: 'integrity',
        message: expect.not.stringContaining(CANARY),
      });
    }
    expect(await open(vault, sealed)).toBe(CANARY);
  });

  it('is over when the vault is closed', async () => {
    const vault = vaultWith({ secretFile: fileOf() });
    const sealed = await sealCanary(vault);
    vault.close();
    await expect(sealCanary(vault)).rejects.toThrow('closed');
    await expect(open(vault, sealed)).rejects.toThrow('closed');
  });
});

describe('where the master key is kept', () => {
  it('in the keychain, and found there at the next start', async () => {
    const keychain = keychainInMemory();
    const vault = vaultWith({ keychain });
    expect(keychain.calls).toBe(0); // nothing is asked before it is needed
    expect(await vault.status()).toMatchObject({ provider: 'keychain', persistent: true });
    expect(keychain.entries.size).toBe(0);
    const sealed = await sealCanary(vault);
    expect([...keychain.entries.keys()]).toEqual([`master-key-${sealed.master}`]);
    expect(await open(vaultWith({ keychain }), sealed)).toBe(CANARY);
    const { problem } = await vaultWith({ keychain }).status([sealed.master]);
    expect(problem).toBeUndefined();
  });

  it('two secrets at once make one master key', async () => {
    const keychain = keychainInMemory();
    const vault = vaultWith({ keychain });
    const [first, second] = await Promise.all([sealCanary(vault), sealCanary(vault)]);
    expect(first.master).toBe(second.master);
    expect(keychain.entries.size).toBe(1);
  });

  it('a named secret file wins over the keychain, which is not even asked', async () => {
    const keychain = keychainInMemory();
    const file = fileOf();
    const vault = vaultWith({ keychain, env: { OFFPRINT_SECRET_FILE: file } });
    const sealed = await sealCanary(vault);
    const status = await vault.status([sealed.master]);
    expect(status).toMatchObject({ provider: 'secret-file', persistent: true });
    expect(status.detail).toContain(file);
    expect(status.problem).toBeUndefined();
    await expect(vault.open('a', { ...sealed, master: '0123456789abcdef' })).rejects.toThrow();
    expect(keychain.calls).toBe(0);
    expect(await open(vaultWith({ secretFile: file }), sealed)).toBe(CANARY);
  });

  it('a named file that cannot be used stops the start', () => {
    expect(() => vaultWith({ secretFile: path.join(data, 'absent') })).toThrow('cannot be opened');
    expect(() => vaultWith({ secretFile: fileOf(undefined, 0o644) })).toThrow('open to other users');
    expect(() => vaultWith({ env: { OFFPRINT_SECRET_FILE: fileOf('short') } })).toThrow('too short');
    expect(() => vaultWith({ env: { OFFPRINT_PASSPHRASE_FILE: path.join(data, 'absent') } })).toThrow(
      'opened',
    );
    expect(() => vaultWith({ env: { OFFPRINT_PREVIOUS_SECRET_FILE: fileOf('short') } })).toThrow('too short');
  });

  it('with a locked keychain under the passphrase, and without one in memory', async () => {
    const keychain = keychainInMemory();
    keychain.locked = true;
    const env = { OFFPRINT_PASSPHRASE_FILE: fileOf('four words are many') };
    const vault = vaultWith({ keychain, env });
    const sealed = await sealCanary(vault);
    expect(await vault.status([sealed.master])).toMatchObject({ provider: 'passphrase', persistent: true });
    expect(await open(vaultWith({ env }), sealed)).toBe(CANARY);

    const poor = vaultWith({ keychain });
    expect(await poor.status()).toMatchObject({ provider: 'memory', persistent: false });
    const inMemory = await sealCanary(poor);
    expect(await open(poor, inMemory)).toBe(CANARY);
    const status = await poor.status([inMemory.master]);
    expect(status).toMatchObject({ provider: 'memory', persistent: false });
    await expect(open(vaultWith({ keychain }), inMemory)).rejects.toMatchObject({ code: 'secrets-locked' });
  });

  it('says why it is only in memory and what to do', async () => {
    const keychain = keychainInMemory();
    keychain.locked = true;
    const { problem } = await vaultWith({ keychain }).status();
    expect(problem).toContain('The keychain cannot be used: it is locked.');
    expect(problem).toContain('OFFPRINT_SECRET_FILE');
  });

  it('stays under the passphrase when a keychain turns up later', async () => {
    const env = { OFFPRINT_PASSPHRASE_FILE: fileOf('four words are many') };
    const sealed = await sealCanary(vaultWith({ env }));
    const keychain = keychainInMemory();
    const vault = vaultWith({ env, keychain });
    expect(await open(vault, sealed)).toBe(CANARY);
    expect(await vault.status([sealed.master])).toMatchObject({ provider: 'passphrase' });
    expect((await vault.seal('b', Buffer.from('b'), sealed.master)).master).toBe(sealed.master);
    expect(keychain.calls).toBe(0);
  });

  it('asks a person who may decline: then in memory', async () => {
    const asked: string[] = [];
    const vault = vaultWith({
      askPassphrase: async (purpose) => {
        asked.push(purpose);
        return undefined;
      },
    });
    const sealed = await sealCanary(vault);
    expect(asked).toEqual(['new']);
    expect(await vault.status([sealed.master])).toMatchObject({ provider: 'memory', persistent: false });
  });
});

describe('a master key that is not to be had', () => {
  it('is named with what was tried and what to do; nothing is sealed in its place', async () => {
    const sealed = await sealCanary(vaultWith({ secretFile: fileOf() }));
    const vault = vaultWith({ secretFile: fileOf() });
    for (const attempt of [open(vault, sealed), vault.seal('b', Buffer.from('b'), sealed.master)]) {
      await expect(attempt).rejects.toMatchObject({
        code: 'secrets-locked',
        message: expect.stringMatching(
          new RegExp(`${sealed.master}.*OFFPRINT_PREVIOUS_SECRET_FILE.*Nothing has been deleted`),
        ),
      });
    }
    const status = await vault.status([sealed.master]);
    expect(status).toMatchObject({
      provider: 'secret-file',
      problem: expect.stringContaining(sealed.master),
    });
  });

  it('is tried again after a while, or at once when somebody says so', async () => {
    const keychain = keychainInMemory();
    const sealed = await sealCanary(vaultWith({ keychain }));
    const vault = vaultWith({ keychain, retryAfterMs: 300 });
    keychain.locked = true;
    await expect(open(vault, sealed)).rejects.toThrow('it is locked');
    const calls = keychain.calls;
    await expect(open(vault, sealed)).rejects.toThrow('it is locked');
    expect(keychain.calls).toBe(calls);
    keychain.locked = false;
    vault.retry();
    expect(await open(vault, sealed)).toBe(CANARY);

    const patient = vaultWith({ keychain, retryAfterMs: 50 });
    keychain.locked = true;
    await expect(open(patient, sealed)).rejects.toThrow('it is locked');
    keychain.locked = false;
    await expect.poll(() => open(patient, sealed).catch(() => 'locked'), { timeout: 5000 }).toBe(CANARY);
  });

  it('an altered entry of the keychain is not taken for it', async () => {
    const keychain = keychainInMemory();
    const sealed = await sealCanary(vaultWith({ keychain }));
    for (const entry of [randomBytes(32), Buffer.from('short')]) {
      keychain.entries.set(`master-key-${sealed.master}`, entry);
      await expect(open(vaultWith({ keychain }), sealed)).rejects.toThrow('was altered');
    }
  });

  it('a wrong passphrase opens nothing and destroys nothing', async () => {
    const right = { OFFPRINT_PASSPHRASE_FILE: fileOf('four words are many') };
    const sealed = await sealCanary(vaultWith({ env: right }));
    const wrong = vaultWith({ env: { OFFPRINT_PASSPHRASE_FILE: fileOf('four words are few') } });
    await expect(open(wrong, sealed)).rejects.toThrow('This is not the passphrase for this data folder');
    expect(await open(vaultWith({ env: right }), sealed)).toBe(CANARY);
  });
});

describe('closing while a key is looked for', () => {
  it('gives nobody the key, and zeroes it', async () => {
    const keychain = keychainInMemory();
    const sealed = await sealCanary(vaultWith({ keychain }));
    let given: Buffer | undefined;
    const slow = {
      ...keychain,
      get: async (account: string) => {
        given = await keychain.get(account);
        await delay(50);
        return given;
      },
    };
    const vault = vaultWith({ keychain: slow });
    const opening = open(vault, sealed);
    vault.close();
    await expect(opening).rejects.toThrow('closed');
    expect(given).toEqual(Buffer.alloc(32));
  });
});
