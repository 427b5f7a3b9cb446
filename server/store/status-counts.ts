import type { Store } from './database.ts';

/** All statuses of each kind of job. A status without jobs counts as 0. */
const STATUSES = {
  export_jobs: ['queued', 'running', 'completed', 'failed'],
  agent_jobs: ['active', 'completed', 'failed'],
  publications: ['queued', 'running', 'completed', 'failed', 'canceled'],
} as const;

/** Returns the number of jobs of a kind, by status. */
export function statusCounts(store: Store, table: keyof typeof STATUSES): ReadonlyMap<string, number> {
  const counts = new Map<string, number>(STATUSES[table].map((status) => [status, 0]));
  const rows = store.prepare(`SELECT status, count(*) AS count FROM ${table} GROUP BY status`).all();
  for (const { status, count } of rows as { status: string; count: number }[]) counts.set(status, count);
  return counts;
}

/** Returns when the newest completed export of each domain ended, in milliseconds since 1970. */
export function lastCompletedExports(store: Store): ReadonlyMap<string, number> {
  const rows = store
    .prepare(
      "SELECT domain, max(finished_at) AS finishedAt FROM export_jobs WHERE status = 'completed' GROUP BY domain",
    )
    .all() as { domain: string; finishedAt: string }[];
  return new Map(rows.map(({ domain, finishedAt }) => [domain, Date.parse(finishedAt)]));
}
