import { OffprintError } from '../errors.ts';
import type { Keychain } from './keychain.ts';

/** A keychain for tests, over a map that outlives a vault as a real keychain does. */
export function keychainInMemory(): Keychain & {
  entries: Map<string, Buffer>;
  locked: boolean;
  calls: number;
} {
  const entries = new Map<string, Buffer>();
  const use = (): void => {
    keychain.calls += 1;
    if (keychain.locked) {
      throw new OffprintError('secrets-locked', 'The keychain cannot be used: it is locked.');
    }
  };
  const keychain = {
    entries,
    locked: false,
    calls: 0,
    get: async (account: string) => {
      use();
      const secret = entries.get(account);
      return secret && Buffer.from(secret);
    },
    set: async (account: string, secret: Uint8Array) => {
      use();
      entries.set(account, Buffer.from(secret));
    },
    delete: async (account: string) => {
      use();
      return entries.delete(account);
    },
    available: async () => use(),
  };
  return keychain;
}
