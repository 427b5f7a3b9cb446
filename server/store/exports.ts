import { randomBytes } from 'node:crypto';
import { OffprintError } from '../errors.ts';
import type { FeaturePolicy } from '../exports/features/feature-policy.ts';
import type { FolderFacts } from '../exports/origin/folder-base-path.ts';
import type { SiteFacts } from '../exports/origin/live-survey.ts';
import type { ExportSettings } from '../exports/settings/settings.ts';
import type { RouterFacts } from '../exports/site/site.ts';
import { now, type Store, statement, transact } from './database.ts';
import { addEvent, listEvents } from './events.ts';

export const jobStatuses = ['queued', 'running', 'completed', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];
export const jobPhases = ['acquire', 'pack', 'verify', 'done'] as const;
export type JobPhase = (typeof jobPhases)[number];
export const verdicts = ['passed', 'findings', 'failed'] as const;
export type Verdict = (typeof verdicts)[number];

export type ExportJob = Readonly<{
  id: string;
  projectId: string;
  domain: string;
  version: string | null;
  status: JobStatus;
  phase: JobPhase;
  /** 0 to 100. Never decreases. */
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
  /** Stays queued until it is resumed. */
  paused: boolean;
  /** Reuses nothing from earlier exports. */
  fresh: boolean;
  /** Why Offprint paused the job. null if a person did, or if it is not paused. */
  pauseReason: string | null;
  /** Facts about the site, found at the start. */
  site: SiteFacts | FolderFacts | null;
  /** Facts about the router in its pages, if a browser opened them. */
  routes: RouterFacts | null;
  /**
   * Key of the inputs that determine how content is parsed (exports/reuse/reuse-candidates.ts). null if the results are
   * not kept.
   */
  ingestKey: string | null;
  /** Size of the exported archive. null until it exists. */
  bundleBytes: number | null;
}>;

/** State of a job for lists and polling, without its inputs. */
export type JobSummary = Omit<ExportJob, 'settings' | 'policy' | 'site' | 'routes' | 'ingestKey'>;

const SUMMARY = `id, project_id AS projectId, domain, version, status, phase, progress, page_count AS pageCount,
  missing_count AS missingCount, error_code AS errorCode, error, verdict, created_at AS createdAt,
  updated_at AS updatedAt, started_at AS startedAt, packed_at AS packedAt, finished_at AS finishedAt, retry_of AS retryOf,
  paused, pause_reason AS pauseReason, fresh,
  (SELECT size_bytes FROM bundles WHERE job_id = id ORDER BY created_at LIMIT 1) AS bundleBytes`;
const COLUMNS = `${SUMMARY}, settings, policy, site, routes, ingest_key AS ingestKey`;

type SummaryRow = Omit<JobSummary, 'paused' | 'fresh'> & { paused: number; fresh: number };
type Row = SummaryRow & {
  settings: string;
  policy: string;
  site: string | null;
  routes: string | null;
  ingestKey: string | null;
};

export type NewJob = Pick<ExportJob, 'projectId' | 'domain' | 'version' | 'settings' | 'policy'> & {
  retryOf?: string;
  fresh?: boolean;
};

/** @throws OffprintError `not-found` if the project does not exist */
export function createJob(store: Store, job: NewJob): ExportJob {
  const id = `se_${randomBytes(8).toString('hex')}`;
  return transact(store, () => {
    if (store.prepare('SELECT 1 FROM projects WHERE id = ?').get(job.projectId) === undefined) {
      throw new OffprintError('not-found', `The project for ${job.domain} was deleted in the meantime.`);
    }
    const at = now();
    store
      .prepare(
        `INSERT INTO export_jobs (id, project_id, domain, version, status, phase, settings, policy, created_at, updated_at, retry_of, fresh)
         VALUES (?, ?, ?, ?, 'queued', 'acquire', ?, ?, ?, ?, ?, ?)`,
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
        job.fresh ? 1 : 0,
      );
    addEvent(store, id, 'queued');
    return requireJob(store, id);
  });
}

export type ReceivedJob = Pick<
  ExportJob,
  'id' | 'projectId' | 'domain' | 'settings' | 'policy' | 'pageCount' | 'missingCount'
> &
  Readonly<{ version: string }>;

/**
 * Adds a completed job for a bundle made elsewhere. It never ran here, so it has no verdict.
 * @param detail of its event
 */
export function addReceivedJob(store: Store, job: ReceivedJob, detail: unknown): void {
  store
    .prepare(
      `INSERT INTO export_jobs (id, project_id, domain, version, status, phase, progress, page_count, missing_count, settings,
         policy, created_at, updated_at, finished_at)
       VALUES (@id, @projectId, @domain, @version, 'completed', 'done', 100, @pageCount, @missingCount, @settings, @policy,
         @at, @at, @at)`,
    )
    .run({
      ...job,
      settings: JSON.stringify(job.settings),
      policy: JSON.stringify(job.policy),
      at: now(),
    });
  addEvent(store, job.id, 'received', detail);
}

export function findJob(store: Store, id: string): ExportJob | undefined {
  const row = store.prepare(`SELECT ${COLUMNS} FROM export_jobs WHERE id = ?`).get(id) as Row | undefined;
  return row && fromRow(row);
}

export function findJobSummary(store: Store, id: string): JobSummary | undefined {
  const row = statement(store, `SELECT ${SUMMARY} FROM export_jobs WHERE id = ?`).get(id) as
    | SummaryRow
    | undefined;
  return row && summaryFromRow(row);
}

/** @throws OffprintError `not-found` */
export function requireJob(store: Store, id: string): ExportJob {
  const job = findJob(store, id);
  if (!job)
    throw new OffprintError(
      'not-found',
      `There is no export job ${id}. List the export jobs with: offprint jobs`,
    );
  return job;
}

/** Sort orders for lists of jobs. `-` means descending. */
export const jobSorts = [
  '-createdAt',
  'createdAt',
  '-updatedAt',
  'updatedAt',
  'domain',
  '-domain',
  'pageCount',
  '-pageCount',
] as const;
export type JobSort = (typeof jobSorts)[number];

/** Column for each sort field of a job. */
const SORT_COLUMNS = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  domain: 'domain',
  pageCount: 'page_count',
} as const;

/** Returns the field of a job that an order sorts by. */
export function sortField(sort: JobSort): keyof typeof SORT_COLUMNS {
  return sort.replace('-', '') as keyof typeof SORT_COLUMNS;
}

export type JobFilter = Readonly<{
  status?: JobStatus | undefined;
  domain?: string | undefined;
  projectId?: string | undefined;
  /** Text in the domain, the version, the id or the project's name, ignoring case. */
  search?: string | undefined;
}>;

export type JobQuery = JobFilter &
  Readonly<{
    sort: JobSort;
    /** Last job of the previous page: the value of its sort field, and its id. */
    after?: Readonly<{ key: string | number; id: string }> | undefined;
    /** Number of jobs to skip. */
    offset?: number | undefined;
    limit: number;
  }>;

/**
 * Returns a page of jobs. Sorting by time, which programs use for paging, has indexes (migrations.ts); other orders
 * sort all rows.
 */
export function pageOfJobs(store: Store, query: JobQuery): JobSummary[] {
  const descending = query.sort.startsWith('-');
  const column = SORT_COLUMNS[sortField(query.sort)];
  const direction = descending ? 'DESC' : 'ASC';
  const { where, values } = conditionsOf(
    query,
    query.after && `(${column}, id) ${descending ? '<' : '>'} (@key, @id)`,
  );
  const rows = statement(
    store,
    `SELECT ${SUMMARY} FROM export_jobs ${where} ORDER BY ${column} ${direction}, id ${direction}
     LIMIT @limit OFFSET @offset`,
  ).all({
    ...values,
    key: query.after?.key,
    id: query.after?.id,
    limit: query.limit,
    offset: query.offset ?? 0,
  }) as SummaryRow[];
  return rows.map(summaryFromRow);
}

/** Returns the number of jobs by status, ignoring the filter's own status. */
export function countJobs(store: Store, filter: JobFilter): Readonly<Record<JobStatus, number>> {
  const { where, values } = conditionsOf({ ...filter, status: undefined });
  const rows = store
    .prepare(`SELECT status, count(*) AS count FROM export_jobs ${where} GROUP BY status`)
    .all(values) as { status: JobStatus; count: number }[];
  const counts = { queued: 0, running: 0, completed: 0, failed: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}

function conditionsOf(
  { status, domain, projectId, search }: JobFilter,
  more?: string,
): { where: string; values: Record<string, unknown> } {
  const conditions = [
    status !== undefined && 'status = @status',
    domain !== undefined && 'domain = @domain',
    projectId !== undefined && 'project_id = @projectId',
    search !== undefined &&
      search !== '' &&
      `(domain LIKE @like ESCAPE '\\' OR version LIKE @like ESCAPE '\\' OR id LIKE @like ESCAPE '\\'
        OR project_id IN (SELECT projects.id FROM projects WHERE name LIKE @like ESCAPE '\\'))`,
    more,
  ].filter((condition) => typeof condition === 'string');
  return {
    where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '',
    values: { status, domain, projectId, like: `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%` },
  };
}

/** Returns the number of queued and running jobs. */
export function jobCounts(store: Store): Readonly<Record<'queued' | 'running', number>> {
  const count = store.prepare('SELECT count(*) FROM export_jobs WHERE status = ?').pluck();
  return { queued: Number(count.get('queued')), running: Number(count.get('running')) };
}

/** Queues the jobs again that were running when the last process ended. */
export function requeueInterrupted(store: Store): void {
  store
    .prepare("UPDATE export_jobs SET status = 'queued', updated_at = ? WHERE status = 'running'")
    .run(now());
}

/** @throws OffprintError `not-found`; `conflict` if the job has ended */
export function pauseJob(store: Store, id: string, reason: string | null = null): ExportJob {
  return transact(store, () => {
    requireUnended(store, id, 'paused');
    const { changes } = store
      .prepare(
        `UPDATE export_jobs SET paused = 1, pause_reason = @reason, status = 'queued', updated_at = @at
         WHERE id = @id AND (paused = 0 OR status = 'running')`,
      )
      .run({ id, reason, at: now() });
    if (changes > 0) addEvent(store, id, 'paused', reason === null ? {} : { reason });
    return requireJob(store, id);
  });
}

/** @throws OffprintError `not-found`; `conflict` if the job has ended */
export function resumeJob(store: Store, id: string): ExportJob {
  return transact(store, () => {
    requireUnended(store, id, 'resumed');
    const { changes } = store
      .prepare(
        'UPDATE export_jobs SET paused = 0, pause_reason = NULL, updated_at = @at WHERE id = @id AND paused = 1',
      )
      .run({ id, at: now() });
    if (changes > 0) addEvent(store, id, 'resumed');
    return requireJob(store, id);
  });
}

function requireUnended(store: Store, id: string, done: string): void {
  const { status } = requireJob(store, id);
  if (status === 'completed' || status === 'failed') {
    throw new OffprintError(
      'conflict',
      `The job ${id} has already ended (${status}), so it cannot be ${done}.`,
    );
  }
}

/** Returns the jobs of a project that have not ended and so can be continued, newest first. */
export function unfinishedJobs(store: Store, projectId: string): ExportJob[] {
  const rows = store
    .prepare(
      `SELECT ${COLUMNS} FROM export_jobs WHERE project_id = ? AND status IN ('queued', 'running')
       ORDER BY created_at DESC`,
    )
    .all(projectId) as Row[];
  return rows.map(fromRow);
}

/** Finds the newest other completed job of the same project. */
export function findLastCompletedJob(store: Store, job: ExportJob): ExportJob | undefined {
  const row = store
    .prepare(
      `SELECT ${COLUMNS} FROM export_jobs WHERE project_id = ? AND id <> ? AND status = 'completed'
       ORDER BY created_at DESC LIMIT 1`,
    )
    .get(job.projectId, job.id) as Row | undefined;
  return row && fromRow(row);
}

/** Finds the newest completed job of a project. */
export function findLastCompletedOf(store: Store, projectId: string): string | undefined {
  return store
    .prepare(
      `SELECT id FROM export_jobs WHERE project_id = ? AND status = 'completed' ORDER BY created_at DESC LIMIT 1`,
    )
    .pluck()
    .get(projectId) as string | undefined;
}

/** Finds the newest completed job of the same project that was created before this one. */
export function findLastCompletedBefore(store: Store, job: ExportJob): ExportJob | undefined {
  const row = store
    .prepare(
      `SELECT ${COLUMNS} FROM export_jobs WHERE project_id = @projectId AND status = 'completed'
       AND (created_at, id) < (@createdAt, @id) ORDER BY created_at DESC, id DESC LIMIT 1`,
    )
    .get({ projectId: job.projectId, createdAt: job.createdAt, id: job.id }) as Row | undefined;
  return row && fromRow(row);
}

/**
 * Returns the duration of each phase of an ended job in ms. Undefined if it was interrupted, which makes the times
 * meaningless.
 */
export function phaseDurations(
  store: Store,
  { id, startedAt, finishedAt }: ExportJob,
): Readonly<{ acquire: number; pack: number; verify: number }> | undefined {
  if (startedAt === null || finishedAt === null) return undefined;
  const events = listEvents(store, id);
  if (events.some(({ kind }) => kind === 'paused' || kind === 'resumed')) return undefined;
  const begins = (phase: string): number | undefined => {
    const event = events.find(
      ({ kind, detail }) => kind === 'phase' && (detail as { phase?: string }).phase === phase,
    );
    return event && Date.parse(event.at);
  };
  const [packed, verified] = [begins('pack'), begins('verify')];
  if (packed === undefined || verified === undefined) return undefined;
  return {
    acquire: packed - Date.parse(startedAt),
    pack: verified - packed,
    verify: Date.parse(finishedAt) - verified,
  };
}

/** Returns the other ended jobs of a project with results that later jobs can reuse. */
export function jobsWithRemains(store: Store, job: ExportJob): string[] {
  return store
    .prepare(
      `SELECT id FROM export_jobs WHERE project_id = ? AND id <> ? AND status IN ('completed', 'failed')
       AND ingest_key IS NOT NULL`,
    )
    .pluck()
    .all(job.projectId, job.id) as string[];
}

/** Returns the digest of the listing that a job's frontier matches. */
export function seededListing(store: Store, id: string): string | null {
  return store.prepare('SELECT listing FROM export_jobs WHERE id = ?').pluck().get(id) as string | null;
}

export function setSeededListing(store: Store, id: string, digest: string): void {
  store.prepare('UPDATE export_jobs SET listing = ? WHERE id = ?').run(digest, id);
}

export function setRoutes(store: Store, id: string, routes: RouterFacts | null): void {
  const text = routes && JSON.stringify(routes);
  store.prepare('UPDATE export_jobs SET routes = ? WHERE id = ?').run(text, id);
}

export function setSite(store: Store, id: string, site: SiteFacts | FolderFacts): void {
  store.prepare('UPDATE export_jobs SET site = ? WHERE id = ?').run(JSON.stringify(site), id);
}

export function setIngestKey(store: Store, id: string, key: string | null): void {
  store.prepare('UPDATE export_jobs SET ingest_key = ? WHERE id = ?').run(key, id);
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

/** Raises the progress (0 to 100) and the page count. Never lowers them, and never changes a job that has ended. */
export function setProgress(store: Store, id: string, progress: number, pageCount: number): void {
  store
    .prepare(
      `UPDATE export_jobs SET progress = max(progress, ?), page_count = max(page_count, ?), updated_at = ?
       WHERE id = ? AND status IN ('queued', 'running')`,
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

/**
 * Completes a running job. A job that has ended keeps its outcome.
 * @param before additional writes in the same transaction
 */
export function completeJob(store: Store, id: string, verdict: Verdict, before: () => void = () => {}): void {
  transact(store, () => {
    const { changes } = store
      .prepare(
        `UPDATE export_jobs SET status = 'completed', phase = 'done', progress = 100, verdict = @verdict,
         finished_at = @at, updated_at = @at WHERE id = @id AND status = 'running'`,
      )
      .run({ id, verdict, at: now() });
    if (changes === 0) return;
    before();
    addEvent(store, id, 'completed', { verdict });
  });
}

/** Ends a job as failed. A job that has ended keeps its outcome. */
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
         paused = 0, finished_at = @at, updated_at = @at WHERE id = @id AND status IN ('queued', 'running')`,
      )
      .run({ id, code, error, verdict, at: now() });
    if (changes > 0) addEvent(store, id, 'failed', { code, error });
  });
}

/** Keeps a job from starting while it is being deleted. */
export function withdrawJob(store: Store, id: string): void {
  store.prepare('UPDATE export_jobs SET paused = 1 WHERE id = ?').run(id);
}

export function deleteJob(store: Store, id: string): void {
  store.prepare('DELETE FROM export_jobs WHERE id = ?').run(id);
}

function summaryFromRow(row: SummaryRow): JobSummary {
  return { ...row, paused: row.paused === 1, fresh: row.fresh === 1 };
}

function fromRow(row: Row): ExportJob {
  return {
    ...row,
    settings: JSON.parse(row.settings) as ExportSettings,
    policy: JSON.parse(row.policy) as FeaturePolicy,
    paused: row.paused === 1,
    fresh: row.fresh === 1,
    site: row.site === null ? null : (JSON.parse(row.site) as SiteFacts | FolderFacts),
    routes: row.routes === null ? null : (JSON.parse(row.routes) as RouterFacts),
  };
}
