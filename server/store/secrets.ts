import { OffprintError } from '../errors.ts';
import { now, type Store, transact } from './database.ts';

/** An encrypted secret. Its master key is not in the store (server/secrets/). */
export type StoredSecret = Readonly<{
  name: string;
  /** Fingerprint of the master key. All secrets of a store use the same master key. */
  master: string;
  nonce: Uint8Array;
  ciphertext: Uint8Array;
}>;

/** @throws OffprintError `conflict` if the others use another master key */
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

/** Returns the fingerprints of the master keys in use: none or one. */
export function secretMasters(store: Store): string[] {
  return store.prepare('SELECT DISTINCT master FROM secrets ORDER BY master').pluck().all() as string[];
}

/** @returns false if there is no secret with that name */
export function deleteSecret(store: Store, name: string): boolean {
  return durably(store, () => store.prepare('DELETE FROM secrets WHERE name = ?').run(name).changes > 0);
}

/**
 * Replaces all secrets with newly encrypted ones, or none.
 * @throws OffprintError `conflict` if these are not exactly the stored secrets
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
 * Runs a transaction that is on the disk when this returns: a power cut must not bring back rows whose master key was
 * discarded. In WAL mode, `synchronous = NORMAL` only guarantees that the database stays intact.
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
