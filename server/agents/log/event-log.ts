import { createHash } from 'node:crypto';
import { OffprintError } from '../../errors.ts';
import type { Redact } from '../model/redact.ts';

/** What happened to a job, as JSON. `type` names it. */
export type EventBody = Readonly<{ type: string }>;

/** An event in its place. `hash` covers everything else, `previousHash` included: nothing before it can change unseen. */
export type Logged<E extends EventBody> = Readonly<{
  /** Counted from 1, without gaps. */
  seq: number;
  /** ISO 8601, UTC. */
  at: string;
  body: E;
  previousHash: string;
  hash: string;
}>;

/** Where the events of one job lie. */
export type EventTable = Readonly<{
  /** Fails when the place is taken: two runs of one job cannot both go on. */
  insert: (event: Logged<EventBody>) => void;
  /** By seq. */
  all: () => readonly Logged<EventBody>[];
}>;

export type EventLog<E extends EventBody> = Readonly<{
  /**
   * Writes an event, without secrets.
   * @returns the event as it was written: whoever goes on from it goes on from what a later reading gives
   */
  append: (body: E) => Logged<E>;
  events: () => readonly Logged<E>[];
}>;

/**
 * Opens the log of a job after looking at its chain. The one writer: secrets are taken out here, before anything is
 * stored.
 * @throws OffprintError `store-damaged` when an event was changed, removed or put in
 */
export function openLog<E extends EventBody>(
  jobId: string,
  table: EventTable,
  options: Readonly<{ now: () => Date; redact: Redact }>,
): EventLog<E> {
  const events = [...table.all()] as Logged<E>[];
  const fault = chainFault(jobId, events);
  if (fault !== null) {
    throw new OffprintError(
      'store-damaged',
      `The log for agent job ${jobId} was altered: ${fault}. The job cannot continue. Start a new one.`,
    );
  }
  return {
    append: (body) => {
      const previous = events.at(-1);
      const seq = (previous?.seq ?? 0) + 1;
      const previousHash = previous?.hash ?? firstHash(jobId);
      const event = {
        seq,
        at: options.now().toISOString(),
        body: clean(body, options.redact) as E,
        previousHash,
      };
      const logged: Logged<E> = { ...event, hash: hashOf(event) };
      table.insert(logged);
      events.push(logged);
      return logged;
    },
    events: () => events,
  };
}

/** What is wrong with a chain of events, or null. */
export function chainFault(jobId: string, events: readonly Logged<EventBody>[]): string | null {
  let previousHash = firstHash(jobId);
  for (const [index, event] of events.entries()) {
    if (event.seq !== index + 1) return `event ${index + 1} is missing`;
    if (event.previousHash !== previousHash) return `event ${event.seq} does not follow the one before it`;
    if (event.hash !== hashOf(event)) return `event ${event.seq} has been altered`;
    previousHash = event.hash;
  }
  return null;
}

/** One event a line, as it is handed out and can be checked by others. */
export function toJsonLines(events: readonly Logged<EventBody>[]): string {
  return events.map((event) => `${canonical(event)}\n`).join('');
}

function firstHash(jobId: string): string {
  return createHash('sha256').update(`offprint-agent-log-1\n${jobId}`).digest('hex');
}

function hashOf({ seq, at, body, previousHash }: Omit<Logged<EventBody>, 'hash'>): string {
  return createHash('sha256').update(canonical({ seq, at, body, previousHash })).digest('hex');
}

/** JSON with sorted names: the same value is the same text whoever wrote it. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function clean(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value).toWellFormed();
  if (Array.isArray(value)) return value.map((item) => clean(item, redact));
  if (typeof value === 'object' && value !== null) {
    // What JSON leaves out must not be in memory either.
    const kept = Object.entries(value).filter(([, part]) => part !== undefined);
    return Object.fromEntries(kept.map(([key, part]) => [redact(key), clean(part, redact)]));
  }
  return value;
}

export function memoryTable(): EventTable {
  const rows: Logged<EventBody>[] = [];
  return {
    insert: (event) => {
      if (rows.length !== event.seq - 1) throw new Error(`Event ${event.seq} already exists`);
      rows.push(event);
    },
    all: () => rows,
  };
}
