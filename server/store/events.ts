import { now, type Store } from './database.ts';

export type JobEvent = Readonly<{ id: number; at: string; kind: string; detail: unknown }>;

export function addEvent(store: Store, jobId: string, kind: string, detail: unknown = {}): void {
  store
    .prepare('INSERT INTO events (job_id, at, kind, detail) VALUES (?, ?, ?, ?)')
    .run(jobId, now(), kind, JSON.stringify(detail));
}

/** The id of the last event of a job; 0 when there is none. */
export function newestEventId(store: Store, jobId: string): number {
  return Number(store.prepare('SELECT max(id) FROM events WHERE job_id = ?').pluck().get(jobId) ?? 0);
}

/** Events of a job after `afterId`, oldest first, at most `limit`. */
export function listEvents(store: Store, jobId: string, afterId = 0, limit = 1000): JobEvent[] {
  const rows = store
    .prepare('SELECT id, at, kind, detail FROM events WHERE job_id = ? AND id > ? ORDER BY id LIMIT ?')
    .all(jobId, afterId, limit) as { id: number; at: string; kind: string; detail: string }[];
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as unknown }));
}

/** Begins now: each call tells the jobs that something was written down about since the last. */
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
