import { type MasterKey, newMasterKey } from './encryption.ts';

/** Where a master key is kept. */
export type Provider = 'keychain' | 'secret-file' | 'passphrase' | 'memory';

/** A place that keeps master keys, known by their fingerprints. Each call rejects with OffprintError `secrets-locked`. */
export type Keeper = Readonly<{
  provider: Provider;
  /** A sentence for people: where the key is. */
  detail: string;
  /** The master key of this fingerprint; undefined when it is certainly not kept here. */
  find: (fingerprint: string) => Promise<MasterKey | undefined>;
  /** Resolves when `create` can be expected to work. */
  check: () => Promise<void>;
  /** A master key to seal with from now on, kept durably before this resolves. */
  create: () => Promise<MasterKey>;
  /** Called once nothing in the store is sealed with another of its keys any more. */
  keepOnly: (fingerprint: string) => Promise<void>;
}>;

/** Keeps nothing: what is sealed with its key can be opened by this process only. */
export const memoryKeeper: Keeper = {
  provider: 'memory',
  detail: 'Secrets are kept in memory only and are lost when Offprint stops.',
  find: async () => undefined,
  check: async () => {},
  create: async () => newMasterKey(),
  keepOnly: async () => {},
};
