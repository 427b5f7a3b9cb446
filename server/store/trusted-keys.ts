import { OffprintError } from '../errors.ts';
import { now, type Store, transact } from './database.ts';

/** A public key for checking bundle signatures, with facts about its owner. */
export type StoredKey = Readonly<{
  /** base64 of its SubjectPublicKeyInfo (bundles/public-key.ts). */
  publicKey: string;
  /** SHA-256 of the public key, in hex. */
  fingerprint: string;
  name: string;
  /** Whether it is, or was, the key of this installation. */
  isOwn: boolean;
  /** Whether this installation currently signs with it. True for at most one key. */
  signs: boolean;
  /** For an own key: statements of the previous keys, JSON. null for others. */
  handovers: string | null;
  addedAt: string;
  revokedAt: string | null;
  revokedReason: string | null;
}>;

export type NewStoredKey = Pick<StoredKey, 'publicKey' | 'fingerprint' | 'name'>;

type Row = Omit<StoredKey, 'isOwn' | 'signs'> & { isOwn: number; signs: number };

const COLUMNS = `public_key AS publicKey, fingerprint, name, is_own AS isOwn, signs, handovers, added_at AS addedAt,
  revoked_at AS revokedAt, revoked_reason AS revokedReason`;

/** Returns all keys: own keys first, then by name. */
export function listTrustedKeys(store: Store): StoredKey[] {
  const rows = store
    .prepare(`SELECT ${COLUMNS} FROM trusted_keys ORDER BY signs DESC, is_own DESC, name, fingerprint`)
    .all() as Row[];
  return rows.map(fromRow);
}

/** Finds the key that this installation signs with. */
export function findSigningKey(store: Store): StoredKey | undefined {
  const row = store.prepare(`SELECT ${COLUMNS} FROM trusted_keys WHERE signs = 1`).get() as Row | undefined;
  return row && fromRow(row);
}

/** @throws OffprintError `not-found` */
export function requireTrustedKey(store: Store, fingerprint: string): StoredKey {
  const row = store.prepare(`SELECT ${COLUMNS} FROM trusted_keys WHERE fingerprint = ?`).get(fingerprint) as
    | Row
    | undefined;
  if (row) return fromRow(row);
  throw new OffprintError(
    'not-found',
    `There is no trusted key with the fingerprint ${fingerprint}. List the keys with: offprint trust`,
  );
}

/** @throws OffprintError `conflict` if the key is already stored, revoked or not */
export function addTrustedKey(store: Store, key: NewStoredKey): StoredKey {
  return transact(store, () => {
    assertNew(store, key);
    insert(store, key, null);
    return requireTrustedKey(store, key.fingerprint);
  });
}

/**
 * Replaces the key that this installation signs with.
 * @throws OffprintError `conflict` if the current signing key is not the one the caller expects
 */
export function setSigningKey(
  store: Store,
  key: NewStoredKey & Readonly<{ handovers: string }>,
  before: string | null,
): StoredKey {
  return transact(store, () => {
    if ((findSigningKey(store)?.fingerprint ?? null) !== before) {
      throw new OffprintError('conflict', "This installation's key was changed in the meantime. Try again.");
    }
    store.prepare('UPDATE trusted_keys SET signs = 0 WHERE signs = 1').run();
    insert(store, key, key.handovers);
    return requireTrustedKey(store, key.fingerprint);
  });
}

export function renameTrustedKey(store: Store, fingerprint: string, name: string): StoredKey {
  requireTrustedKey(store, fingerprint);
  store.prepare('UPDATE trusted_keys SET name = ? WHERE fingerprint = ?').run(name, fingerprint);
  return requireTrustedKey(store, fingerprint);
}

/** Revokes a key permanently, so that it can no longer sign. @throws OffprintError `not-found` */
export function revokeTrustedKey(store: Store, fingerprint: string, reason: string): StoredKey {
  return transact(store, () => {
    if (requireTrustedKey(store, fingerprint).revokedAt === null) {
      store
        .prepare(
          'UPDATE trusted_keys SET revoked_at = ?, revoked_reason = ?, signs = 0 WHERE fingerprint = ?',
        )
        .run(now(), reason, fingerprint);
    }
    return requireTrustedKey(store, fingerprint);
  });
}

/** @throws OffprintError `not-found`, `conflict` for the key that this installation signs with */
export function removeTrustedKey(store: Store, fingerprint: string): void {
  transact(store, () => {
    if (requireTrustedKey(store, fingerprint).signs) {
      throw new OffprintError(
        'conflict',
        'This installation signs with this key. Rotate the key (offprint trust rotate) or revoke it first.',
      );
    }
    store.prepare('DELETE FROM trusted_keys WHERE fingerprint = ?').run(fingerprint);
  });
}

function assertNew(store: Store, { fingerprint }: NewStoredKey): void {
  const known = listTrustedKeys(store).find((key) => key.fingerprint === fingerprint);
  if (!known) return;
  throw new OffprintError(
    'conflict',
    known.revokedAt === null
      ? `This key is already trusted, as ${known.name}.`
      : `This key, ${known.name}, was revoked on ${known.revokedAt.slice(0, 10)} (${known.revokedReason ?? ''}). To trust it again, remove it first: offprint trust remove ${fingerprint}`,
  );
}

function insert(store: Store, key: NewStoredKey, handovers: string | null): void {
  const isOwn = handovers === null ? 0 : 1;
  store
    .prepare(
      `INSERT INTO trusted_keys (public_key, fingerprint, name, is_own, signs, handovers, added_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(key.publicKey, key.fingerprint, key.name, isOwn, isOwn, handovers, now());
}

function fromRow(row: Row): StoredKey {
  return { ...row, isOwn: row.isOwn === 1, signs: row.signs === 1 };
}

/** Records that this installation no longer has a private key. Its public keys stay. */
export function stopSigning(store: Store): void {
  store.prepare('UPDATE trusted_keys SET signs = 0').run();
}
