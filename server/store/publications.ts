import { randomBytes } from 'node:crypto';
import { OffprintError } from '../errors.ts';
import { now, type Store, transact } from './database.ts';
import type { Shape } from './targets.ts';

/** Stages of a publication. `done` is the last one. */
export const publicationStages = ['plan', 'transfer', 'verify', 'commit', 'prune', 'done'] as const;
export type PublicationStage = (typeof publicationStages)[number];

export const publicationStatuses = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;
export type PublicationStatus = (typeof publicationStatuses)[number];

/** The published archive, as it was when the publication was requested. */
export type PublicationSource = Readonly<{
  /** Absolute path, or relative to the data folder for the bundle of a job. */
  file: string;
  jobId: string | null;
  /** SHA-256 of the archive. null if it was unknown when the publication was requested. */
  sha256: string | null;
}>;

/** A publication and its outcome. */
export type Publication = Readonly<{
  id: string;
  targetId: string;
  targetName: string;
  /** Display name of the target's location. */
  place: string;
  kind: 'publish' | 'rollback';
  /** Null for a rollback. */
  source: PublicationSource | null;
  shape: Shape;
  keep: number;
  domain: string | null;
  /** Version label on the target. null until it is known. */
  version: string | null;
  /** Content digest. null until it is known. */
  digest: string | null;
  /** Version that readers saw before. null: none, or not known yet. */
  previous: string | null;
  requestedBy: string;
  status: PublicationStatus;
  stage: PublicationStage;
  /** Progress of the stage. */
  doneBytes: number;
  totalBytes: number;
  remainingSeconds: number | null;
  sentFiles: number;
  sentBytes: number;
  /** Files that were already on the target. */
  keptFiles: number;
  /** What the publication is waiting for. */
  note: string | null;
  errorCode: string | null;
  error: string | null;
  createdAt: string;
  updatedAt: string;
  endedAt: string | null;
}>;

export type NewPublication = Pick<
  Publication,
  'targetId' | 'targetName' | 'place' | 'kind' | 'source' | 'shape' | 'keep' | 'version' | 'requestedBy'
>;

/** Fields that a running publication updates. */
export type PublicationChange = Partial<
  Pick<
    Publication,
    | 'domain'
    | 'version'
    | 'digest'
    | 'previous'
    | 'stage'
    | 'doneBytes'
    | 'totalBytes'
    | 'remainingSeconds'
    | 'sentFiles'
    | 'sentBytes'
    | 'keptFiles'
    | 'note'
  >
>;

const COLUMN: Readonly<Record<keyof Publication, string>> = {
  id: 'id',
  targetId: 'target_id',
  targetName: 'target_name',
  place: 'place',
  kind: 'kind',
  source: 'source',
  shape: 'shape',
  keep: 'keep',
  domain: 'domain',
  version: 'version',
  digest: 'digest',
  previous: 'previous',
  requestedBy: 'requested_by',
  status: 'status',
  stage: 'stage',
  doneBytes: 'done_bytes',
  totalBytes: 'total_bytes',
  remainingSeconds: 'remaining_seconds',
  sentFiles: 'sent_files',
  sentBytes: 'sent_bytes',
  keptFiles: 'kept_files',
  note: 'note',
  errorCode: 'error_code',
  error: 'error',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  endedAt: 'ended_at',
};

const COLUMNS = Object.entries(COLUMN)
  .map(([name, column]) => `${column} AS ${name}`)
  .join(', ');

type Row = Omit<Publication, 'source'> & { source: string | null };

export function findPublication(store: Store, id: string): Publication | undefined {
  const row = store.prepare(`SELECT ${COLUMNS} FROM publications WHERE id = ?`).get(id) as Row | undefined;
  return row && fromRow(row);
}

/** @throws OffprintError `not-found` */
export function requirePublication(store: Store, id: string): Publication {
  const found = findPublication(store, id);
  if (found) return found;
  throw new OffprintError(
    'not-found',
    `There is no publication ${id}. List the publications with: offprint publications`,
  );
}

export type PublicationQuery = Readonly<{
  targetId?: string | undefined;
  jobId?: string | undefined;
  limit: number;
}>;

/** Returns publications, newest first. */
export function listPublications(store: Store, { targetId, jobId, limit }: PublicationQuery): Publication[] {
  const rows = store
    .prepare(
      `SELECT ${COLUMNS} FROM publications
       WHERE (@targetId IS NULL OR target_id = @targetId) AND (@jobId IS NULL OR source ->> '$.jobId' = @jobId)
       ORDER BY created_at DESC, rowid DESC LIMIT @limit`,
    )
    .all({ targetId: targetId ?? null, jobId: jobId ?? null, limit }) as Row[];
  return rows.map(fromRow);
}

/** Returns queued and running publications, oldest first. */
export function activePublications(store: Store): Publication[] {
  const rows = store
    .prepare(
      `SELECT ${COLUMNS} FROM publications WHERE status IN ('queued', 'running') ORDER BY created_at, rowid`,
    )
    .all() as Row[];
  return rows.map(fromRow);
}

/** Returns versions whose transfer to a target was started but not completed. */
export function unfinishedVersions(store: Store, targetId: string): string[] {
  return store
    .prepare(
      `SELECT DISTINCT version FROM publications
       WHERE target_id = ? AND kind = 'publish' AND status IN ('failed', 'canceled') AND version IS NOT NULL`,
    )
    .pluck()
    .all(targetId) as string[];
}

/** Whether a publication to a target was ever completed. */
export function hasPublished(store: Store, targetId: string): boolean {
  const sql = `SELECT 1 FROM publications WHERE target_id = ? AND kind = 'publish' AND status = 'completed' LIMIT 1`;
  return store.prepare(sql).get(targetId) !== undefined;
}

export function createPublication(store: Store, publication: NewPublication): Publication {
  const id = `pub_${randomBytes(8).toString('hex')}`;
  const at = now();
  store
    .prepare(
      `INSERT INTO publications (id, target_id, target_name, place, kind, source, shape, keep, version,
         requested_by, status, stage, created_at, updated_at)
       VALUES (@id, @targetId, @targetName, @place, @kind, @source, @shape, @keep, @version, @requestedBy,
         'queued', 'plan', @at, @at)`,
    )
    .run({ ...publication, source: publication.source && JSON.stringify(publication.source), id, at });
  return requirePublication(store, id);
}

export function notePublication(store: Store, id: string, change: PublicationChange): void {
  set(store, id, change);
}

/** Marks a publication as running. Returns false if it has ended meanwhile. */
export function beginPublication(store: Store, id: string): boolean {
  return transact(store, () => {
    const found = findPublication(store, id);
    if (!found || hasEnded(found)) return false;
    set(store, id, { status: 'running', note: null });
    return true;
  });
}

/** Ends a publication, unless it has already ended. */
export function endPublication(
  store: Store,
  id: string,
  status: 'completed' | 'failed' | 'canceled',
  fault?: Readonly<{ code: string; message: string }>,
): void {
  transact(store, () => {
    const found = findPublication(store, id);
    if (!found || hasEnded(found)) return;
    set(store, id, {
      status,
      ...(status === 'completed' && { stage: 'done' }),
      note: null,
      remainingSeconds: null,
      errorCode: fault?.code ?? null,
      error: fault?.message ?? null,
      endedAt: now(),
    });
  });
}

/** Queues a failed or canceled publication again. @throws OffprintError `not-found`, `conflict` */
export function retryPublication(store: Store, id: string): Publication {
  return transact(store, () => {
    const { status } = requirePublication(store, id);
    if (status !== 'failed' && status !== 'canceled') {
      throw new OffprintError(
        'conflict',
        `The publication ${id} is ${status}. Only failed or canceled publications can be continued.`,
      );
    }
    set(store, id, { status: 'queued', errorCode: null, error: null, endedAt: null });
    return requirePublication(store, id);
  });
}

export function hasEnded({ status }: Pick<Publication, 'status'>): boolean {
  return status === 'completed' || status === 'failed' || status === 'canceled';
}

function set(store: Store, id: string, change: Partial<Publication>): void {
  const names = Object.keys(change) as (keyof Publication)[];
  const columns = [...names, 'updatedAt' as const].map((name) => `${COLUMN[name]} = @${name}`);
  store
    .prepare(`UPDATE publications SET ${columns.join(', ')} WHERE id = @id`)
    .run({ ...change, updatedAt: now(), id });
}

function fromRow(row: Row): Publication {
  return { ...row, source: row.source === null ? null : (JSON.parse(row.source) as PublicationSource) };
}
