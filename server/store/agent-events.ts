import type { EventBody, EventTable, Logged } from '../agents/log/event-log.ts';
import type { TodoItem } from '../agents/tools/tool.ts';
import type { Store } from './database.ts';
import type { JobEvent } from './events.ts';

type Row = { seq: number; at: string; body: string; previous_hash: string; hash: string };

/** Returns access to the events of one job. */
export function eventTable(store: Store, jobId: string): EventTable {
  const insert = store.prepare<[string, number, string, string, string, string, string]>(
    'INSERT INTO agent_events (job_id, seq, at, type, body, previous_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const select = store.prepare<[string], Row>(
    'SELECT seq, at, body, previous_hash, hash FROM agent_events WHERE job_id = ? ORDER BY seq',
  );
  return {
    insert: ({ seq, at, body, previousHash, hash }) => {
      insert.run(jobId, seq, at, body.type, JSON.stringify(body), previousHash, hash);
    },
    all: () =>
      select.all(jobId).map(
        (row): Logged<EventBody> => ({
          seq: row.seq,
          at: row.at,
          body: JSON.parse(row.body) as EventBody,
          previousHash: row.previous_hash,
          hash: row.hash,
        }),
      ),
  };
}

/** Returns up to `limit` events of a job after `afterId`, oldest first, in the form for event streams. */
export function listAgentEvents(store: Store, jobId: string, afterId: number, limit: number): JobEvent[] {
  const rows = store
    .prepare('SELECT seq, at, body FROM agent_events WHERE job_id = ? AND seq > ? ORDER BY seq LIMIT ?')
    .all(jobId, afterId, limit) as Pick<Row, 'seq' | 'at' | 'body'>[];
  return rows.map(({ seq, at, body }) => {
    const { type, ...detail } = JSON.parse(body) as EventBody;
    return { id: seq, at, kind: type, detail };
  });
}

/** Returns the number of model responses in a job. */
export function countAnswers(store: Store, jobId: string): number {
  return Number(
    store
      .prepare("SELECT count(*) FROM agent_events WHERE job_id = ? AND type = 'answered'")
      .pluck()
      .get(jobId),
  );
}

/** Returns the number of the last event of a job, or 0. */
export function newestAgentEvent(store: Store, jobId: string): number {
  return Number(store.prepare('SELECT max(seq) FROM agent_events WHERE job_id = ?').pluck().get(jobId) ?? 0);
}

/** Returns the model's latest to-do list and its latest title for the change, or null if it has given none. */
export function agentPlan(store: Store, jobId: string): { todo: readonly TodoItem[]; title: string | null } {
  const last = (path: string): string | null =>
    (store
      .prepare(
        `SELECT body ->> @path FROM agent_events WHERE job_id = @jobId AND type = 'result'
         AND body ->> @path IS NOT NULL ORDER BY seq DESC LIMIT 1`,
      )
      .pluck()
      .get({ jobId, path }) as string | undefined) ?? null;
  return { todo: JSON.parse(last('$.todo') ?? '[]') as TodoItem[], title: last('$.finish.title') };
}
