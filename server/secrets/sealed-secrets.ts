import { OffprintError } from '../errors.ts';
import { findSecret, listSecretNames, listSecrets, secretMasters } from '../store/secrets.ts';
import type { Host } from '../writer/host.ts';
import type { Sealed, Vault, VaultStatus } from './vault.ts';

/** The secrets of a data folder: signing keys, credentials of origins, tokens. */
export type SealedSecrets = Readonly<{
  /**
   * @throws OffprintError `secrets-locked` if the secret exists but its master key is not available (it must not be
   *   replaced then); `integrity` if it was altered
   */
  get: (name: string) => Promise<Buffer | undefined>;
  /** @throws OffprintError `secrets-locked` if the stored secrets are sealed with a key that is not available */
  set: (name: string, value: string | Uint8Array) => Promise<void>;
  /** Needs no master key. Returns false if there is no secret of that name. */
  delete: (name: string) => Promise<boolean>;
  /** Needs no master key. Sorted. */
  names: () => string[];
  /** May take up to 10 s, while a keychain waits to be unlocked. */
  status: () => Promise<VaultStatus>;
  /**
   * Seals everything with a new master key, all or nothing.
   * @returns the number of secrets
   * @throws OffprintError `secrets-locked`, `usage`, `conflict`, `integrity`
   */
  rotate: () => Promise<Readonly<{ resealed: number }>>;
  /**
   * Rejects what must not be lost when this process ends, if secrets are kept in memory only.
   * @param what start of the message: 'A key to sign bundles'
   * @throws OffprintError `conflict`
   */
  refuseWithoutPersistence: (what: string) => Promise<void>;
  /** Looks for the master key again, after a keychain was unlocked. */
  retry: () => void;
  /** Zeroes the keys of the vault. */
  close: () => void;
}>;

/**
 * Combines store and vault. Secrets sealed with a memory-only key are kept in memory too: in the store, nobody could
 * open them after this process.
 */
export function sealedSecrets(host: Pick<Host, 'store' | 'command'>, vault: Vault): SealedSecrets {
  const inMemory = new Map<string, Sealed>();
  let last: Promise<unknown> = Promise.resolve();

  /** Runs changes one after another: each chooses its master key by what is already stored. */
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const turn = last.then(change);
    last = turn.catch(() => {});
    return turn;
  };

  const status = (): Promise<VaultStatus> => vault.status(secretMasters(host.store()));

  const put = async (name: string, plaintext: Uint8Array): Promise<void> => {
    const [master] = secretMasters(host.store());
    const sealed = await vault.seal(name, plaintext, master);
    const { persistent } = await vault.status([sealed.master]);
    if (persistent) await host.command('putSecret', { name, ...sealed });
    else inMemory.set(name, sealed);
  };

  const rotate = async (): Promise<{ resealed: number }> => {
    const secrets = listSecrets(host.store());
    if (secrets.length === 0) {
      if (inMemory.size > 0) throw notKept('Rotating the master key');
      return { resealed: 0 };
    }
    const rotation = await vault.rotate(secretMasters(host.store()));
    const resealed = [];
    for (const secret of secrets) {
      const plaintext = await vault.open(secret.name, secret);
      resealed.push({ name: secret.name, ...(await vault.seal(secret.name, plaintext, rotation.master)) });
      plaintext.fill(0);
    }
    // Until this is written, the old key opens everything. If it fails, the new key is never used.
    await host.command('replaceSecrets', resealed);
    await rotation.finish();
    return { resealed: resealed.length };
  };

  return {
    get: async (name) => {
      const sealed = inMemory.get(name) ?? findSecret(host.store(), name);
      return sealed && vault.open(name, sealed);
    },
    set: (name, value) =>
      inTurn(async () => {
        const plaintext = Buffer.from(value);
        try {
          await put(name, plaintext);
        } finally {
          plaintext.fill(0);
        }
      }),
    delete: (name) => inTurn(async () => inMemory.delete(name) || host.command('deleteSecret', name)),
    names: () => [...listSecretNames(host.store()), ...inMemory.keys()].sort(),
    status,
    rotate: () => inTurn(rotate),
    refuseWithoutPersistence: async (what) => {
      const { persistent, problem } = await status();
      if (!persistent) throw notKept(what, problem);
    },
    retry: vault.retry,
    close: vault.close,
  };
}

function notKept(what: string, problem?: string): OffprintError {
  return new OffprintError(
    'conflict',
    [
      `${what} needs a place to store the master key: secrets are kept in memory only, and would be lost when Offprint stops.`,
      ...(problem === undefined ? [] : [problem]),
    ].join(' '),
  );
}
