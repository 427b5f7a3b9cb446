import { randomBytes } from 'node:crypto';
import type { DeltaHeader } from '../bundles/delta.ts';
import type { Verification } from '../bundles/verification.ts';
import { OffprintError } from '../errors.ts';
import type { Bundle, BundleFormat } from './bundles.ts';
import { now, type Store } from './database.ts';

/**
 * State of a received bundle: `waiting` for a decision, `kept` as a version of a project, `discarded`, or `refused`
 * because it is altered or incomplete.
 */
export const receivedStatuses = ['waiting', 'kept', 'discarded', 'refused'] as const;
export type ReceivedStatus = (typeof receivedStatuses)[number];

/** Verdicts despite which a person may accept a bundle. */
export const acceptableVerdicts = ['unsigned', 'unknown-signer'] as const;
export type AcceptableVerdict = (typeof acceptableVerdicts)[number];

/** A bundle that was made elsewhere. */
export type Received = Readonly<{
  /** `rc_` and 16 hex digits. */
  id: string;
  status: ReceivedStatus;
  /** Path of the source, or name of the uploaded file. */
  source: string;
  /** `owner`, or the id of an API key. */
  receivedBy: string;
  receivedAt: string;
  /** Verification at receipt. bundles/verification.ts judges it again. */
  verification: Verification;
  /** Header of the delta that it was made with. */
  delta: DeltaHeader | null;
  /** null if it was refused, because then there is no file. */
  format: BundleFormat | null;
  sizeBytes: number | null;
  sha256: string | null;
  acceptedAs: AcceptableVerdict | null;
  acceptedBy: string | null;
  acceptedAt: string | null;
  /** Who kept or discarded it. */
  decidedBy: string | null;
  decidedAt: string | null;
  /** Job of a kept bundle. null if that job was deleted. */
  jobId: string | null;
}>;

export type NewReceived = Pick<
  Received,
  | 'id'
  | 'status'
  | 'source'
  | 'receivedBy'
  | 'receivedAt'
  | 'verification'
  | 'delta'
  | 'format'
  | 'sizeBytes'
  | 'sha256'
>;

type Row = Omit<Received, 'verification' | 'delta'> & { verification: string; delta: string | null };

const COLUMNS = `id, status, source, received_by AS receivedBy, received_at AS receivedAt, verification, delta, format,
  size_bytes AS sizeBytes, sha256, accepted_as AS acceptedAs, accepted_by AS acceptedBy, accepted_at AS acceptedAt,
  decided_by AS decidedBy, decided_at AS decidedAt, job_id AS jobId`;

export function newReceivedId(): string {
  return `rc_${randomBytes(8).toString('hex')}`;
}

/** Records a received bundle. @returns the existing one if the same archive was received before */
export function addReceived(store: Store, received: NewReceived): Received {
  const twin = received.sha256 === null ? undefined : findReceivedTwin(store, received.sha256);
  if (twin) return twin;
  const { verification, delta, ...facts } = received;
  store
    .prepare(
      `INSERT INTO received (id, status, source, received_by, received_at, verification, delta, format, size_bytes, sha256)
       VALUES (@id, @status, @source, @receivedBy, @receivedAt, @verification, @delta, @format, @sizeBytes, @sha256)`,
    )
    .run({ ...facts, verification: JSON.stringify(verification), delta: delta && JSON.stringify(delta) });
  return requireReceived(store, received.id);
}

export function findReceived(store: Store, id: string): Received | undefined {
  const row = store.prepare(`SELECT ${COLUMNS} FROM received WHERE id = ?`).get(id) as Row | undefined;
  return row && fromRow(row);
}

/** @throws OffprintError `not-found` */
export function requireReceived(store: Store, id: string): Received {
  const found = findReceived(store, id);
  if (found) return found;
  throw new OffprintError(
    'not-found',
    `There is no received bundle ${id}. List the received bundles with: offprint received`,
  );
}

/** Returns a page of received bundles, newest first. @param after the last one of the previous page */
export function pageOfReceived(
  store: Store,
  limit: number,
  after?: Readonly<{ at: string; id: string }>,
): Received[] {
  const rows = store
    .prepare(
      `SELECT ${COLUMNS} FROM received WHERE @at IS NULL OR (received_at, id) < (@at, @id)
       ORDER BY received_at DESC, id DESC LIMIT @limit`,
    )
    .all({ at: after?.at ?? null, id: after?.id ?? null, limit }) as Row[];
  return rows.map(fromRow);
}

/** Finds an earlier receipt of the same archive that is still waiting or kept. */
export function findReceivedTwin(store: Store, sha256: string): Received | undefined {
  const row = store
    .prepare(
      `SELECT ${COLUMNS} FROM received WHERE sha256 = ?
       AND (status = 'waiting' OR (status = 'kept' AND job_id IS NOT NULL)) ORDER BY received_at LIMIT 1`,
    )
    .get(sha256) as Row | undefined;
  return row && fromRow(row);
}

/** Finds the receipt of a job's bundle. Undefined if it was exported here. */
export function findReceivedOfJob(store: Store, jobId: string): Received | undefined {
  const row = store
    .prepare(`SELECT ${COLUMNS} FROM received WHERE job_id = ? ORDER BY received_at LIMIT 1`)
    .get(jobId) as Row | undefined;
  return row && fromRow(row);
}

/**
 * Finds bundles that may be the base of a delta: those with the same archive first, then those with the same content.
 */
export function findBaseBundles(
  store: Store,
  { sha256, digest }: Readonly<{ sha256: string; digest: string }>,
): Pick<Bundle, 'jobId' | 'file' | 'sha256'>[] {
  return store
    .prepare(
      `SELECT job_id AS jobId, file, sha256 FROM bundles WHERE sha256 = @sha256 OR digest = @digest
       ORDER BY sha256 = @sha256 DESC, created_at DESC`,
    )
    .all({ sha256, digest }) as Pick<Bundle, 'jobId' | 'file' | 'sha256'>[];
}

export function setAccepted(store: Store, id: string, as: AcceptableVerdict, by: string): void {
  store
    .prepare('UPDATE received SET accepted_as = ?, accepted_by = ?, accepted_at = ? WHERE id = ?')
    .run(as, by, now(), id);
}

export function setDecided(
  store: Store,
  id: string,
  { status, by, jobId }: Readonly<{ status: 'kept' | 'discarded'; by: string; jobId: string | null }>,
): void {
  store
    .prepare('UPDATE received SET status = ?, decided_by = ?, decided_at = ?, job_id = ? WHERE id = ?')
    .run(status, by, now(), jobId, id);
}

function fromRow(row: Row): Received {
  return {
    ...row,
    verification: JSON.parse(row.verification) as Verification,
    delta: row.delta === null ? null : (JSON.parse(row.delta) as DeltaHeader),
  };
}
