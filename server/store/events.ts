import { now, type Store } from './database.ts';

/**
 * All kinds of stored export job events. docs/api.md is generated from this list, and the interface has a text for
 * each.
 */
export const JOB_EVENTS = {
  queued: 'the job was accepted',
  'checked-out':
    'a repository branch was checked out, and built if the origin has a build command: `commit`, `leftOut`',
  rendered:
    'the site was built from its docs.json: `pages` (how many) and `findings` (how many the report lists)',
  phase: 'a phase started: `phase`',
  'router-found': 'the pages are routes within one document',
  'selector-matched': 'a `selector` from the settings matched something for the first time',
  paused: 'the job was paused; `reason` says why, unless a person paused it',
  resumed: 'the job continued: `inFlight` lists what was being read when it was interrupted',
  'turned-back':
    'an earlier stage runs again: `from`, `to`, `why` (docs/architecture.md lists the reasons), and `count`, the number of times the job has gone back from the `from` stage',
  received: 'the bundle was made elsewhere and kept here: `receivedId`, `digest`, `verdict`, `signer`',
  'publication-queued':
    'a publication of the bundle was queued, as specified in the project: `publicationId`, `targetId`, `targetName`',
  'not-published':
    'the bundle was not published to a target that the project specifies: `targetId`, and `why` (`target-removed`, `verification-failed`)',
  completed: 'the bundle was packed and verified: `verdict`',
  failed: 'the job failed: `code` and `error`',
} as const;

export type JobEventKind = keyof typeof JOB_EVENTS;

export type JobEvent = Readonly<{ id: number; at: string; kind: string; detail: unknown }>;

export function addEvent(store: Store, jobId: string, kind: JobEventKind, detail: unknown = {}): void {
  store
    .prepare('INSERT INTO events (job_id, at, kind, detail) VALUES (?, ?, ?, ?)')
    .run(jobId, now(), kind, JSON.stringify(detail));
}

/** Adds an event unless the job already has an identical one. */
export function addEventOnce(store: Store, jobId: string, kind: JobEventKind, detail: unknown): void {
  const known = store.prepare('SELECT 1 FROM events WHERE job_id = ? AND kind = ? AND detail = ? LIMIT 1');
  if (known.get(jobId, kind, JSON.stringify(detail)) === undefined) addEvent(store, jobId, kind, detail);
}

/** Returns the id of the last event of a job, or 0. */
export function newestEventId(store: Store, jobId: string): number {
  return Number(store.prepare('SELECT max(id) FROM events WHERE job_id = ?').pluck().get(jobId) ?? 0);
}

/** Returns up to `limit` events of a job after `afterId`, oldest first. */
export function listEvents(store: Store, jobId: string, afterId = 0, limit = 1000): JobEvent[] {
  const rows = store
    .prepare('SELECT id, at, kind, detail FROM events WHERE job_id = ? AND id > ? ORDER BY id LIMIT ?')
    .all(jobId, afterId, limit) as { id: number; at: string; kind: string; detail: string }[];
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as unknown }));
}

/** Starts tracking. Each call of the returned function returns the jobs with new events since the previous call. */
export function jobChanges(store: Store): () => string[] {
  const select = store.prepare<[number], { jobId: string; last: number }>(
    'SELECT job_id AS jobId, max(id) AS last FROM events WHERE id > ? GROUP BY job_id ORDER BY last',
  );
  let last = Number(store.prepare('SELECT max(id) FROM events').pluck().get() ?? 0);
  return () => {
    const rows = select.all(last);
    last = rows.at(-1)?.last ?? last;
    return rows.map(({ jobId }) => jobId);
  };
}
