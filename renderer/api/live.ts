import type { AgentEvent, JobEventKind, LogEvent, Progress } from '../../server/api/wire.types.ts';
import { onlyNew, shared } from './listeners.ts';

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
  phase: true,
  'router-found': true,
  'selector-matched': true,
  paused: true,
  resumed: true,
  'object-damaged': true,
  'origin-changed': true,
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

const RETRY_MS = 4000;

/** Over HTTP/1.1 a browser opens six connections to a server: there is one stream for all jobs, and none while hidden. */
export function liveOverHttp(base: string): Live {
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
    return whileVisible(() => openStream(base + path, handlers));
  };
  return {
    follow: shared((listeners) =>
      whileVisible(() =>
        openStream(`${base}/v1/static-export/events`, {
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
    followJob: (jobId, listener) =>
      followLog(`/v1/static-export/jobs/${encodeURIComponent(jobId)}/events`, LOG_KINDS, listener),
    followAgentJob: ({ projectId, jobId }, listener) =>
      followLog(
        `/v2/agent/${encodeURIComponent(projectId)}/job/${encodeURIComponent(jobId)}/events`,
        AGENT_KINDS,
        listener,
      ),
  };
}

type Handlers = Readonly<Record<string, (data: unknown, id: number) => void>>;

/** What ends the log of a job; a message to an agent job begins it again. */
const LAST_KINDS = new Set(['completed', 'failed', 'ended']);

function openStream(url: string, handlers: Handlers): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let isOver = false;
  const open = (): void => {
    source = new EventSource(url);
    for (const [name, handle] of Object.entries(handlers)) {
      if (name === 'open') source.addEventListener('open', () => handle(undefined, 0));
      else
        source.addEventListener(name, (event) => {
          handle(JSON.parse(event.data), Number(event.lastEventId));
          if (LAST_KINDS.has(name)) isOver = true;
          else if (name === 'message') isOver = false;
        });
    }
    source.addEventListener('error', () => {
      if (isOver) close();
      // The browser tries again by itself, after the last event that it heard, unless it was refused.
      else if (source?.readyState === EventSource.CLOSED && !isClosed) timer = setTimeout(open, RETRY_MS);
    });
  };
  const close = (): void => {
    isClosed = true;
    clearTimeout(timer);
    source?.close();
  };
  open();
  return close;
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
