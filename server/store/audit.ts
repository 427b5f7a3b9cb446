import { now, type Store } from './database.ts';

/** Who did what to what, and when. */
export type AuditEntry = Readonly<{
  at: string;
  /** The name of an API key, `owner`, or `project setting`; the id of a key where it came from what was received or hosted. */
  by: string;
  /** What was done, in lower case: `key-made`, `project-changed`. */
  action: string;
  /** What it was done to, for people: the name of a key, a target, a bundle. */
  subject: string;
  /** Its identifier: a fingerprint, `tgt_…`, `pub_…`, `rc_…`. */
  id: string;
  detail: Readonly<Record<string, string | null>>;
}>;

export type NewAuditEntry = Omit<AuditEntry, 'at' | 'detail'> & Readonly<{ detail?: AuditEntry['detail'] }>;

/** To be called in the transaction that does it: both or neither. */
export function addAuditEntry(store: Store, { by, action, subject, id, detail = {} }: NewAuditEntry): void {
  store
    .prepare('INSERT INTO audit (at, by, action, subject, id, detail) VALUES (?, ?, ?, ?, ?, ?)')
    .run(now(), by, action, subject, id, JSON.stringify(detail));
}

/** Entries sort by this, and no two have the same. */
type Placed = AuditEntry & Readonly<{ place: string }>;

/** What is asked for; all of it has to hold. */
export type AuditFilter = Readonly<{
  action?: string | undefined;
  /** Names or ids of who did it: any of them. */
  by?: readonly string[] | undefined;
  /** Part of the subject, or the whole identifier. */
  object?: string | undefined;
  /** Times, the first inclusive, the second not. */
  since?: string | undefined;
  until?: string | undefined;
}>;

/** Newest first. @param before `place` of the last one of the page before */
export function pageOfAudit(
  store: Store,
  limit: number,
  before?: string,
  filter: AuditFilter = {},
): Placed[] {
  const { action, by, object, since, until } = filter;
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
       ) WHERE (@before IS NULL OR place < @before) AND (@action IS NULL OR action = @action)
         AND (@by IS NULL OR by IN (SELECT value FROM json_each(@by)))
         AND (@object IS NULL OR id = @object OR instr(lower(subject), lower(@object)) > 0)
         AND (@since IS NULL OR at >= @since) AND (@until IS NULL OR at < @until)
       ORDER BY place DESC LIMIT @limit`,
    )
    .all({
      before: before ?? null,
      limit,
      action: action ?? null,
      by: by ? JSON.stringify(by) : null,
      object: object ?? null,
      since: since ?? null,
      until: until ?? null,
    }) as (Omit<Placed, 'detail'> & { detail: string })[];
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as AuditEntry['detail'] }));
}

const RECEIVED = `json_object('verdict', verification ->> '$.verdict', 'sha256', sha256)`;
