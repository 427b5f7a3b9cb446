import { randomBytes } from 'node:crypto';
import { OffprintError } from '../errors.ts';
import { now, type Store, transact } from './database.ts';
import type { Shape } from './targets.ts';

/** What a publication is at. `done` is the end. */
export const publicationStages = ['plan', 'transfer', 'verify', 'commit', 'prune', 'done'] as const;
export type PublicationStage = (typeof publicationStages)[number];

export const publicationStatuses = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;
export type PublicationStatus = (typeof publicationStatuses)[number];

/** The archive that is published, as it was when that was asked for. */
export type PublicationSource = Readonly<{
  /** Absolute, or relative to the data folder where it is the bundle of a job. */
  file: string;
  jobId: string | null;
  /** Of the archive; null where it was not known when the publication was asked for. */
  sha256: string | null;
}>;

/** Who put what where, and what came of it. */
export type Publication = Readonly<{
  id: string;
  targetId: string;
  targetName: string;
  /** Of the target, for people. */
  place: string;
  kind: 'publish' | 'rollback';
  /** Null for a rollback. */
  source: PublicationSource | null;
  shape: Shape;
  keep: number;
  domain: string | null;
  /** Label under which it is there; null until it is known. */
  version: string | null;
  /** Names the content; null until it is known. */
  digest: string | null;
  /** The version that readers saw before; null: none, or not known yet. */
  previous: string | null;
  requestedBy: string;
  status: PublicationStatus;
  stage: PublicationStage;
  /** Of the stage. */
  doneBytes: number;
  totalBytes: number;
  remainingSeconds: number | null;
  sentFiles: number;
  sentBytes: number;
  /** Files that the target had already. */
  keptFiles: number;
  /** What it waits for. */
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

/** What a running publication writes down about itself. */
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

/** Newest first. */
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

/** Those that wait or run, oldest first. */
export function activePublications(store: Store): Publication[] {
  const rows = store
    .prepare(
      `SELECT ${COLUMNS} FROM publications WHERE status IN ('queued', 'running') ORDER BY created_at, rowid`,
    )
    .all() as Row[];
  return rows.map(fromRow);
}

/** Versions that earlier publications began to bring to a target and did not complete. */
export function unfinishedVersions(store: Store, targetId: string): string[] {
  return store
    .prepare(
      `SELECT DISTINCT version FROM publications
       WHERE target_id = ? AND kind = 'publish' AND status IN ('failed', 'canceled') AND version IS NOT NULL`,
    )
    .pluck()
    .all(targetId) as string[];
}

/** Something was brought to a target before. */
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

/** It runs, or runs again. False when it has ended meanwhile. */
export function beginPublication(store: Store, id: string): boolean {
  return transact(store, () => {
    const found = findPublication(store, id);
    if (!found || hasEnded(found)) return false;
    set(store, id, { status: 'running', note: null });
    return true;
  });
}

/** Nothing happens to one that has ended. */
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

/** One that has failed or was canceled goes on. @throws OffprintError `not-found`, `conflict` */
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
