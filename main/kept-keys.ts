import fs from 'node:fs';
import { z } from 'zod';
import { OffprintError } from '../server/errors.ts';
import type { Keychain } from '../server/secrets/keychain.ts';

const list = z.array(z.string());

export type KeptKeys = Readonly<{
  ids: () => readonly string[];
  keep: (keyId: string, secret: string) => Promise<void>;
  get: (keyId: string) => Promise<string>;
  forget: (keyId: string) => Promise<void>;
}>;

/**
 * Stores API keys in the system keychain. Keychains cannot list their entries, so the names, but never the secrets, are
 * also in a file. Every method rejects with OffprintError `secrets-locked` if there is no keychain.
 * @param keychain null if none should be used
 * @param file JSON file with the names
 */
export function keptKeys(keychain: Keychain | null, file: string): KeptKeys {
  const theKeychain = (): Keychain => {
    if (keychain) return keychain;
    throw new OffprintError('secrets-locked', "Portable installations do not use the computer's keychain.");
  };
  const ids = (): string[] => {
    try {
      return list.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
    } catch {
      return [];
    }
  };
  const write = (next: readonly string[]): void => {
    const temporary = `${file}.${process.pid}`;
    fs.writeFileSync(temporary, JSON.stringify(next), { mode: 0o600 });
    fs.renameSync(temporary, file);
  };
  return {
    ids,
    keep: async (keyId, secret) => {
      await theKeychain().set(accountOf(keyId), Buffer.from(secret));
      write([...new Set([...ids(), keyId])]);
    },
    get: async (keyId) => {
      const secret = ids().includes(keyId) ? await theKeychain().get(accountOf(keyId)) : undefined;
      if (!secret) throw new OffprintError('not-found', "This key is not in this computer's keychain.");
      return secret.toString();
    },
    forget: async (keyId) => {
      if (!ids().includes(keyId)) return;
      await theKeychain().delete(accountOf(keyId));
      write(ids().filter((id) => id !== keyId));
    },
  };
}

function accountOf(keyId: string): string {
  return `admin-key:${keyId}`;
}
