import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Job, JobCounts, JobSort, JobStatus } from '../../server/api/wire.types.ts';
import type { Api } from '../api/client.ts';

export type JobFilter = Readonly<{ status: JobStatus | 'all'; search: string; sort: JobSort }>;

export type JobListState = Readonly<{
  filter: JobFilter;
  counts: JobCounts | undefined;
  /** Number of jobs that match the filter. */
  total: number;
  /** Loaded pages of the list by page number. */
  windows: ReadonlyMap<number, readonly Job[]>;
  error: string | undefined;
}>;

export type JobList = UseBoundStore<StoreApi<JobListState>> &
  Readonly<{
    setFilter: (change: Partial<JobFilter>) => void;
    /** Loads the rows that are about to be visible, `first` to `last`. */
    show: (first: number, last: number) => void;
    /** Reloads the visible rows. Debounced: many calls cause one request. */
    refresh: () => void;
    /** Loads all jobs that match the filter, for bulk actions. Undefined if the filter is changed meanwhile. */
    all: () => Promise<readonly Job[] | undefined>;
  }>;

export const WINDOW = 100;
const REFRESH_AFTER_MS = 250;
const ALL_AT_ONCE = 500;

/** Creates the store for the list of jobs. Loads only visible rows; the server filters, searches and sorts. */
export function jobList(api: Api): JobList {
  const store = create<JobListState>(() => ({
    filter: { status: 'all', search: '', sort: '-createdAt' },
    counts: undefined,
    total: 0,
    windows: new Map(),
    error: undefined,
  }));
  /** Incremented when the filter changes or the list is reloaded, to drop responses to earlier requests. */
  let turn = 0;
  let seen: readonly [number, number] = [0, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const loading = new Set<number>();

  const query = () => {
    const { status, search, sort } = store.getState().filter;
    return { status: status === 'all' ? undefined : status, search: search.trim(), sort };
  };
  const fail = (asked: number) => (error: Error) => {
    if (asked === turn) store.setState({ error: error.message });
  };

  const load = (number: number, asked = turn): void => {
    if (loading.has(number)) return;
    loading.add(number);
    api
      .jobs({ ...query(), offset: number * WINDOW, limit: WINDOW })
      .then(({ jobs }) => {
        if (asked !== turn) return;
        store.setState(({ windows }) => ({ windows: new Map(windows).set(number, jobs), error: undefined }));
      }, fail(asked))
      .finally(() => {
        if (asked === turn) loading.delete(number);
      });
  };

  const count = (): void => {
    const asked = turn;
    api.counts({ search: query().search }).then((counts) => {
      if (asked !== turn) return;
      const { status } = store.getState().filter;
      const sum = counts.queued + counts.running + counts.completed + counts.failed;
      store.setState({ counts, total: status === 'all' ? sum : counts[status] });
    }, fail(asked));
  };

  const windowsSeen = (): number[] => {
    const [first, last] = seen.map((row) => Math.floor(row / WINDOW)) as [number, number];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  };

  const loadSeen = (): void => {
    turn += 1;
    loading.clear();
    count();
    for (const number of windowsSeen()) load(number);
  };

  const refreshNow = (): void => {
    timer = undefined;
    // Hidden pages are stale too, so drop them. They are loaded again when visible.
    const visible = new Set(windowsSeen());
    store.setState(({ windows }) => ({
      windows: new Map([...windows].filter(([number]) => visible.has(number))),
    }));
    loadSeen();
  };

  return Object.assign(store, {
    setFilter: (change: Partial<JobFilter>) => {
      seen = [0, 0];
      store.setState(({ filter }) => ({ filter: { ...filter, ...change }, windows: new Map() }));
      loadSeen();
    },
    show: (first: number, last: number) => {
      seen = [Math.max(0, first), Math.max(0, last)];
      for (const number of windowsSeen()) if (!store.getState().windows.has(number)) load(number);
    },
    refresh: () => {
      if (timer === undefined) timer = setTimeout(refreshNow, REFRESH_AFTER_MS);
    },
    all: async () => {
      const { filter } = store.getState();
      const found: Job[] = [];
      for (;;) {
        const { jobs } = await api.jobs({ ...query(), offset: found.length, limit: ALL_AT_ONCE });
        if (store.getState().filter !== filter) return undefined;
        found.push(...jobs);
        if (jobs.length < ALL_AT_ONCE) return found;
      }
    },
  });
}
