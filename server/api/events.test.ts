import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../test/stand-ins/full.ts';
import type { Connection, RawHead } from './raw-http.test-support.ts';
import {
  completedJob,
  domainOf,
  JOBS,
  type Job,
  LASTING,
  lastingSite,
  makeProject,
  startJob,
  startServer,
  type TestServer,
  untilEnded,
} from './test-support.ts';

type SentEvent = Readonly<{ id: number | undefined; event: string; data: Record<string, unknown> }>;
type Following = Readonly<{
  head: RawHead;
  connection: Connection;
  events: AsyncGenerator<SentEvent>;
  /** Comment lines. */
  comments: string[];
}>;

const HEARTBEAT_MS = 100;
const STREAMS = isFullRun ? 1000 : 200;
let server: TestServer;
let tiny: string;
/** Domain of a project whose exports run long enough to report progress. */
let some: string;
let ended: Job;
const open: Connection[] = [];

beforeAll(async () => {
  server = await startServer({ ports: { timing: { heartbeatMs: HEARTBEAT_MS } } });
  tiny = domainOf(await makeProject(server));
  some = domainOf(await makeProject(server, lastingSite(), LASTING));
  ended = await completedJob(server, tiny);
});

afterAll(() => {
  for (const connection of open) connection.destroy();
});

const queue = (verb: 'pause' | 'resume') => server.call('POST', `/v1/static-export/queue/${verb}`);

/** Starts a job that waits until the queue is resumed. */
async function startLater(): Promise<string> {
  await queue('pause');
  return (await startJob(server, tiny)).jobId;
}

/** Opens the event stream of a job (WHATWG HTML §9.2). The generator ends with the stream. */
async function follow(jobId: string, lastEventId?: string, from = server): Promise<Following> {
  const connection = await from.connect();
  open.push(connection);
  const headers = { ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) };
  connection.write(from.requestBytes('GET', `${JOBS}/${jobId}/events`, { headers }));
  const head = await connection.head();
  const comments: string[] = [];
  return { head, connection, comments, events: parse(connection, head, comments) };
}

async function* parse(connection: Connection, head: RawHead, comments: string[]): AsyncGenerator<SentEvent> {
  let text = '';
  for await (const piece of connection.pieces(head)) {
    text += piece.toString();
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields: Record<string, string> = {};
      for (const line of text.slice(0, end).split('\n')) {
        const [, name = '', value = ''] = /^([^:]*): ?(.*)$/s.exec(line) ?? [];
        if (name === '' || name === 'retry') comments.push(line);
        else fields[name] = value;
      }
      text = text.slice(end + 2);
      if (fields.event === undefined) continue;
      yield {
        id: fields.id === undefined ? undefined : Number(fields.id),
        event: fields.event,
        data: JSON.parse(fields.data ?? '{}') as Record<string, unknown>,
      };
    }
  }
}

async function all({ events }: Following): Promise<SentEvent[]> {
  const found: SentEvent[] = [];
  for await (const event of events) found.push(event);
  return found;
}

async function take({ events }: Following, count: number): Promise<SentEvent[]> {
  const found: SentEvent[] = [];
  while (found.length < count) {
    const next = await events.next();
    if (next.done) break;
    found.push(next.value);
  }
  return found;
}

function written(events: readonly SentEvent[]): SentEvent[] {
  return events.filter(({ id }) => id !== undefined);
}

describe('the events of a job', () => {
  it('tell of it from its start to its end, then the stream ends', async () => {
    const { jobId } = await startJob(server, some);
    const following = await follow(jobId);

    const events = await all(following);

    expect(following.head.status).toBe(200);
    expect(following.head.headers['content-type']).toContain('text/event-stream');
    expect(following.head.headers['cache-control']).toBe('no-store');
    const kinds = written(events).map(({ event }) => event);
    expect(kinds[0]).toBe('queued');
    expect(kinds.at(-1)).toBe('completed');
    const phases = written(events).filter(({ event }) => event === 'phase');
    expect(phases.map(({ data }) => data.phase)).toEqual(['pack', 'verify']);
    const ids = written(events).map(({ id }) => id ?? 0);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    const progress = events.filter(({ event }) => event === 'progress');
    expect(progress.length).toBeGreaterThan(2);
    expect(progress.every(({ id }) => id === undefined)).toBe(true);
    const values = progress.map(({ data }) => Number(data.progress));
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(progress.every(({ data }) => typeof data.pageCount === 'number')).toBe(true);
    expect(progress.some(({ data }) => 'jobId' in data)).toBe(false);
  });

  it.runIf(isFullRun)(
    'go on without loss or repeats when a reader comes back with Last-Event-ID',
    async () => {
      const { jobId } = await startJob(server, some, { fresh: true });
      const seen: SentEvent[] = [];
      let lastEventId: string | undefined;
      // This reader is disconnected after each stored event.
      for (let isOver = false; !isOver; ) {
        const following = await follow(jobId, lastEventId);
        isOver = true;
        for (let next = await following.events.next(); !next.done; next = await following.events.next()) {
          if (next.value.id === undefined) continue;
          seen.push(next.value);
          lastEventId = String(next.value.id);
          isOver = next.value.event === 'completed';
          break;
        }
        following.connection.destroy();
      }
      expect(seen).toEqual(written(await all(await follow(jobId))));
      expect(seen.length).toBeGreaterThan(3);
    },
  );

  it('are all there after the job has ended, and the stream ends', async () => {
    const { jobId } = await completedJob(server, tiny);
    const events = await all(await follow(jobId));
    expect(events.map(({ event }) => event)).toEqual(['queued', 'phase', 'phase', 'completed']);
    const last = String(events.at(-1)?.id);
    expect(await all(await follow(jobId, last))).toEqual([]);
    const [, second] = events;
    expect(await all(await follow(jobId, String(second?.id)))).toEqual(events.slice(2));
  });

  it('come to every reader, wherever each began', async () => {
    const jobId = await startLater();
    const first = await follow(jobId);
    const [queued] = written(await take(first, 1));
    const second = await follow(jobId);
    const third = await follow(jobId, String(queued?.id));
    await queue('resume');

    const [a, b, c] = await Promise.all([all(first), all(second), all(third)]);

    const rest = written(a);
    expect(written(b)).toEqual([queued, ...rest]);
    expect(written(c)).toEqual(rest);
  });

  it('are kept from nobody by a reader that asks for events from the future, and its stream ends too', async () => {
    const jobId = await startLater();
    const future = await follow(jobId, '999999999999999');
    const present = await follow(jobId);
    await queue('resume');

    const events = written(await all(present));

    expect(events[0]?.event).toBe('queued');
    expect(events.at(-1)?.event).toBe('completed');
    await all(future);
  });

  it('tell of a pause, and go on', async () => {
    const jobId = await startLater();
    const following = await follow(jobId);
    await server.call('POST', `${JOBS}/${jobId}/pause`);
    await server.call('POST', `${JOBS}/${jobId}/resume`);
    await queue('resume');
    const kinds = written(await all(following)).map(({ event }) => event);
    expect(kinds).toEqual(['queued', 'paused', 'resumed', 'phase', 'phase', 'completed']);
  });

  it('end with failed when the job is canceled', async () => {
    const jobId = await startLater();
    const following = await follow(jobId);
    await server.call('POST', `${JOBS}/${jobId}/cancel`);
    await queue('resume');
    const last = (await all(following)).at(-1);
    expect(last?.event).toBe('failed');
    expect(last?.data).toMatchObject({ code: 'canceled' });
  });

  it('end when the job is deleted', async () => {
    const jobId = await startLater();
    const following = await follow(jobId);
    await take(following, 1);
    await server.call('DELETE', `${JOBS}/${jobId}`);
    expect(await all(following)).toEqual([]);
    await queue('resume');
  });

  it('keep the connection alive while nothing happens', async () => {
    const jobId = await startLater();
    const following = await follow(jobId);
    const untilEnd = all(following);
    await pause(5 * HEARTBEAT_MS);
    expect(following.comments[0]).toBe('retry: 2000');
    expect(following.comments.filter((line) => line.startsWith(':')).length).toBeGreaterThan(1);
    await queue('resume');
    expect((await untilEnd).at(-1)?.event).toBe('completed');
  });

  it.each(['x', '-1', '1.5', '', '1, 2', '9'.repeat(16)])(
    'refuse the Last-Event-ID %j',
    async (lastEventId) => {
      const { jobId } = ended;
      const { status, error } = await server.call('GET', `${JOBS}/${jobId}/events`, {
        headers: { 'last-event-id': lastEventId },
      });
      expect(status).toBe(400);
      expect(error).toContain('Last-Event-ID');
    },
  );

  it('answer HEAD at once, without waiting for the end of the job', async () => {
    const jobId = await startLater();
    const connection = await server.connect();
    const head = await server.callOn(connection, 'HEAD', `${JOBS}/${jobId}/events`);
    expect(head.status).toBe(200);
    // The connection is free for another request.
    expect((await server.callOn(connection, 'GET', `${JOBS}/${jobId}`)).status).toBe(200);
    connection.destroy();
    await queue('resume');
    await untilEnded(server, jobId);
  });
});

describe(`${STREAMS} open streams`, () => {
  it.runIf(isFullRun)('leave the status of a job quick, and all end when the server stops', async () => {
    const crowded = await startServer();
    const domain = domainOf(await makeProject(crowded));
    await crowded.call('POST', '/v1/static-export/queue/pause');
    const { jobId } = await startJob(crowded, domain);
    const streams: Following[] = [];
    for (let index = 0; index < STREAMS; index++) streams.push(await follow(jobId, undefined, crowded));
    expect(streams.every(({ head }) => head.status === 200)).toBe(true);

    const connection = await crowded.connect();
    const times: number[] = [];
    for (let index = 0; index < 200; index++) {
      const before = performance.now();
      await crowded.callOn(connection, 'GET', `${JOBS}/${jobId}`);
      times.push(performance.now() - before);
    }
    connection.destroy();
    times.sort((a, b) => a - b);
    expect(times[100]).toBeLessThan(500);

    const ends = Promise.all(streams.map(all));
    const before = performance.now();
    await crowded.stop();
    const events = await ends;
    expect(performance.now() - before).toBeLessThan(30_000);
    expect(events.every((list) => list.length === 1 && list[0]?.event === 'queued')).toBe(true);
  });
});
