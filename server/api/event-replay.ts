import type { Store } from '../store/database.ts';
import type { JobEvent } from '../store/events.ts';
import { ApiError } from './api-error.ts';
import type { EventSource } from './event-hub.ts';

/** Description of the header for the API reference. */
export const lastEventIdHeader = {
  'Last-Event-ID': {
    description: 'Continue after the event with this ID.',
    schema: { type: 'string', pattern: '^\\d{1,15}$' },
  },
} as const;

/** Parses the header. @returns 0 if there is none @throws ApiError 400 */
export function lastEventId(header: (name: string) => string | undefined): number {
  const last = header('last-event-id') ?? '0';
  if (/^\d{1,15}$/.test(last)) return Number(last);
  throw new ApiError(400, 'Last-Event-ID must be an event ID, which is a whole number.');
}

const EVENTS_AT_ONCE = 500;

/**
 * Sends the events that a client has missed: every stored event of the job after the last one it has seen, oldest
 * first. Transient events (`progress`, `held`) are not replayed.
 * @param afterId id of the last event that the client has seen; 0: none
 * @returns id of the last event that it has seen now
 */
export function replayMissed(
  { list, newest }: Pick<EventSource, 'list' | 'newest'>,
  store: Store,
  jobId: string,
  afterId: number,
  tell: (event: JobEvent) => void,
): number {
  // An id that does not exist here (from another data folder) replays nothing. New events still follow.
  let after = Math.min(afterId, newest(store, jobId));
  for (;;) {
    const events = list(store, jobId, after, EVENTS_AT_ONCE);
    for (const event of events) tell(event);
    after = events.at(-1)?.id ?? after;
    if (events.length < EVENTS_AT_ONCE) return after;
  }
}
