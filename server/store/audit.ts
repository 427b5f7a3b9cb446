import { now, type Store } from './database.ts';

/** An entry of the audit log: who did what to what, and when. */
export type AuditEntry = Readonly<{
  at: string;
  /** Name of an API key, `owner`, or `project setting`. For received and hosted bundles, the id of the key. */
  by: string;
  /** Action in lower case: `key-made`, `project-changed`. */
  action: string;
  /** Display name of the object: the name of a key, a target, a bundle. */
  subject: string;
  /** Id of the object: a fingerprint, `tgt_…`, `pub_…`, `rc_…`. */
  id: string;
  detail: Readonly<Record<string, string | null>>;
}>;

export type NewAuditEntry = Omit<AuditEntry, 'at' | 'detail'> & Readonly<{ detail?: AuditEntry['detail'] }>;

/** Adds an entry. Call this in the transaction of the change, so that both or neither are stored. */
export function addAuditEntry(store: Store, { by, action, subject, id, detail = {} }: NewAuditEntry): void {
  store
    .prepare('INSERT INTO audit (at, by, action, subject, id, detail) VALUES (?, ?, ?, ?, ?, ?)')
    .run(now(), by, action, subject, id, JSON.stringify(detail));
}

/** An entry with its unique sort key. */
type Placed = AuditEntry & Readonly<{ place: string }>;

/** Conditions that must all be true. */
export type AuditFilter = Readonly<{
  action?: string | undefined;
  /** Names or ids of the actors, any of which may match. */
  by?: readonly string[] | undefined;
  /** Part of the subject, or the whole id. */
  object?: string | undefined;
  /** Time range: `since` is inclusive, `until` exclusive. */
  since?: string | undefined;
  until?: string | undefined;
}>;

/** Returns a page of entries, newest first. @param before `place` of the last entry of the previous page */
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
