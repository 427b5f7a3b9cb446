import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForWriting, type Store } from './database.ts';
import {
  deleteSecret,
  findSecret,
  listSecretNames,
  listSecrets,
  putSecret,
  replaceSecrets,
  secretMasters,
} from './secrets.ts';

let data: string;
let store: Store;
beforeEach(() => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-stored-secrets-'));
  store = openForWriting(data);
});
afterEach(() => {
  store.close();
  fs.rmSync(data, { recursive: true, force: true });
});

const sealed = (name: string, master = 'a'.repeat(16)) => ({
  name,
  master,
  nonce: randomBytes(12),
  ciphertext: randomBytes(40),
});

describe('stored secrets', () => {
  it('are put, found, replaced, listed and deleted', () => {
    const [first, second] = [sealed('link'), sealed('link')];
    putSecret(store, first);
    expect(findSecret(store, 'link')).toEqual(first);
    putSecret(store, second);
    expect(findSecret(store, 'link')).toEqual(second);
    putSecret(store, sealed('api'));
    expect(listSecretNames(store)).toEqual(['api', 'link']);
    expect(deleteSecret(store, 'link')).toBe(true);
    expect(deleteSecret(store, 'link')).toBe(false);
    expect(findSecret(store, 'link')).toBeUndefined();
  });

  it('are all sealed with one master key', () => {
    putSecret(store, sealed('link'));
    expect(() => putSecret(store, sealed('api', 'b'.repeat(16)))).toThrow(
      /encrypted with the master key a{16}/,
    );
    expect(() => putSecret(store, sealed('link', 'b'.repeat(16)))).toThrow(
      /encrypted with the master key a{16}/,
    );
    expect(secretMasters(store)).toEqual(['a'.repeat(16)]);
  });

  it('change their master key together or not at all', () => {
    for (const name of ['api', 'link']) putSecret(store, sealed(name));
    const before = listSecrets(store);
    const next = (name: string) => sealed(name, 'b'.repeat(16));
    for (const incomplete of [[], [next('api')], [next('api'), next('api')], [next('api'), next('other')]]) {
      expect(() => replaceSecrets(store, incomplete)).toThrow('Nothing was replaced');
    }
    expect(() => replaceSecrets(store, [next('api'), next('link'), next('new')])).toThrow(
      'Nothing was replaced',
    );
    expect(() => replaceSecrets(store, [next('api'), { ...next('link'), nonce: null as never }])).toThrow();
    expect(listSecrets(store)).toEqual(before);
    replaceSecrets(store, [next('api'), next('link')]);
    expect(secretMasters(store)).toEqual(['b'.repeat(16)]);
  });

  it('are on the disk before the writer goes on, and nothing else pays for that', () => {
    putSecret(store, sealed('link'));
    expect(store.pragma('synchronous', { simple: true })).toBe(1);
    expect(() => replaceSecrets(store, [])).toThrow();
    expect(store.pragma('synchronous', { simple: true })).toBe(1);
  });
});
