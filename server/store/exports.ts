import { randomBytes } from 'node:crypto';
import { OffprintError } from '../errors.ts';
import type { FeaturePolicy } from '../exports/features/policy.ts';
import type { ExportSettings } from '../exports/settings.ts';
import { now, type Store, transact } from './database.ts';
import { addEvent } from './events.ts';

export type JobStatus = 'queued' | 'running' | 'completed' | 'failed';
export type JobPhase = 'acquire' | 'pack' | 'verify' | 'done';
export type Verdict = 'passed' | 'findings' | 'failed';

export type ExportJob = Readonly<{
  id: string;
  projectId: string;
  domain: string;
  version: string | null;
  status: JobStatus;
  phase: JobPhase;
  /** 0 to 100, never falls. */
  progress: number;
  pageCount: number;
  missingCount: number;
  settings: ExportSettings;
  policy: FeaturePolicy;
  errorCode: string | null;
  error: string | null;
  verdict: Verdict | null;
  createdAt: string;
  updatedAt: string;
  startedAt: string | null;
  packedAt: string | null;
  finishedAt: string | null;
  retryOf: string | null;
}>;

const COLUMNS = `id, project_id AS projectId, domain, version, status, phase, progress, page_count AS pageCount,
  missing_count AS missingCount, settings, policy, error_code AS errorCode, error, verdict, created_at AS createdAt,
  updated_at AS updatedAt, started_at AS startedAt, packed_at AS packedAt, finished_at AS finishedAt, retry_of AS retryOf`;

type Row = Omit<ExportJob, 'settings' | 'policy'> & { settings: string; policy: string };

export type NewJob = Pick<ExportJob, 'projectId' | 'domain' | 'version' | 'settings' | 'policy'> & {
  retryOf?: string;
};

export function createJob(store: Store, job: NewJob): ExportJob {
  const id = `se_${randomBytes(8).toString('hex')}`;
  return transact(store, () => {
    const at = now();
    store
      .prepare(
        `INSERT INTO export_jobs (id, project_id, domain, version, status, phase, settings, policy, created_at, updated_at, retry_of)
         VALUES (?, ?, ?, ?, 'queued', 'acquire', ?, ?, ?, ?, ?)`,
      )
      .run(
        id,
        job.projectId,
        job.domain,
        job.version,
        JSON.stringify(job.settings),
        JSON.stringify(job.policy),
        at,
        at,
        job.retryOf ?? null,
      );
    addEvent(store, id, 'queued');
    return requireJob(store, id);
  });
}

export function findJob(store: Store, id: string): ExportJob | undefined {
  const row = store.prepare(`SELECT ${COLUMNS} FROM export_jobs WHERE id = ?`).get(id) as Row | undefined;
  return row && fromRow(row);
}

/** @throws OffprintError `not-found` */
export function requireJob(store: Store, id: string): ExportJob {
  const job = findJob(store, id);
  if (!job)
    throw new OffprintError('not-found', `There is no export job ${id}. List them with: offprint jobs`);
  return job;
}

/** Newest first. */
export function listJobs(store: Store, filter: { projectId?: string; limit?: number } = {}): ExportJob[] {
  const rows = store
    .prepare(
      `SELECT ${COLUMNS} FROM export_jobs WHERE @projectId IS NULL OR project_id = @projectId
       ORDER BY created_at DESC, id LIMIT @limit`,
    )
    .all({ projectId: filter.projectId ?? null, limit: filter.limit ?? 100 }) as Row[];
  return rows.map(fromRow);
}

/** The newest job of a project that was begun and not ended: the one to take up again. */
export function findUnfinishedJob(store: Store, projectId: string): ExportJob | undefined {
  const row = store
    .prepare(
      `SELECT ${COLUMNS} FROM export_jobs WHERE project_id = ? AND status IN ('queued', 'running')
       ORDER BY created_at DESC LIMIT 1`,
    )
    .get(projectId) as Row | undefined;
  return row && fromRow(row);
}

export function startJob(store: Store, id: string): void {
  store
    .prepare(
      `UPDATE export_jobs SET status = 'running', started_at = coalesce(started_at, @at), updated_at = @at
       WHERE id = @id AND status IN ('queued', 'running')`,
    )
    .run({ id, at: now() });
}

export function setPhase(store: Store, id: string, phase: JobPhase): void {
  store.prepare('UPDATE export_jobs SET phase = ?, updated_at = ? WHERE id = ?').run(phase, now(), id);
  addEvent(store, id, 'phase', { phase });
}

/** Progress only rises, whatever is passed (`progress` 0 to 100). */
export function setProgress(store: Store, id: string, progress: number, pageCount: number): void {
  store
    .prepare(
      'UPDATE export_jobs SET progress = max(progress, ?), page_count = max(page_count, ?), updated_at = ? WHERE id = ?',
    )
    .run(Math.min(progress, 100), pageCount, now(), id);
}

export function setPacked(
  store: Store,
  id: string,
  version: string,
  pageCount: number,
  missingCount: number,
): void {
  store
    .prepare(
      'UPDATE export_jobs SET version = ?, page_count = ?, missing_count = ?, packed_at = ?, updated_at = ? WHERE id = ?',
    )
    .run(version, pageCount, missingCount, now(), now(), id);
}

export function completeJob(store: Store, id: string, verdict: Verdict): void {
  transact(store, () => {
    const { changes } = store
      .prepare(
        `UPDATE export_jobs SET status = 'completed', phase = 'done', progress = 100, verdict = @verdict,
         finished_at = @at, updated_at = @at WHERE id = @id AND status = 'running'`,
      )
      .run({ id, verdict, at: now() });
    if (changes > 0) addEvent(store, id, 'completed', { verdict });
  });
}

/** Ends a job that has not ended yet; a job that has keeps its outcome. */
export function failJob(
  store: Store,
  id: string,
  code: string,
  error: string,
  verdict: Verdict | null = null,
): void {
  transact(store, () => {
    const { changes } = store
      .prepare(
        `UPDATE export_jobs SET status = 'failed', error_code = @code, error = @error, verdict = @verdict,
         finished_at = @at, updated_at = @at WHERE id = @id AND status IN ('queued', 'running')`,
      )
      .run({ id, code, error, verdict, at: now() });
    if (changes > 0) addEvent(store, id, 'failed', { code, error });
  });
}

export function deleteJob(store: Store, id: string): void {
  store.prepare('DELETE FROM export_jobs WHERE id = ?').run(id);
}

function fromRow(row: Row): ExportJob {
  return {
    ...row,
    settings: JSON.parse(row.settings) as ExportSettings,
    policy: JSON.parse(row.policy) as FeaturePolicy,
  };
}
