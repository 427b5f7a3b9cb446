import { createHash } from 'node:crypto';
import { OffprintError } from '../../errors.ts';
import type { Redact } from '../model/redact.ts';

/** Event of a job as JSON. `type` is its kind. */
export type EventBody = Readonly<{ type: string }>;

/**
 * Event at its position in the log. `hash` covers all other fields, including `previousHash`, so no earlier event can
 * be changed unnoticed.
 */
export type Logged<E extends EventBody> = Readonly<{
  /** Counted from 1, without gaps. */
  seq: number;
  /** ISO 8601, UTC. */
  at: string;
  body: E;
  previousHash: string;
  hash: string;
}>;

/** Storage for the events of one job. */
export type EventTable = Readonly<{
  /** Fails if the number is taken, so that two runs of one job cannot both continue. */
  insert: (event: Logged<EventBody>) => void;
  /** All events, ordered by `seq`. */
  all: () => readonly Logged<EventBody>[];
}>;

export type EventLog<E extends EventBody> = Readonly<{
  /**
   * Writes an event, without secrets.
   * @returns the event as written, so that the caller continues from the same data that a later read returns
   */
  append: (body: E) => Logged<E>;
  events: () => readonly Logged<E>[];
}>;

/**
 * Opens the log of a job after verifying its hash chain. All events are written here, so secrets are removed before
 * anything is stored.
 * @throws OffprintError `store-damaged` if an event was changed, removed or inserted
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

/** Describes what is wrong with a chain of events. Returns null if it is intact. */
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

/** Exports events as JSON Lines, which others can verify. */
export function toJsonLines(events: readonly Logged<EventBody>[]): string {
  return events.map((event) => `${canonical(event)}\n`).join('');
}

function firstHash(jobId: string): string {
  return createHash('sha256').update(`offprint-agent-log-1\n${jobId}`).digest('hex');
}

function hashOf({ seq, at, body, previousHash }: Omit<Logged<EventBody>, 'hash'>): string {
  return createHash('sha256').update(canonical({ seq, at, body, previousHash })).digest('hex');
}

/** Serializes to JSON with sorted keys, so that equal values yield equal text. */
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
    // Drop what JSON omits, so that the event in memory equals the stored one.
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
