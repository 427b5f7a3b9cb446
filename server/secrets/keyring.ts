import { asOffprintError, OffprintError } from '../errors.ts';
import type { MasterKey } from './encryption.ts';
import { type Keeper, memoryKeeper } from './keeper.ts';

/** A master key, the keeper that has it, and why no better keeper could be used. */
export type KeptKey = Readonly<{ keeper: Keeper; master: MasterKey; refusals: readonly string[] }>;

/** Master keys of a data folder, looked up and created in its keepers. */
export type Keyring = Readonly<{
  /** @throws OffprintError `secrets-locked` if the key is not available */
  find: (fingerprint: string) => Promise<KeptKey>;
  /** Returns the key for a first secret and creates it when first requested; in memory if no other keeper works. */
  own: () => Promise<KeptKey>;
  /** Returns where that key is or would be created, and why no better keeper works. Creates nothing. */
  place: () => Promise<Readonly<{ keeper: Keeper; refusals: readonly string[] }>>;
  /**
   * Finds these keys wherever they are and creates a new persistent one, with a keeper that has one of them if
   * possible.
   * @throws OffprintError `secrets-locked`
   */
  renew: (fingerprints: readonly string[]) => Promise<KeptKey>;
  /** Makes this the key for a first secret. */
  adopt: (key: KeptKey) => Promise<void>;
  /** Forgets failures, so that the next call tries again at once. */
  retry: () => void;
  /** Zeroes every key that it returned. */
  close: () => void;
}>;

export type Keepers = Readonly<{
  /** Keepers that may create a new key, best first. */
  makers: readonly Keeper[];
  /** Keepers that are searched for a key. */
  readers: readonly Keeper[];
  /** Keepers that are searched when somebody requests a rotation: a prompt may appear. */
  everyone: readonly Keeper[];
}>;

/**
 * @param retryAfterMs how long a failure is remembered, so that requests do not wait for an unresponsive keychain
 *   again
 */
export function openKeyring({ makers, readers, everyone }: Keepers, retryAfterMs: number): Keyring {
  const held = new Map<string, KeptKey>();
  const searches = new Map<string, Promise<KeptKey>>();
  const checks = new Map<Keeper, Promise<void>>();
  let own: Promise<KeptKey> | undefined;
  let closed = false;

  const close = (): void => {
    closed = true;
    for (const { master } of held.values()) master.key.fill(0);
  };

  const hold = (kept: KeptKey): KeptKey => {
    held.set(kept.master.fingerprint, kept);
    if (closed) close();
    return kept;
  };

  const seek = async (fingerprint: string, keepers: readonly Keeper[]): Promise<KeptKey> => {
    const outcome = await firstOf(keepers, (keeper) => keeper.find(fingerprint));
    if (!outcome.done) throw missing(fingerprint, outcome.refusals);
    return hold({ keeper: outcome.keeper, master: outcome.result, refusals: [] });
  };

  const make = async (keepers: readonly Keeper[]): Promise<KeptKey> => {
    const outcome = await firstOf(keepers, (keeper) => keeper.create());
    if (!outcome.done) throw new OffprintError('secrets-locked', outcome.refusals.join(' '));
    return hold({ keeper: outcome.keeper, master: outcome.result, refusals: outcome.refusals });
  };

  const find = async (fingerprint: string): Promise<KeptKey> =>
    held.get(fingerprint) ?? remember(searches, fingerprint, () => seek(fingerprint, readers), retryAfterMs);

  return {
    find,
    own: () => {
      own ??= make([...makers, memoryKeeper]);
      return own;
    },
    place: async () => {
      if (own) return own;
      const outcome = await firstOf([...makers, memoryKeeper], async (keeper) => {
        await remember(checks, keeper, keeper.check, retryAfterMs);
        return true;
      });
      return outcome.done ? outcome : { keeper: memoryKeeper, refusals: outcome.refusals };
    },
    renew: async (fingerprints) => {
      const present: KeptKey[] = [];
      for (const fingerprint of fingerprints) {
        present.push(await find(fingerprint).catch(() => seek(fingerprint, everyone)));
      }
      const keeper = makers.find((maker) => present.some((key) => key.keeper === maker));
      return make(keeper ? [keeper] : makers);
    },
    adopt: async (key) => {
      own = Promise.resolve(key);
      await key.keeper.keepOnly(key.master.fingerprint);
    },
    retry: () => {
      checks.clear();
      searches.clear();
    },
    close,
  };
}

type Outcome<T> = Readonly<
  | { done: true; keeper: Keeper; result: T; refusals: readonly string[] }
  | { done: false; refusals: readonly string[] }
>;

/** Returns the result of the first keeper for which `work` gives one, and the errors of those before it. */
async function firstOf<T>(
  keepers: readonly Keeper[],
  work: (keeper: Keeper) => Promise<T | undefined>,
): Promise<Outcome<T>> {
  const refusals: string[] = [];
  for (const keeper of keepers) {
    try {
      const result = await work(keeper);
      if (result !== undefined) return { done: true, keeper, result, refusals };
    } catch (error) {
      refusals.push(asOffprintError(error).message);
    }
  }
  return { done: false, refusals };
}

/** Does `work` once per key. A success is remembered forever, a failure for a while. */
function remember<K, T>(
  known: Map<K, Promise<T>>,
  key: K,
  work: () => Promise<T>,
  forgetAfterMs: number,
): Promise<T> {
  const before = known.get(key);
  if (before) return before;
  const outcome = work();
  known.set(key, outcome);
  outcome.catch(() => {
    setTimeout(() => known.get(key) === outcome && known.delete(key), forgetAfterMs).unref();
  });
  return outcome;
}

function missing(fingerprint: string, refusals: readonly string[]): OffprintError {
  return new OffprintError(
    'secrets-locked',
    [
      `The secrets in this data folder are encrypted with the master key ${fingerprint}, which is not available here.`,
      ...refusals,
      'Make the key available again in the place where it was stored: the keychain of the user who stored it, the secret file (OFFPRINT_PREVIOUS_SECRET_FILE can also point to it) or the passphrase file. If the key is lost, delete the secrets and enter them again. Nothing has been deleted.',
    ].join(' '),
  );
}
