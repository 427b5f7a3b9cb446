import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { AgentEvent, JobEventKind, LogEvent, Progress } from '../../server/api/wire.types.ts';
import { ApiFault } from './api-fault.ts';
import type { Send } from './client.ts';
import { onlyNew, shared } from './listeners.ts';
import { agentJobPath, jobPath } from './paths.ts';

/** What happens on the server, as it happens. In a browser by server-sent events; the desktop app pushes. */
export type Live = Readonly<{
  /** Hears of all jobs. @returns what ends it */
  follow: (listener: LiveListener) => () => void;
  /** Hears what is written down about one job, from its beginning. @returns what ends it */
  followJob: (jobId: string, listener: (event: LogEvent) => void) => () => void;
  /** The same of an agent job, until it has ended. One that a message begins anew is to be followed anew. */
  followAgentJob: (place: AgentPlace, listener: (event: LogEvent) => void) => () => void;
}>;

/** Where an agent job is found. */
export type AgentPlace = Readonly<{ projectId: string; jobId: string }>;

export type LiveListener = Readonly<{
  progress?: (progress: readonly Progress[]) => void;
  /** These jobs are to be asked for anew. */
  changed?: (jobIds: readonly string[]) => void;
  /** These agent jobs are to be asked for anew. */
  agents?: (jobIds: readonly string[]) => void;
  /** It began to hear, for the first time or again: whatever is shown may be out of date. */
  connected: () => void;
}>;

/** A stream names each kind that it listens for: the compiler tells of one that is not here. */
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

/** Half of the time within which people are told that the server is out of reach. */
const RETRY_MS = 1000;

/** Over HTTP/1.1 a browser opens six connections to a server: there is one stream for all jobs, and none while hidden. */
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

/** What ends the log of a job; a message to an agent job begins it again. */
const LAST_KINDS = new Set(['completed', 'failed', 'ended']);

/**
 * Reads server-sent events until the log is complete or the returned function is called. Reconnects with the id of the last
 * event; not after a 401, as only a new login helps then. EventSource would not do: it cannot send the header with the session token.
 * @returns closes the stream
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
        reportError(error); // a listener's fault must not end the stream
      }
      if (LAST_KINDS.has(value.event)) isOver = true;
      else if (value.event === 'message') isOver = false;
    }
  };
  const follow = async (): Promise<void> => {
    openedAt = Number.POSITIVE_INFINITY;
    await read().catch((error) => {
      // `send` has reported why it failed
      if (error instanceof ApiFault && error.status === 401) isOver = true;
    });
    if (isOver || signal.aborted) return;
    // One that was open for a while is opened again at once: then it is known whether the server is there.
    timer = setTimeout(follow, performance.now() - openedAt > RETRY_MS ? 0 : RETRY_MS);
  };
  follow();
  return () => {
    clearTimeout(timer);
    closing.abort();
  };
}

/** A page that nobody sees holds no connection. */
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
