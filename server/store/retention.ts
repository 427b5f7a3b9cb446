import { now, type Store } from './database.ts';

/** Retention rules. An export is removed if all rules that are set allow it. If none is set, all exports are kept. */
export type RetentionRules = Readonly<{
  /** Number of completed exports of a project to keep. 0: no such rule. */
  keepLast: number;
  /** Number of days to keep an export. 0: no such rule. */
  keepDays: number;
}>;

/** Returns the rules of projects with their own. */
export function projectRules(store: Store): ReadonlyMap<string, RetentionRules> {
  const rows = store
    .prepare(
      'SELECT project_id AS projectId, keep_last AS keepLast, keep_days AS keepDays FROM retention_rules',
    )
    .all() as (RetentionRules & { projectId: string })[];
  return new Map(rows.map(({ projectId, ...rules }) => [projectId, rules]));
}

/** @param rules null: the general rules apply again */
export function setProjectRules(store: Store, projectId: string, rules: RetentionRules | null): void {
  if (rules === null) {
    store.prepare('DELETE FROM retention_rules WHERE project_id = ?').run(projectId);
    return;
  }
  store
    .prepare('INSERT OR REPLACE INTO retention_rules VALUES (?, ?, ?)')
    .run(projectId, rules.keepLast, rules.keepDays);
}

/** Returns exports that a person pinned. The rules do not remove them. */
export function pinnedJobs(store: Store): string[] {
  return store.prepare('SELECT job_id FROM pins ORDER BY pinned_at').pluck().all() as string[];
}

export function setPinned(store: Store, jobId: string, isPinned: boolean, by: string): void {
  if (isPinned) store.prepare('INSERT OR IGNORE INTO pins VALUES (?, ?, ?)').run(jobId, by, now());
  else store.prepare('DELETE FROM pins WHERE job_id = ?').run(jobId);
}

/** Records until when a link to a job's bundle works (ISO 8601). */
export function noteBundleLink(store: Store, jobId: string, expiresAt: string): void {
  store
    .prepare(
      `INSERT INTO bundle_links SELECT id, @expiresAt FROM export_jobs WHERE id = @jobId
       ON CONFLICT (job_id) DO UPDATE SET expires_at = max(expires_at, @expiresAt)`,
    )
    .run({ jobId, expiresAt });
}

/** Returns until when links to a job's bundle work (ISO 8601), or undefined if there were none. */
export function linkedUntil(store: Store, jobId: string): string | undefined {
  return store.prepare('SELECT expires_at FROM bundle_links WHERE job_id = ?').pluck().get(jobId) as
    | string
    | undefined;
}

/** Returns the jobs whose bundles have a link that works at that time. */
export function linkedJobs(store: Store, at: string): ReadonlySet<string> {
  return new Set(
    store.prepare('SELECT job_id FROM bundle_links WHERE expires_at > ?').pluck().all(at) as string[],
  );
}

/** Facts about a job for the rules, with the size of its archives. */
export type RetainedJob = Readonly<{
  id: string;
  projectId: string;
  domain: string;
  version: string | null;
  status: 'queued' | 'running' | 'completed' | 'failed';
  createdAt: string;
  /** Content digest of its bundle. null: it has none. */
  digest: string | null;
  /** Size of its bundles in all formats, and of the deltas from and to them. */
  bytes: number;
}>;

/** Returns all jobs, newest first. */
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

/** Returns the content digests that readers of each target see now. */
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

/** Returns deltas made before a time. */
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

/** Returns received bundles that arrived before a time and still wait for a decision. */
export function waitingBefore(store: Store, at: string): WaitingBundle[] {
  return store
    .prepare(
      `SELECT id, source, coalesce(size_bytes, 0) AS bytes, received_at AS receivedAt FROM received
       WHERE status = 'waiting' AND received_at < ? ORDER BY received_at`,
    )
    .all(at) as WaitingBundle[];
}
