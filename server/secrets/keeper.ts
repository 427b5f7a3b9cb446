import { type MasterKey, newMasterKey } from './encryption.ts';

/** Where a master key is kept. */
export type Provider = 'keychain' | 'secret-file' | 'passphrase' | 'memory';

/**
 * A place that keeps master keys, identified by their fingerprints. All calls reject with OffprintError
 * `secrets-locked`.
 */
export type Keeper = Readonly<{
  provider: Provider;
  /** Sentence for people that says where the key is. */
  detail: string;
  /** Finds the master key with this fingerprint; undefined if it is certainly not kept here. */
  find: (fingerprint: string) => Promise<MasterKey | undefined>;
  /** Resolves if `create` can be expected to work. */
  check: () => Promise<void>;
  /** Returns a master key for future sealing, which is stored durably before this resolves. */
  create: () => Promise<MasterKey>;
  /** Called once nothing in the store is sealed with another of its keys. */
  keepOnly: (fingerprint: string) => Promise<void>;
}>;

/** Stores nothing: only this process can open what is sealed with its key. */
export const memoryKeeper: Keeper = {
  provider: 'memory',
  detail: 'Secrets are kept in memory only and are lost when Offprint stops.',
  find: async () => undefined,
  check: async () => {},
  create: async () => newMasterKey(),
  keepOnly: async () => {},
};
