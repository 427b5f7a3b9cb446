import { now, type Store } from './database.ts';

/** What is written down here, as nothing else keeps it. */
export const noted = [
  'key-made',
  'key-rotated',
  'key-trusted',
  'key-renamed',
  'key-revoked',
  'key-removed',
  'bundle-signed',
  'target-added',
  'target-changed',
  'target-removed',
  'publish-to-set',
  'link-target-set',
  'archive-linked',
  'site-hosted',
  'site-started',
  'site-stopped',
  'site-changed',
  'site-version',
  'site-rolled-back',
  'site-removed',
  'schedule-set',
  'schedule-paused',
  'schedule-resumed',
  'schedule-removed',
  'pruned',
] as const;

/** Read from the histories of publications and of what was received. */
const derived = ['published', 'rolled-back', 'received', 'accepted', 'kept', 'discarded'] as const;

export const auditActions = [...noted, ...derived] as const;
export type AuditAction = (typeof auditActions)[number];

/** Who did what to what, and when. */
export type AuditEntry = Readonly<{
  at: string;
  /** The name of an admin key, `owner`, or `project setting`; the id of a key where it came from what was received. */
  by: string;
  action: AuditAction;
  /** What it was done to, for people: the name of a key, a target, a bundle. */
  subject: string;
  /** Its identifier: a fingerprint, `tgt_…`, `pub_…`, `rc_…`. */
  id: string;
  detail: Readonly<Record<string, string | null>>;
}>;

export type NewAuditEntry = Pick<AuditEntry, 'by' | 'subject' | 'id'> &
  Readonly<{ action: (typeof noted)[number]; detail?: AuditEntry['detail'] }>;

/** To be called in the transaction that does it: both or neither. */
export function addAuditEntry(store: Store, { by, action, subject, id, detail = {} }: NewAuditEntry): void {
  store
    .prepare('INSERT INTO audit (at, by, action, subject, id, detail) VALUES (?, ?, ?, ?, ?, ?)')
    .run(now(), by, action, subject, id, JSON.stringify(detail));
}

/** Entries sort by this, and no two have the same. */
type Placed = AuditEntry & Readonly<{ place: string }>;

/** Newest first. @param before `place` of the last one of the page before */
export function pageOfAudit(store: Store, limit: number, before?: string): Placed[] {
  const rows = store
    .prepare(
      `SELECT at || ' ' || tie || ' ' || action AS place, at, by, action, subject, id, detail FROM (
         SELECT printf('%012d', rowid) AS tie, at, by, action, subject, id, detail FROM audit
         UNION ALL
         SELECT id, created_at, requested_by, iif(kind = 'publish', 'published', 'rolled-back'), target_name, id,
           json_object('domain', domain, 'version', version, 'digest', digest, 'place', place, 'status', status)
           FROM publications
         UNION ALL SELECT id, received_at, received_by, 'received', source, id, ${RECEIVED} FROM received
         UNION ALL SELECT id, accepted_at, accepted_by, 'accepted', source, id,
           json_object('as', accepted_as) FROM received WHERE accepted_at IS NOT NULL
         UNION ALL SELECT id, decided_at, decided_by, status, source, id,
           json_object('jobId', job_id) FROM received WHERE status IN ('kept', 'discarded')
       ) WHERE @before IS NULL OR place < @before ORDER BY place DESC LIMIT @limit`,
    )
    .all({ before: before ?? null, limit }) as (Omit<Placed, 'detail'> & { detail: string })[];
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as AuditEntry['detail'] }));
}

const RECEIVED = `json_object('verdict', verification ->> '$.verdict', 'sha256', sha256)`;
