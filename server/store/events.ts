import { now, type Store } from './database.ts';

export type JobEvent = Readonly<{ id: number; at: string; kind: string; detail: unknown }>;

export function addEvent(store: Store, jobId: string, kind: string, detail: unknown = {}): void {
  store
    .prepare('INSERT INTO events (job_id, at, kind, detail) VALUES (?, ?, ?, ?)')
    .run(jobId, now(), kind, JSON.stringify(detail));
}

/** Events of a job after `afterId`, oldest first, at most `limit`. */
export function listEvents(store: Store, jobId: string, afterId = 0, limit = 1000): JobEvent[] {
  const rows = store
    .prepare('SELECT id, at, kind, detail FROM events WHERE job_id = ? AND id > ? ORDER BY id LIMIT ?')
    .all(jobId, afterId, limit) as { id: number; at: string; kind: string; detail: string }[];
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as unknown }));
}
