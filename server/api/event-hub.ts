import type { OffprintError } from '../errors.ts';
import type { Progress } from '../exports/job/progress.ts';
import type { Store } from '../store/database.ts';
import { type JobEvent, jobChanges, listEvents, newestEventId } from '../store/events.ts';
import { replayMissed } from './event-replay.ts';

export type Listener = Readonly<{
  /** An event that was written down. */
  event: (event: JobEvent) => void;
  /** How far the job is; comes and goes, is not written down. */
  progress: (progress: Progress) => void;
  /** It cannot go on, and nobody paused it; not written down either. */
  held: (why: OffprintError) => void;
  /** Nothing more will come: the job is gone or the server stops. */
  end: () => void;
}>;

/** Whoever looks at all jobs at once. */
export type Watcher = Readonly<{
  progress: (progress: Progress) => void;
  /** Jobs that were added, removed, or are in another state than before. */
  changed: (jobIds: readonly string[]) => void;
  end: () => void;
}>;

export type EventHub = Readonly<{
  /**
   * Hears everything of a job after the event `afterId`: what is written down already before this returns, then what
   * comes. @returns what ends it
   */
  listen: (jobId: string, afterId: number, listener: Listener) => () => void;
  /** Hears of all jobs, from now on. @returns what ends it */
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

/** Where the events of one kind of job are written down. */
export type EventSource = Readonly<{
  list: (store: Store, jobId: string, afterId: number, limit: number) => readonly JobEvent[];
  newest: (store: Store, jobId: string) => number;
  /** Begins now: each call of what it returns tells the jobs that changed since the last. */
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
 * Hands the events of jobs to whoever listens. The store is looked at once for each job that somebody listens to, not
 * once for each listener, and not at all while nobody does.
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
      isClosed = true; // a browser that connects again while the server stops must not have the store read later
      for (const watcher of watchers) watcher.end();
      watchers.clear();
      changes = undefined;
      for (const job of jobs.values()) for (const listener of job.listeners.keys()) listener.end();
      jobs.clear();
      rest();
    },
  };
}
