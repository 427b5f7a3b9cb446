import { scryptSync } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useCheapScrypt } from '../../test/stand-ins/cheap-scrypt.ts';
import { decrypt } from './encryption.ts';
import { passphraseKeeper, passphraseOfFiles } from './passphrase.ts';

const PASSPHRASE = 'four words are many';

let data: string;
beforeEach(() => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-passphrase-'));
});
afterEach(() => fs.rmSync(data, { recursive: true, force: true }));

const keeper = (passphrase: string | undefined, renewed = passphrase) =>
  passphraseKeeper(data, async (purpose) => (purpose === 'new' ? renewed : passphrase));
const vaultFile = () => path.join(data, 'vault.json');

it('a guess at the passphrase costs 128 MiB and the time that takes', async () => {
  const { fingerprint, key } = await keeper(PASSPHRASE).create();
  const [wrapped] = JSON.parse(fs.readFileSync(vaultFile(), 'utf8')).keys;
  expect(wrapped.scrypt).toMatchObject({ N: 2 ** 17, r: 8, p: 1 });
  const salt = Buffer.from(wrapped.scrypt.salt, 'base64');
  const derived = scryptSync(PASSPHRASE, salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 });
  const box = {
    nonce: Buffer.from(wrapped.nonce, 'base64'),
    ciphertext: Buffer.from(wrapped.ciphertext, 'base64'),
  };
  expect(decrypt(derived, `offprint vault ${fingerprint}`, box)).toEqual(key);
});

describe('the vault under a passphrase', () => {
  beforeAll(useCheapScrypt);

  it('gives the master key back at the next start, to the same passphrase', async () => {
    const { fingerprint, key } = await keeper(PASSPHRASE).create();
    const again = await keeper(PASSPHRASE).find(fingerprint);
    expect(again?.key).toEqual(key);
    await expect(keeper(PASSPHRASE).find('0123456789abcdef')).resolves.toBeUndefined();
  });

  it('opens to a passphrase that was typed in another form of Unicode', async () => {
    const { fingerprint } = await keeper('zw\u00f6lf Zeichen').create();
    expect(await keeper('zwo\u0308lf Zeichen').find(fingerprint)).toBeDefined();
  });

  it('does not open to another passphrase, nor to none', async () => {
    const { fingerprint } = await keeper(PASSPHRASE).create();
    const refusal = (text: string) => ({ code: 'secrets-locked', message: expect.stringContaining(text) });
    await expect(keeper('four words are few').find(fingerprint)).rejects.toMatchObject(
      refusal('not the passphrase for this'),
    );
    await expect(keeper(undefined).find(fingerprint)).rejects.toMatchObject(refusal('No passphrase'));
    await expect(passphraseKeeper(data, undefined).find(fingerprint)).rejects.toThrow('No passphrase');
  });

  it('is a file of this user only, without the key or the passphrase', async () => {
    const { key } = await keeper(PASSPHRASE).create();
    const text = fs.readFileSync(vaultFile(), 'utf8');
    expect(text).not.toContain(PASSPHRASE);
    expect(text).not.toContain(key.toString('base64'));
    expect(text).not.toContain(key.toString('hex'));
    if (process.platform !== 'win32') expect(fs.statSync(vaultFile()).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(data)).toEqual(['vault.json']);
  });

  it('is not made with a passphrase that is too short', async () => {
    await expect(keeper('short words').create()).rejects.toThrow('at least 12 characters');
    expect(fs.existsSync(vaultFile())).toBe(false);
  });

  it('says so when the file is damaged or newer, and leaves it as it is', async () => {
    const { fingerprint } = await keeper(PASSPHRASE).create();
    const whole = fs.readFileSync(vaultFile(), 'utf8');
    for (const text of [whole.slice(0, 100), whole.replace('"version": 1', '"version": 2'), '']) {
      fs.writeFileSync(vaultFile(), text);
      await expect(keeper(PASSPHRASE).find(fingerprint)).rejects.toThrow(/damaged or was made by a newer/);
      await expect(keeper(PASSPHRASE).create()).rejects.toThrow(/damaged or was made by a newer/);
      expect(fs.readFileSync(vaultFile(), 'utf8')).toBe(text);
    }
  });

  it('notices an altered key', async () => {
    const { fingerprint } = await keeper(PASSPHRASE).create();
    const content = JSON.parse(fs.readFileSync(vaultFile(), 'utf8'));
    const ciphertext = Buffer.from(content.keys[0].ciphertext, 'base64');
    ciphertext[3] = (ciphertext[3] ?? 0) ^ 1;
    content.keys[0].ciphertext = ciphertext.toString('base64');
    fs.writeFileSync(vaultFile(), JSON.stringify(content));
    await expect(keeper(PASSPHRASE).find(fingerprint)).rejects.toMatchObject({ code: 'secrets-locked' });
  });

  it('changes the passphrase with a new key, and keeps the old one until it is told that it is not needed', async () => {
    const old = await keeper(PASSPHRASE).create();
    const next = await keeper(PASSPHRASE, 'other words, as many').create();
    expect(await keeper(PASSPHRASE).find(old.fingerprint)).toBeDefined();
    expect(await keeper('other words, as many').find(next.fingerprint)).toBeDefined();
    await keeper('other words, as many').keepOnly(next.fingerprint);
    expect(await keeper(PASSPHRASE).find(old.fingerprint)).toBeUndefined();
    expect((await keeper('other words, as many').find(next.fingerprint))?.key).toEqual(next.key);
  });
});

describe('files with the passphrase', () => {
  const file = (name: string, content: string, mode = 0o600): string => {
    fs.writeFileSync(path.join(data, name), content, { mode });
    return path.join(data, name);
  };

  it('the file of the new passphrase counts for a new key only', async () => {
    const ask = passphraseOfFiles({
      OFFPRINT_PASSPHRASE_FILE: file('present', 'present\n'),
      OFFPRINT_NEW_PASSPHRASE_FILE: file('new', 'new\n'),
    });
    expect([await ask?.('unlock'), await ask?.('new')]).toEqual(['present', 'new']);
    const alone = passphraseOfFiles({ OFFPRINT_PASSPHRASE_FILE: file('present', 'present\n') });
    expect([await alone?.('unlock'), await alone?.('new')]).toEqual(['present', 'present']);
  });

  it('a file that others can read is refused at the start', () => {
    expect(() => passphraseOfFiles({ OFFPRINT_PASSPHRASE_FILE: file('open', 'canary', 0o644) })).toThrow(
      /specified by OFFPRINT_PASSPHRASE_FILE, is open to other users/,
    );
  });

  it('none named, none asked', () => {
    expect(passphraseOfFiles({})).toBeUndefined();
  });
});
