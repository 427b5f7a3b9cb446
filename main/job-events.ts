import type { WebContents } from 'electron';
import type { LogEvent, Progress } from '../server/api/wire.types.ts';
import { type Client, type JobEvent, serverSentEvents } from '../server/cli/client.ts';
import { jobPath } from '../server/cli/follow.ts';
import { push } from './ipc.ts';

/** Minimum interval between two updates of the window. */
const TELL_EVERY_MS = 100;
const RETRY_MS = 1000;

export type JobNews = Readonly<{
  connected: boolean;
  progress: readonly Progress[];
  changed: readonly string[];
  /** The same for agent jobs. */
  agents: readonly string[];
}>;

const NOTHING: JobNews = { connected: false, progress: [], changed: [], agents: [] };

/**
 * Follows the events of all jobs until `signal` aborts, and reconnects after errors. The window, the taskbar and the
 * notifications share this one stream.
 */
export async function followJobs(
  client: () => Promise<Client>,
  hear: (news: JobNews) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const stream = await (await client()).open('/v1/static-export/events', { accept: 'text/event-stream' });
      const stop = (): void => void stream.destroy();
      signal.addEventListener('abort', stop);
      try {
        hear({ ...NOTHING, connected: true });
        for await (const { kind, data } of serverSentEvents(stream)) {
          if (kind === 'progress') hear({ ...NOTHING, progress: data as unknown as Progress[] });
          else if (kind === 'changed' || kind === 'agents') {
            hear({ ...NOTHING, [kind]: (data as { jobIds: string[] }).jobIds });
          }
        }
      } finally {
        signal.removeEventListener('abort', stop);
      }
    } catch {
      // The server is restarting or stopping; reconnect below.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

export type WindowFeed = Readonly<{
  hear: (news: JobNews) => void;
  follow: () => void;
  unfollow: () => void;
  followJob: (jobId: string) => void;
  followAgentJob: (place: Readonly<{ projectId: string; jobId: string }>) => void;
  unfollowJob: (jobId: string) => void;
  /** Drops all subscriptions, because the page has been reloaded. */
  forget: () => void;
}>;

/** Job events for one window: batched, numbered, at most ten messages per second. */
export function windowFeed(contents: WebContents, client: () => Promise<Client>): WindowFeed {
  let seq = 0;
  let isFollowing = false;
  let timer: NodeJS.Timeout | undefined;
  let connected = false;
  const progress = new Map<string, Progress>();
  const changed = new Set<string>();
  const agents = new Set<string>();
  const jobs = new Map<string, AbortController>();

  const tell = (): void => {
    timer = undefined;
    seq += 1;
    push(contents, 'live:all', {
      seq,
      connected,
      progress: [...progress.values()],
      changed: [...changed],
      agents: [...agents],
    });
    connected = false;
    progress.clear();
    changed.clear();
    agents.clear();
  };
  const soon = (): void => {
    timer ??= setTimeout(tell, TELL_EVERY_MS);
  };
  const unfollow = (): void => {
    isFollowing = false;
    clearTimeout(timer);
    timer = undefined;
  };
  const unfollowJob = (jobId: string): void => {
    jobs.get(jobId)?.abort();
    jobs.delete(jobId);
  };
  const followLogOf = (jobId: string, path: string): void => {
    unfollowJob(jobId);
    const controller = new AbortController();
    jobs.set(jobId, controller);
    followLog(client, path, (events) => push(contents, 'live:job', { jobId, events }), controller.signal);
  };

  return {
    hear: (news) => {
      if (!isFollowing) return;
      connected ||= news.connected;
      for (const one of news.progress) progress.set(one.jobId, one);
      for (const jobId of news.changed) changed.add(jobId);
      for (const jobId of news.agents) agents.add(jobId);
      soon();
    },
    follow: () => {
      isFollowing = true;
      connected = true;
      soon();
    },
    unfollow,
    followJob: (jobId) => followLogOf(jobId, jobPath(jobId, '/events')),
    followAgentJob: ({ projectId, jobId }) =>
      followLogOf(jobId, `/v2/agent/${projectId}/job/${jobId}/events`),
    unfollowJob,
    forget: () => {
      unfollow();
      for (const jobId of [...jobs.keys()]) unfollowJob(jobId);
    },
  };
}

/** Event kinds that end the log of a job. A message to an agent job reopens it. */
const LAST_KINDS = new Set(['completed', 'failed', 'ended']);

/** Follows the log of a job from its first event until the server closes the finished stream. */
async function followLog(
  client: () => Promise<Client>,
  path: string,
  hear: (events: LogEvent[]) => void,
  signal: AbortSignal,
): Promise<void> {
  let last = 0;
  let isOver = false;
  while (!signal.aborted) {
    try {
      const events = await (await client()).events(path, last);
      signal.addEventListener('abort', () => void events.return(undefined));
      let gathered: LogEvent[] = [];
      let timer: NodeJS.Timeout | undefined;
      const tell = (): void => {
        timer = undefined;
        if (!signal.aborted && gathered.length > 0) hear(gathered);
        gathered = [];
      };
      for await (const event of events) {
        if (signal.aborted) return;
        const logged = asLogged(event);
        if (!logged) continue;
        last = logged.id;
        gathered.push(logged);
        timer ??= setTimeout(tell, TELL_EVERY_MS);
        if (LAST_KINDS.has(logged.kind)) isOver = true;
        else if (logged.kind === 'message') isOver = false;
      }
      clearTimeout(timer);
      tell();
      if (isOver) return;
    } catch {
      // As above.
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function asLogged({ id, kind, data }: JobEvent): LogEvent | undefined {
  if (id === undefined) return undefined;
  const { at, ...detail } = data as { at: string };
  return { id, at, kind, detail };
}
