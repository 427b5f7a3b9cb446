import { randomBytes } from 'node:crypto';
import { OffprintError } from '../errors.ts';
import { now, type Store, statement } from './database.ts';

/** Scopes of keys: `write` includes `read`, `admin` includes both. */
export const keyScopes = ['read', 'write', 'admin'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** An API key as it is stored: only its holder knows the secret. */
export type AdminKey = Readonly<{
  id: string;
  name: string;
  scopes: readonly KeyScope[];
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
}>;

export type NewKey = Pick<AdminKey, 'name' | 'scopes' | 'expiresAt'> &
  Readonly<{
    /** SHA-256 of the key. */
    hash: Uint8Array;
  }>;

type Row = Omit<AdminKey, 'scopes'> & { scopes: string };

const COLUMNS = `id, name, scopes, created_at AS createdAt, last_used_at AS lastUsedAt, expires_at AS expiresAt,
  revoked_at AS revokedAt`;

/** Returns all keys, newest first, including revoked ones. */
export function listKeys(store: Store): AdminKey[] {
  const rows = store.prepare(`SELECT ${COLUMNS} FROM admin_keys ORDER BY created_at DESC, id`).all() as Row[];
  return rows.map(fromRow);
}

function findKey(store: Store, id: string): AdminKey | undefined {
  const row = store.prepare(`SELECT ${COLUMNS} FROM admin_keys WHERE id = ?`).get(id) as Row | undefined;
  return row && fromRow(row);
}

/** @param hash SHA-256 of the caller's key. The timing of a lookup by hash reveals nothing about existing keys */
export function findKeyByHash(store: Store, hash: Uint8Array): AdminKey | undefined {
  const row = statement(store, `SELECT ${COLUMNS} FROM admin_keys WHERE hash = ?`).get(hash) as
    | Row
    | undefined;
  return row && fromRow(row);
}

export function createKey(store: Store, key: NewKey): AdminKey {
  const id = `key_${randomBytes(8).toString('hex')}`;
  store
    .prepare(
      'INSERT INTO admin_keys (id, name, hash, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(id, key.name, Buffer.from(key.hash), JSON.stringify(key.scopes), now(), key.expiresAt);
  return required(store, id);
}

/** Revokes a key permanently. @throws OffprintError `not-found` */
export function revokeKey(store: Store, id: string): AdminKey {
  required(store, id);
  store.prepare('UPDATE admin_keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?').run(now(), id);
  return required(store, id);
}

/** Records a use of a key. */
export function touchKey(store: Store, id: string): void {
  store.prepare('UPDATE admin_keys SET last_used_at = ? WHERE id = ?').run(now(), id);
}

function required(store: Store, id: string): AdminKey {
  const key = findKey(store, id);
  if (!key)
    throw new OffprintError('not-found', `There is no API key ${id}. List the API keys with: offprint keys`);
  return key;
}

function fromRow(row: Row): AdminKey {
  return { ...row, scopes: JSON.parse(row.scopes) as KeyScope[] };
}

/** Returns all columns of all keys, for a backup. `hash` is in hex. */
export function adminKeyRows(store: Store): Record<string, string | null>[] {
  return store
    .prepare(
      `SELECT id, name, lower(hex(hash)) AS hash, scopes, created_at, last_used_at, expires_at, revoked_at FROM admin_keys
       ORDER BY created_at, id`,
    )
    .all() as Record<string, string | null>[];
}

/** Inserts the rows that adminKeyRows returned. */
export function putAdminKeyRows(
  store: Store,
  rows: readonly Readonly<Record<string, string | null>>[],
): void {
  const insert = store.prepare(
    `INSERT INTO admin_keys (id, name, hash, scopes, created_at, last_used_at, expires_at, revoked_at)
     VALUES (@id, @name, unhex(@hash), @scopes, @created_at, @last_used_at, @expires_at, @revoked_at)`,
  );
  for (const row of rows) insert.run(row);
}
