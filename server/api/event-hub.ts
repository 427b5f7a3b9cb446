import type { OffprintError } from '../errors.ts';
import type { Progress } from '../exports/job/progress.ts';
import type { Store } from '../store/database.ts';
import { type JobEvent, jobChanges, listEvents, newestEventId } from '../store/events.ts';
import { replayMissed } from './event-replay.ts';

export type Listener = Readonly<{
  /** Called for each stored event. */
  event: (event: JobEvent) => void;
  /** Progress of the job. Transient, not stored. */
  progress: (progress: Progress) => void;
  /** The job cannot continue, although nobody paused it. Not stored. */
  held: (why: OffprintError) => void;
  /** No more events follow: the job was deleted or the server is stopping. */
  end: () => void;
}>;

/** Listener for all jobs. */
export type Watcher = Readonly<{
  progress: (progress: Progress) => void;
  /** Jobs that were added, were removed, or changed state. */
  changed: (jobIds: readonly string[]) => void;
  end: () => void;
}>;

export type EventHub = Readonly<{
  /**
   * Subscribes to a job from the event after `afterId`. Delivers stored events before it returns, then new ones.
   * @returns a function that unsubscribes
   */
  listen: (jobId: string, afterId: number, listener: Listener) => () => void;
  /** Subscribes to all jobs, from now on. @returns a function that unsubscribes */
  watch: (watcher: Watcher) => () => void;
  progress: (progress: Progress) => void;
  held: (jobId: string, why: OffprintError) => void;
  /** A job was deleted. */
  removed: (jobId: string) => void;
  count: () => number;
  close: () => void;
}>;

const LOOK_EVERY_MS = 250;
const EVENTS_AT_ONCE = 500;

/** Store of the events of one kind of job. */
export type EventSource = Readonly<{
  list: (store: Store, jobId: string, afterId: number, limit: number) => readonly JobEvent[];
  newest: (store: Store, jobId: string) => number;
  /** Starts tracking. Each call of the returned function returns the jobs that changed since the previous call. */
  changes: (store: Store) => () => readonly string[];
  /** Table of the jobs. */
  jobs: 'export_jobs' | 'agent_jobs';
}>;

const exportEvents: EventSource = {
  list: listEvents,
  newest: newestEventId,
  changes: jobChanges,
  jobs: 'export_jobs',
};

/**
 * Distributes the events of jobs to listeners. Polls the store once per job with listeners, not once per listener, and
 * not at all if there are no listeners.
 */
export function eventHub(store: () => Store, source: EventSource = exportEvents): EventHub {
  const jobs = new Map<string, { seen: number; listeners: Map<Listener, number> }>();
  const watchers = new Set<Watcher>();
  let changes: (() => readonly string[]) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const tellWatchers = (jobIds: readonly string[]): void => {
    if (jobIds.length > 0) for (const watcher of watchers) watcher.changed(jobIds);
  };

  const look = (): void => {
    if (changes) tellWatchers(changes());
    for (const [jobId, job] of jobs) {
      const events = source.list(store(), jobId, job.seen, EVENTS_AT_ONCE);
      job.seen = events.at(-1)?.id ?? job.seen;
      for (const [listener, after] of job.listeners) {
        for (const event of events) if (event.id > after) listener.event(event);
      }
      const isGone = store().prepare(`SELECT 1 FROM ${source.jobs} WHERE id = ?`).get(jobId) === undefined;
      if (isGone) for (const listener of job.listeners.keys()) listener.end();
    }
  };

  const rest = (): void => {
    if (jobs.size > 0 || watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    listen: (jobId, afterId, listener) => {
      if (isClosed) {
        listener.end();
        return () => {};
      }
      const after = replayMissed(source, store(), jobId, afterId, listener.event);
      const job = jobs.get(jobId) ?? { seen: after, listeners: new Map<Listener, number>() };
      jobs.set(jobId, job);
      job.listeners.set(listener, after);
      timer ??= setInterval(look, LOOK_EVERY_MS).unref();
      return () => {
        job.listeners.delete(listener);
        if (job.listeners.size === 0 && jobs.get(jobId) === job) jobs.delete(jobId);
        rest();
      };
    },
    watch: (watcher) => {
      if (isClosed) {
        watcher.end();
        return () => {};
      }
      changes ??= source.changes(store());
      watchers.add(watcher);
      timer ??= setInterval(look, LOOK_EVERY_MS).unref();
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0) changes = undefined;
        rest();
      };
    },
    progress: (progress) => {
      for (const watcher of watchers) watcher.progress(progress);
      for (const listener of jobs.get(progress.jobId)?.listeners.keys() ?? []) listener.progress(progress);
    },
    held: (jobId, why) => {
      for (const listener of jobs.get(jobId)?.listeners.keys() ?? []) listener.held(why);
      tellWatchers([jobId]);
    },
    removed: (jobId) => tellWatchers([jobId]),
    count: () => watchers.size + [...jobs.values()].reduce((sum, { listeners }) => sum + listeners.size, 0),
    close: () => {
      isClosed = true; // so that a browser that reconnects during shutdown does not restart polling
      for (const watcher of watchers) watcher.end();
      watchers.clear();
      changes = undefined;
      for (const job of jobs.values()) for (const listener of job.listeners.keys()) listener.end();
      jobs.clear();
      rest();
    },
  };
}
