import type { Store } from '../store/database.ts';
import type { JobEvent } from '../store/events.ts';
import { ApiError } from './api-error.ts';
import type { EventSource } from './event-hub.ts';

/** What the stream's operation tells of the header. */
export const lastEventIdHeader = {
  'Last-Event-ID': {
    description: 'Continue after the event with this ID.',
    schema: { type: 'string', pattern: '^\\d{1,15}$' },
  },
} as const;

/** @returns 0 where there is none @throws ApiError 400 */
export function lastEventId(header: (name: string) => string | undefined): number {
  const last = header('last-event-id') ?? '0';
  if (/^\d{1,15}$/.test(last)) return Number(last);
  throw new ApiError(400, 'Last-Event-ID must be an event ID, which is a whole number.');
}

const EVENTS_AT_ONCE = 500;

/**
 * Tells a client what it has missed: every event of the job that was written down after the last one that it has seen,
 * oldest first. What is not written down (`progress`, `held`) is not told again.
 * @param afterId id of the last event that it has seen; 0: none
 * @returns id of the last event that it has seen now
 */
export function replayMissed(
  { list, newest }: Pick<EventSource, 'list' | 'newest'>,
  store: Store,
  jobId: string,
  afterId: number,
  tell: (event: JobEvent) => void,
): number {
  // Whoever asks for what comes after an event that there is not (of another data folder) hears what comes now.
  let after = Math.min(afterId, newest(store, jobId));
  for (;;) {
    const events = list(store, jobId, after, EVENTS_AT_ONCE);
    for (const event of events) tell(event);
    after = events.at(-1)?.id ?? after;
    if (events.length < EVENTS_AT_ONCE) return after;
  }
}
