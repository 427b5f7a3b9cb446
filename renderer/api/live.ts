import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { AgentEvent, JobEventKind, LogEvent, Progress } from '../../server/api/wire.types.ts';
import { ApiFault } from './api-fault.ts';
import type { Send } from './client.ts';
import { onlyNew, shared } from './listeners.ts';
import { agentJobPath, jobPath } from './paths.ts';

/** Live updates from the server: server-sent events in a browser, pushed batches in the desktop app. */
export type Live = Readonly<{
  /** Subscribes to updates of all jobs. @returns a function that unsubscribes */
  follow: (listener: LiveListener) => () => void;
  /** Subscribes to the log of one job, from its start. @returns a function that unsubscribes */
  followJob: (jobId: string, listener: (event: LogEvent) => void) => () => void;
  /** The same for an agent job, until it ends. A job that a message restarts needs a new subscription. */
  followAgentJob: (place: AgentPlace, listener: (event: LogEvent) => void) => () => void;
}>;

/** Identifies an agent job. */
export type AgentPlace = Readonly<{ projectId: string; jobId: string }>;

export type LiveListener = Readonly<{
  progress?: (progress: readonly Progress[]) => void;
  /** These jobs changed and must be loaded again. */
  changed?: (jobIds: readonly string[]) => void;
  /** These agent jobs changed and must be loaded again. */
  agents?: (jobIds: readonly string[]) => void;
  /** Connected or reconnected: the display may be stale. */
  connected: () => void;
}>;

/** Every kind of event needs a handler on the stream. The type makes the compiler report missing kinds. */
const LOG_KINDS: Readonly<Record<JobEventKind, true>> = {
  queued: true,
  'checked-out': true,
  rendered: true,
  phase: true,
  'router-found': true,
  'selector-matched': true,
  paused: true,
  resumed: true,
  'turned-back': true,
  received: true,
  'publication-queued': true,
  'not-published': true,
  completed: true,
  failed: true,
};

const AGENT_KINDS: Readonly<Record<AgentEvent['type'], true>> = {
  created: true,
  prepared: true,
  resumed: true,
  message: true,
  delivered: true,
  answered: true,
  window: true,
  retried: true,
  result: true,
  nudged: true,
  'cancel-requested': true,
  stopped: true,
  committed: true,
  published: true,
  ended: true,
  archived: true,
  reviewed: true,
  imported: true,
};

/** Half the time within which the interface must report that the server is unreachable. */
const RETRY_MS = 1000;

/**
 * Live updates in a browser. HTTP/1.1 browsers open at most six connections per server, so all jobs share one stream,
 * and a hidden page has none.
 */
export function liveOverHttp(send: Send['send']): Live {
  const followLog = (
    path: string,
    kinds: Readonly<Record<string, true>>,
    listener: (event: LogEvent) => void,
  ): (() => void) => {
    const hear = onlyNew(listener);
    const handlers = Object.fromEntries(
      Object.keys(kinds).map((kind) => [
        kind,
        (data: unknown, id: number) => {
          const { at, ...detail } = data as { at: string };
          hear({ id, at, kind, detail });
        },
      ]),
    );
    return whileVisible(() => openStream(send, path, handlers));
  };
  return {
    follow: shared((listeners) =>
      whileVisible(() =>
        openStream(send, '/v1/static-export/events', {
          open: () => {
            for (const listener of listeners) listener.connected();
          },
          progress: (data) => {
            for (const listener of listeners) listener.progress?.(data as Progress[]);
          },
          changed: (data) => {
            for (const listener of listeners) listener.changed?.((data as { jobIds: string[] }).jobIds);
          },
          agents: (data) => {
            for (const listener of listeners) listener.agents?.((data as { jobIds: string[] }).jobIds);
          },
        }),
      ),
    ),
    followJob: (jobId, listener) => followLog(jobPath(jobId, '/events'), LOG_KINDS, listener),
    followAgentJob: (place, listener) => followLog(agentJobPath(place, '/events'), AGENT_KINDS, listener),
  };
}

type Handlers = Readonly<Record<string, (data: unknown, id: number) => void>>;

/** Events that end the log of a job. A message to an agent job continues it. */
const LAST_KINDS = new Set(['completed', 'failed', 'ended']);

/**
 * Reads server-sent events until the log is complete or the returned function is called. Reconnects with the ID of the
 * last event, except after a 401, which only a new login can resolve. EventSource is not an option: it cannot send the
 * header with the session token.
 * @returns a function that closes the stream
 */
function openStream(send: Send['send'], path: string, handlers: Handlers): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastEventId = '';
  let isOver = false;
  let openedAt = Number.POSITIVE_INFINITY;
  const read = async (): Promise<void> => {
    const { body } = await send('GET', path, undefined, {
      signal,
      headers: { accept: 'text/event-stream', ...(lastEventId !== '' && { 'last-event-id': lastEventId }) },
    });
    if (!body) return;
    openedAt = performance.now();
    handlers.open?.(undefined, 0);
    const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for (const reader = events.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      lastEventId = value.id ?? lastEventId;
      if (value.event === undefined) continue;
      try {
        handlers[value.event]?.(JSON.parse(value.data), Number(value.id));
      } catch (error) {
        reportError(error); // an error in a listener must not end the stream
      }
      if (LAST_KINDS.has(value.event)) isOver = true;
      else if (value.event === 'message') isOver = false;
    }
  };
  const follow = async (): Promise<void> => {
    openedAt = Number.POSITIVE_INFINITY;
    await read().catch((error) => {
      // `send` has already reported the failure.
      if (error instanceof ApiFault && error.status === 401) isOver = true;
    });
    if (isOver || signal.aborted) return;
    // Reconnect at once if the stream was open for a while, to learn whether the server is still there.
    timer = setTimeout(follow, performance.now() - openedAt > RETRY_MS ? 0 : RETRY_MS);
  };
  follow();
  return () => {
    clearTimeout(timer);
    closing.abort();
  };
}

/** Runs something only while the page is visible, so hidden pages keep no connection. */
function whileVisible(begin: () => () => void): () => void {
  let end: (() => void) | undefined;
  const look = (): void => {
    if (document.visibilityState === 'visible') end ??= begin();
    else {
      end?.();
      end = undefined;
    }
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    end?.();
  };
}
