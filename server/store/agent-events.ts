import type { EventBody, EventTable, Logged } from '../agents/log/event-log.ts';
import type { TodoItem } from '../agents/tools/tool.ts';
import type { Store } from './database.ts';
import type { JobEvent } from './events.ts';

type Row = { seq: number; at: string; body: string; previous_hash: string; hash: string };

/** The events of one job in the store. */
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

/** Events of a job after `afterId`, oldest first, at most `limit`, as a stream of events tells them. */
export function listAgentEvents(store: Store, jobId: string, afterId: number, limit: number): JobEvent[] {
  const rows = store
    .prepare('SELECT seq, at, body FROM agent_events WHERE job_id = ? AND seq > ? ORDER BY seq LIMIT ?')
    .all(jobId, afterId, limit) as Pick<Row, 'seq' | 'at' | 'body'>[];
  return rows.map(({ seq, at, body }) => {
    const { type, ...detail } = JSON.parse(body) as EventBody;
    return { id: seq, at, kind: type, detail };
  });
}

/** How often the model of a job has answered. */
export function countAnswers(store: Store, jobId: string): number {
  return Number(
    store
      .prepare("SELECT count(*) FROM agent_events WHERE job_id = ? AND type = 'answered'")
      .pluck()
      .get(jobId),
  );
}

/** The number of the last event of a job; 0 when there is none. */
export function newestAgentEvent(store: Store, jobId: string): number {
  return Number(store.prepare('SELECT max(seq) FROM agent_events WHERE job_id = ?').pluck().get(jobId) ?? 0);
}

/** What the model of a job has set out to do, and what it calls its change, as it said last; null: it has not. */
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
