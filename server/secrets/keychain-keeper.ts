import { OffprintError } from '../errors.ts';
import { masterKeyOf, newMasterKey } from './encryption.ts';
import type { Keeper } from './keeper.ts';
import type { Keychain } from './keychain.ts';

/** Keeps master keys in the keychain, by fingerprint. Data folders share none unless one is a copy of another. */
export function keychainKeeper(keychain: Keychain): Keeper {
  return {
    provider: 'keychain',
    detail: "The master key is in this computer's keychain.",
    find: async (fingerprint) => {
      const key = await keychain.get(accountOf(fingerprint));
      if (key === undefined) return undefined;
      if (key.length === 32) {
        const master = masterKeyOf(key);
        if (master.fingerprint === fingerprint) return master;
      }
      throw new OffprintError(
        'secrets-locked',
        `The keychain entry ${accountOf(fingerprint)} was altered and is no longer the master key. Restore it from a backup of the keychain.`,
      );
    },
    check: keychain.available,
    create: async () => {
      const master = newMasterKey();
      await keychain.set(accountOf(master.fingerprint), master.key);
      return master;
    },
    // Keep earlier keys: a copy or a backup of the data folder may need them (docs/operations.md).
    keepOnly: async () => {},
  };
}

function accountOf(fingerprint: string): string {
  return `master-key-${fingerprint}`;
}
