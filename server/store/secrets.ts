import { OffprintError } from '../errors.ts';
import { now, type Store, transact } from './database.ts';

/** A secret as it is stored: sealed. What opens it is not in the store (server/secrets/). */
export type StoredSecret = Readonly<{
  name: string;
  /** Fingerprint of the master key that seals it. All secrets of a store are sealed with the same. */
  master: string;
  nonce: Uint8Array;
  ciphertext: Uint8Array;
}>;

/** @throws OffprintError `conflict` when the others are sealed with another master key */
export function putSecret(store: Store, secret: StoredSecret): void {
  durably(store, () => {
    const other = secretMasters(store).find((master) => master !== secret.master);
    if (other !== undefined) {
      throw new OffprintError(
        'conflict',
        `The other secrets in this data folder are encrypted with the master key ${other}, so ${secret.name} cannot be added with a different key. Rotate the master key first.`,
      );
    }
    insert(store, secret);
  });
}

export function findSecret(store: Store, name: string): StoredSecret | undefined {
  return store.prepare('SELECT name, master, nonce, ciphertext FROM secrets WHERE name = ?').get(name) as
    | StoredSecret
    | undefined;
}

/** Sorted by name. */
export function listSecrets(store: Store): StoredSecret[] {
  return store
    .prepare('SELECT name, master, nonce, ciphertext FROM secrets ORDER BY name')
    .all() as StoredSecret[];
}

export function listSecretNames(store: Store): string[] {
  return store.prepare('SELECT name FROM secrets ORDER BY name').pluck().all() as string[];
}

/** Fingerprints of the master keys that seal what is stored: none or one. */
export function secretMasters(store: Store): string[] {
  return store.prepare('SELECT DISTINCT master FROM secrets ORDER BY master').pluck().all() as string[];
}

/** False when there is none of that name. */
export function deleteSecret(store: Store, name: string): boolean {
  return durably(store, () => store.prepare('DELETE FROM secrets WHERE name = ?').run(name).changes > 0);
}

/**
 * Puts every secret's newly sealed form in its place, all or none.
 * @throws OffprintError `conflict` when these are not exactly the secrets that are stored
 */
export function replaceSecrets(store: Store, secrets: readonly StoredSecret[]): void {
  durably(store, () => {
    const names = new Set(secrets.map(({ name }) => name));
    const stored = listSecretNames(store);
    if (names.size !== stored.length || !stored.every((name) => names.has(name))) {
      throw new OffprintError(
        'conflict',
        'The secrets changed while the master key was being rotated. Nothing was replaced. Rotate the master key again.',
      );
    }
    for (const secret of secrets) insert(store, secret);
  });
}

function insert(store: Store, { name, master, nonce, ciphertext }: StoredSecret): void {
  store
    .prepare(
      `INSERT INTO secrets (name, master, nonce, ciphertext, updated_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET master = excluded.master, nonce = excluded.nonce,
         ciphertext = excluded.ciphertext, updated_at = excluded.updated_at`,
    )
    .run(name, master, nonce, ciphertext, now());
}

/**
 * One transaction that is on the disk when this returns: a power cut must not bring back rows whose master key has
 * been given up. In WAL mode `synchronous = NORMAL` promises only that the database stays whole.
 * https://sqlite.org/pragma.html#pragma_synchronous
 */
function durably<T>(store: Store, work: () => T): T {
  store.pragma('synchronous = FULL');
  try {
    return transact(store, work);
  } finally {
    store.pragma('synchronous = NORMAL');
  }
}
