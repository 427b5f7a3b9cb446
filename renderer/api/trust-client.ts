import type {
  AuditTrail,
  NewTrustedKey,
  Trust,
  TrustedKey,
  Verification,
} from '../../server/api/wire.types.ts';
import type { Query, Send } from './client.ts';
import { queryOf } from './query.ts';

const TRUST = '/v1/trust';

/** API calls for the signing key, the trusted keys and the audit log. */
export function trustCalls({
  request,
  save,
  get,
}: Pick<Send, 'request' | 'save'> & Readonly<{ get: <T>(path: string, query?: Query) => Promise<T> }>) {
  const key = (fingerprint: string, rest = ''): string => `${TRUST}/keys/${fingerprint}${rest}`;
  return {
    trust: () => get<Trust>(TRUST),
    createSigningKey: () => request<TrustedKey>('POST', `${TRUST}/key`),
    rotateSigningKey: () => request<TrustedKey>('POST', `${TRUST}/key/rotate`),
    trustKey: (body: NewTrustedKey) => request<TrustedKey>('POST', `${TRUST}/keys`, body),
    renameKey: (fingerprint: string, name: string) =>
      request<TrustedKey>('PATCH', key(fingerprint), { name }),
    revokeTrustedKey: (fingerprint: string, reason: string) =>
      request<TrustedKey>('POST', key(fingerprint, '/revoke'), { reason }),
    removeTrustedKey: (fingerprint: string) => request<void>('DELETE', key(fingerprint)),
    audit: (limit: number) => get<AuditTrail>('/v1/audit', { limit }),
    auditLog: (query: Query) => get<AuditTrail>('/v1/audit', query),
    /** Saves all matching entries as a file. */
    saveAuditLog: (format: 'csv' | 'jsonl', query: Query) =>
      save(`/v1/audit${queryOf(query)}`, `audit-log.${format}`, {
        headers: { accept: format === 'csv' ? 'text/csv' : 'application/jsonl' },
      }),
    verify: (path: string) => request<Verification>('POST', `${TRUST}/verifications`, { path }),
  };
}
