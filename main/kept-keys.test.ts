import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { OffprintError } from '../server/errors.ts';
import type { Keychain } from '../server/secrets/keychain.ts';
import { keptKeys } from './kept-keys.ts';

/** The port of the keychain; test/peers runs the real one. */
function memoryKeychain(): Keychain {
  const kept = new Map<string, Buffer>();
  return {
    get: async (account) => kept.get(account),
    set: async (account, secret) => void kept.set(account, Buffer.from(secret)),
    delete: async (account) => kept.delete(account),
    available: async () => {},
  };
}

function newFile(): string {
  return path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-kept-')), 'kept-keys.json');
}

it('keeps the secret in the keychain, and its name alone in a file', async () => {
  const file = newFile();
  const keychain = memoryKeychain();
  const keys = keptKeys(keychain, file);
  await keys.keep('key_1', 'offp_secret');
  await keys.keep('key_1', 'offp_secret');
  expect(keptKeys(keychain, file).ids()).toEqual(['key_1']);
  expect(await keys.get('key_1')).toBe('offp_secret');
  expect(fs.readFileSync(file, 'utf8')).toBe('["key_1"]');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  await keys.forget('key_1');
  expect(keys.ids()).toEqual([]);
  await expect(keys.get('key_1')).rejects.toThrow('is not in this computer');
});

it('asks for nothing that it did not put there', async () => {
  const keychain = memoryKeychain();
  await keychain.set('admin-key:key_2', Buffer.from('of another installation'));
  await expect(keptKeys(keychain, newFile()).get('key_2')).rejects.toThrow('is not in this computer');
});

it('says why where there is no keychain, and keeps no name', async () => {
  const fault = new OffprintError('secrets-locked', 'The keychain cannot be used: no bus.');
  const keys = keptKeys({ ...memoryKeychain(), set: () => Promise.reject(fault) }, newFile());
  await expect(keys.keep('key_1', 'offp_secret')).rejects.toThrow('no bus');
  expect(keys.ids()).toEqual([]);
});
