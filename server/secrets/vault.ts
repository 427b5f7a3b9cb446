import { asOffprintError, OffprintError } from '../errors.ts';
import { type Box, decrypt, encrypt } from './encryption.ts';
import { type Keeper, memoryKeeper, type Provider } from './keeper.ts';
import { type Keychain, RETRY_AFTER_MS } from './keychain.ts';
import { openKeyring } from './keyring.ts';
import { keepersOf } from './master-key-source.ts';
import type { AskPassphrase } from './passphrase.ts';

export type VaultOptions = Readonly<{
  dataFolder: string;
  /** A file with at least 32 random bytes, named on the command line. Takes precedence over everything. */
  secretFile?: string | undefined;
  /** `null` for none: a portable installation moves between computers, a keychain does not. */
  keychain?: Keychain | null;
  /** Asks a person. Without it, the passphrase comes from the file that the environment names. */
  askPassphrase?: AskPassphrase | undefined;
  env?: Readonly<NodeJS.ProcessEnv>;
  /** How long a keychain or passphrase that failed is not tried again. */
  retryAfterMs?: number;
}>;

/** A sealed secret. `master` is the fingerprint of the master key that opens it. */
export type Sealed = Readonly<{ master: string }> & Box;

export type VaultStatus = Readonly<{
  provider: Provider;
  /** False: only this process can open what is sealed now. */
  persistent: boolean;
  /** Sentence for people: where the master key is. */
  detail: string;
  /** Sentence for people: what does not work and what to do about it. */
  problem?: string;
}>;

export type Vault = Readonly<{
  /**
   * Seals with the master key of this fingerprint; without one, with the vault's own, which is created if necessary.
   * @throws OffprintError `secrets-locked` if that key is not available
   */
  seal: (name: string, plaintext: Uint8Array, master?: string) => Promise<Sealed>;
  /** @throws OffprintError `secrets-locked`; `integrity` if it was altered or belongs to another name */
  open: (name: string, sealed: Sealed) => Promise<Buffer>;
  /** @param masters fingerprints of the master keys that stored secrets are sealed with */
  status: (masters?: readonly string[]) => Promise<VaultStatus>;
  /**
   * Starts to replace these master keys with a new one, which is stored durably but is not the vault's own yet.
   * @throws OffprintError `secrets-locked`; `usage` if the operator has to change the secret file first
   */
  rotate: (masters: readonly string[]) => Promise<Rotation>;
  /** Forgets failures, so that the next call looks for the master key again at once. */
  retry: () => void;
  /** Zeroes the keys. Nothing can be sealed or opened afterwards. */
  close: () => void;
}>;

export type Rotation = Readonly<{
  /** Fingerprint of the new master key. */
  master: string;
  /** Call this once everything in the store is sealed with it. */
  finish: () => Promise<void>;
}>;

/**
 * Opens the vault of a data folder, which seals secrets with one master key, kept where master-key-source.ts decides.
 *
 * Returns at once, after reading named files only: the master key is looked up when it is needed.
 * @throws OffprintError `usage` if a named file cannot be used
 */
export function openVault(options: VaultOptions): Vault {
  const keepers = keepersOf(options);
  const keyring = openKeyring(keepers, options.retryAfterMs ?? RETRY_AFTER_MS);
  let closed = false;

  const mustBeOpen = (): void => {
    if (closed) throw new OffprintError('internal', 'The vault is closed.');
  };

  return {
    seal: async (name, plaintext, fingerprint) => {
      const { master } = await (fingerprint === undefined ? keyring.own() : keyring.find(fingerprint));
      mustBeOpen();
      const box = encrypt(master.key, boundTo(name, master.fingerprint), plaintext);
      return { master: master.fingerprint, ...box };
    },

    open: async (name, sealed) => {
      const { master } = await keyring.find(sealed.master);
      mustBeOpen();
      const plaintext = decrypt(master.key, boundTo(name, master.fingerprint), sealed);
      if (plaintext === undefined) {
        throw new OffprintError(
          'integrity',
          `The stored secret ${name} was altered or copied from a different secret, so it was not used. Restore a backup of the database, or delete the secret and enter it again.`,
        );
      }
      return plaintext;
    },

    status: async (masters = []) => {
      const problems: string[] = [];
      let keeper: Keeper | undefined;
      for (const fingerprint of masters) {
        try {
          keeper = (await keyring.find(fingerprint)).keeper;
          if (!keepers.makers.includes(keeper) && keeper !== memoryKeeper) problems.push(replaced(keeper));
        } catch (error) {
          problems.push(asOffprintError(error).message);
        }
      }
      if (!keeper) {
        const place = await keyring.place();
        keeper = place.keeper;
        if (keeper === memoryKeeper && problems.length === 0) problems.push(...place.refusals, HOW_TO_KEEP);
      }
      return {
        provider: keeper.provider,
        persistent: keeper !== memoryKeeper,
        detail: keeper.detail,
        ...(problems.length > 0 && { problem: problems.join(' ') }),
      };
    },

    rotate: async (masters) => {
      const key = await keyring.renew(masters);
      const { fingerprint } = key.master;
      if (masters.every((master) => master === fingerprint)) throw unchangedFile();
      return { master: fingerprint, finish: () => keyring.adopt(key) };
    },

    retry: keyring.retry,

    close: () => {
      closed = true;
      keyring.close();
    },
  };
}

/** The fingerprint has a fixed length, so different pairs give different texts. */
function boundTo(name: string, fingerprint: string): string {
  return `offprint secret ${fingerprint} ${name}`;
}

const HOW_TO_KEEP =
  'To store secrets, set a secret file (OFFPRINT_SECRET_FILE) or a passphrase file (OFFPRINT_PASSPHRASE_FILE), or start Offprint where it can reach a keychain. For a single run, create a secret file (openssl rand -base64 48 > master-key; chmod 600 master-key), set OFFPRINT_SECRET_FILE=master-key for offprint secrets set and for offprint export, and delete the file afterwards.';

function replaced({ detail }: Keeper): string {
  return `${detail} That file has been replaced. Rotate the master key, then remove the OFFPRINT_PREVIOUS_SECRET_FILE setting.`;
}

function unchangedFile(): OffprintError {
  return new OffprintError(
    'usage',
    'The master key comes from the secret file, which has not changed. Put a new secret in a new file. Set OFFPRINT_PREVIOUS_SECRET_FILE to the path of the current file and the secret file setting to the path of the new one, restart Offprint, and then rotate the master key.',
  );
}
