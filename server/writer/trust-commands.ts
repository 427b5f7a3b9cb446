import { addAuditEntry, type NewAuditEntry } from '../store/audit.ts';
import { type Store, transact } from '../store/database.ts';
import {
  addTrustedKey,
  type NewStoredKey,
  removeTrustedKey,
  renameTrustedKey,
  requireTrustedKey,
  revokeTrustedKey,
  type StoredKey,
  setSigningKey,
} from '../store/trusted-keys.ts';

/** Commands that change the list of trusted keys, recorded with who made the change. */
export function trustCommands(store: Store) {
  const audited = (
    by: string,
    action: NewAuditEntry['action'],
    change: () => StoredKey,
    detail: NewAuditEntry['detail'] = {},
  ): StoredKey =>
    transact(store, () => {
      const key = change();
      addAuditEntry(store, { by, action, subject: key.name, id: key.fingerprint, detail });
      return key;
    });
  return {
    addTrustedKey: (key: NewStoredKey, by: string): StoredKey =>
      audited(by, 'key-trusted', () => addTrustedKey(store, key)),
    setSigningKey: (
      key: NewStoredKey & Readonly<{ handovers: string }>,
      before: string | null,
      by: string,
    ): StoredKey =>
      audited(by, before === null ? 'key-made' : 'key-rotated', () => setSigningKey(store, key, before), {
        before,
      }),
    renameTrustedKey: (fingerprint: string, name: string, by: string): StoredKey =>
      transact(store, () => {
        const before = requireTrustedKey(store, fingerprint).name;
        return audited(by, 'key-renamed', () => renameTrustedKey(store, fingerprint, name), { before });
      }),
    revokeTrustedKey: (fingerprint: string, reason: string, by: string): StoredKey =>
      audited(by, 'key-revoked', () => revokeTrustedKey(store, fingerprint, reason), { reason }),
    removeTrustedKey: (fingerprint: string, by: string): void => {
      audited(by, 'key-removed', () => {
        const key = requireTrustedKey(store, fingerprint);
        removeTrustedKey(store, fingerprint);
        return key;
      });
    },
    addAuditEntry: (entry: NewAuditEntry): void => addAuditEntry(store, entry),
  };
}
