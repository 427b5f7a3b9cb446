import { now, type Store } from './database.ts';

/** How long exports stay. One goes when each rule that is set lets it go; with none set all stay. */
export type RetentionRules = Readonly<{
  /** So many completed exports of a project stay; 0: no such rule. */
  keepLast: number;
  /** An export stays for so many days; 0: no such rule. */
  keepDays: number;
}>;

/** The rules of projects that have their own. */
export function projectRules(store: Store): ReadonlyMap<string, RetentionRules> {
  const rows = store
    .prepare(
      'SELECT project_id AS projectId, keep_last AS keepLast, keep_days AS keepDays FROM retention_rules',
    )
    .all() as (RetentionRules & { projectId: string })[];
  return new Map(rows.map(({ projectId, ...rules }) => [projectId, rules]));
}

/** @param rules null: those of all projects hold again */
export function setProjectRules(store: Store, projectId: string, rules: RetentionRules | null): void {
  if (rules === null) {
    store.prepare('DELETE FROM retention_rules WHERE project_id = ?').run(projectId);
    return;
  }
  store
    .prepare('INSERT OR REPLACE INTO retention_rules VALUES (?, ?, ?)')
    .run(projectId, rules.keepLast, rules.keepDays);
}

/** Exports that a person keeps, whatever the rules say. */
export function pinnedJobs(store: Store): string[] {
  return store.prepare('SELECT job_id FROM pins ORDER BY pinned_at').pluck().all() as string[];
}

export function setPinned(store: Store, jobId: string, isPinned: boolean, by: string): void {
  if (isPinned) store.prepare('INSERT OR IGNORE INTO pins VALUES (?, ?, ?)').run(jobId, by, now());
  else store.prepare('DELETE FROM pins WHERE job_id = ?').run(jobId);
}

/** A link to a bundle of the job was handed out, which works until then (ISO 8601). */
export function noteBundleLink(store: Store, jobId: string, expiresAt: string): void {
  store
    .prepare(
      `INSERT INTO bundle_links SELECT id, @expiresAt FROM export_jobs WHERE id = @jobId
       ON CONFLICT (job_id) DO UPDATE SET expires_at = max(expires_at, @expiresAt)`,
    )
    .run({ jobId, expiresAt });
}

/** Until when links to the bundle of a job work (ISO 8601); undefined: there was none. */
export function linkedUntil(store: Store, jobId: string): string | undefined {
  return store.prepare('SELECT expires_at FROM bundle_links WHERE job_id = ?').pluck().get(jobId) as
    | string
    | undefined;
}

/** The jobs to whose bundles there is a link that works at that time. */
export function linkedJobs(store: Store, at: string): ReadonlySet<string> {
  return new Set(
    store.prepare('SELECT job_id FROM bundle_links WHERE expires_at > ?').pluck().all(at) as string[],
  );
}

/** A job as far as rules look at it, with what its archives take on the disk. */
export type RetainedJob = Readonly<{
  id: string;
  projectId: string;
  domain: string;
  version: string | null;
  status: 'queued' | 'running' | 'completed' | 'failed';
  createdAt: string;
  /** Content of its bundle; null: it has none. */
  digest: string | null;
  /** Its bundles in every format, and the deltas from and to them. */
  bytes: number;
}>;

/** Newest first. */
export function retainedJobs(store: Store): RetainedJob[] {
  return store
    .prepare(
      `SELECT id, project_id AS projectId, domain, version, status, created_at AS createdAt,
         (SELECT digest FROM bundles WHERE job_id = id LIMIT 1) AS digest,
         (SELECT coalesce(sum(size_bytes), 0) FROM bundles WHERE job_id = id)
           + (SELECT coalesce(sum(size_bytes), 0) FROM deltas WHERE id IN (job_id, base_job_id)) AS bytes
       FROM export_jobs ORDER BY created_at DESC, id DESC`,
    )
    .all() as RetainedJob[];
}

/** Content of what readers of each target see now. */
export function publishedDigests(store: Store): ReadonlySet<string> {
  const rows = store
    .prepare(
      `SELECT digest FROM publications WHERE status = 'completed' AND digest IS NOT NULL AND ended_at =
         (SELECT max(ended_at) FROM publications other WHERE other.target_id = publications.target_id
          AND other.status = 'completed')`,
    )
    .pluck()
    .all() as string[];
  return new Set(rows);
}

export type OldDelta = Readonly<{
  jobId: string;
  baseJobId: string;
  file: string;
  bytes: number;
  createdAt: string;
}>;

/** Deltas that were made before that time. */
export function deltasBefore(store: Store, at: string): OldDelta[] {
  return store
    .prepare(
      `SELECT job_id AS jobId, base_job_id AS baseJobId, file, size_bytes AS bytes, created_at AS createdAt
       FROM deltas WHERE created_at < ? ORDER BY created_at`,
    )
    .all(at) as OldDelta[];
}

export function removeDelta(store: Store, jobId: string, baseJobId: string): void {
  store.prepare('DELETE FROM deltas WHERE job_id = ? AND base_job_id = ?').run(jobId, baseJobId);
}

export type WaitingBundle = Readonly<{ id: string; source: string; bytes: number; receivedAt: string }>;

/** Received bundles that nobody has decided about and that came before that time. */
export function waitingBefore(store: Store, at: string): WaitingBundle[] {
  return store
    .prepare(
      `SELECT id, source, coalesce(size_bytes, 0) AS bytes, received_at AS receivedAt FROM received
       WHERE status = 'waiting' AND received_at < ? ORDER BY received_at`,
    )
    .all(at) as WaitingBundle[];
}
