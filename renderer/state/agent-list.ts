import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { AgentJobEntry } from '../../server/api/wire.types.ts';
import type { Api } from '../api/client.ts';

export const agentFilters = ['all', 'active', 'completed', 'failed', 'archived'] as const;
export type AgentFilter = Readonly<{
  /** `all` excludes archived jobs. */
  status: (typeof agentFilters)[number];
  projectId: string;
  search: string;
}>;

export type AgentListState = Readonly<{
  filter: AgentFilter;
  /** Jobs loaded so far, newest first; undefined until the first page arrives. */
  jobs: readonly AgentJobEntry[] | undefined;
  nextCursor: string | null;
  error: string | undefined;
}>;

export type AgentList = UseBoundStore<StoreApi<AgentListState>> &
  Readonly<{
    setFilter: (change: Partial<AgentFilter>) => void;
    /** Loads the next page, if there is one. */
    more: () => void;
    /** Reloads the jobs loaded so far. */
    refresh: () => void;
    /** Reloads only these jobs and updates their positions in the list. */
    changed: (jobIds: readonly string[]) => void;
    /** Loads all jobs that match the filter, for bulk actions. Undefined if the filter is changed meanwhile. */
    all: () => Promise<readonly AgentJobEntry[] | undefined>;
  }>;

const PAGE = 100;
const MOST_AT_ONCE = 500;

const UNFILTERED: AgentFilter = { status: 'all', projectId: '', search: '' };

/** Creates the store for a list of agent jobs, loaded page by page. The server filters and searches. */
export function agentList(api: Pick<Api, 'agentJobs'>): AgentList {
  const store = create<AgentListState>(() => ({
    filter: UNFILTERED,
    jobs: undefined,
    nextCursor: null,
    error: undefined,
  }));
  /** Incremented by each full load, to drop responses to earlier requests. */
  let turn = 0;
  let isLoading = false;

  const ask = (cursor: string | null, limit: number) => {
    const { status, projectId, search } = store.getState().filter;
    return api.agentJobs({
      status: status === 'all' || status === 'archived' ? undefined : status,
      archived: status === 'archived',
      projectId: projectId || undefined,
      search: search.trim(),
      cursor: cursor ?? undefined,
      limit,
    });
  };

  /** @param wanted minimum number of jobs to load, if there are that many */
  const load = async (wanted: number): Promise<void> => {
    turn += 1;
    const mine = turn;
    isLoading = true;
    try {
      const jobs: AgentJobEntry[] = [];
      let cursor: string | null = null;
      do {
        const page = await ask(cursor, Math.min(MOST_AT_ONCE, Math.max(PAGE, wanted - jobs.length)));
        if (mine !== turn) return;
        jobs.push(...page.jobs);
        cursor = page.nextCursor;
      } while (cursor !== null && jobs.length < wanted);
      store.setState({ jobs, nextCursor: cursor, error: undefined });
    } catch (error) {
      if (mine === turn) store.setState({ error: (error as Error).message });
      throw error;
    } finally {
      if (mine === turn) isLoading = false;
    }
  };
  const loadQuietly = (wanted: number): void => {
    load(wanted).catch(() => {}); // the error is in the state
  };

  const more = async (): Promise<void> => {
    const { nextCursor } = store.getState();
    if (nextCursor === null || isLoading) return;
    const mine = turn;
    isLoading = true;
    try {
      const page = await ask(nextCursor, PAGE);
      if (mine !== turn) return;
      store.setState(({ jobs = [] }) => ({
        jobs: [...jobs, ...page.jobs],
        nextCursor: page.nextCursor,
        error: undefined,
      }));
    } catch (error) {
      if (mine === turn) store.setState({ error: (error as Error).message });
    } finally {
      if (mine === turn) isLoading = false;
    }
  };

  const changed = async (jobIds: readonly string[]): Promise<void> => {
    if (store.getState().jobs === undefined) return;
    const mine = turn;
    const answers = await Promise.all(jobIds.map((id) => api.agentJobs({ id })));
    if (mine !== turn) return;
    const { filter, jobs = [], nextCursor } = store.getState();
    const found = answers.flatMap((answer) => answer.jobs);
    store.setState({ jobs: withChanged(jobs, jobIds, found, filter, nextCursor === null) });
  };

  return Object.assign(store, {
    setFilter: (change: Partial<AgentFilter>) => {
      store.setState(({ filter }) => ({
        filter: { ...filter, ...change },
        jobs: undefined,
        nextCursor: null,
        error: undefined,
      }));
      loadQuietly(PAGE);
    },
    more: () => {
      more();
    },
    refresh: () => loadQuietly(Math.max(PAGE, store.getState().jobs?.length ?? 0)),
    changed: (jobIds: readonly string[]) => {
      changed(jobIds).catch((error: Error) => store.setState({ error: error.message }));
    },
    all: async () => {
      const { filter } = store.getState();
      for (;;) {
        await load(Number.POSITIVE_INFINITY);
        const state = store.getState();
        if (state.filter !== filter) return undefined;
        // A refresh that began meanwhile took the place of this load, and may have loaded less.
        if (state.jobs !== undefined && state.nextCursor === null) return state.jobs;
      }
    },
  });
}

/**
 * Updates the list after some jobs changed. They stay, appear or disappear depending on the filter. Jobs older than the
 * last loaded one are left out, since they will come with their page.
 */
export function withChanged(
  jobs: readonly AgentJobEntry[],
  jobIds: readonly string[],
  found: readonly AgentJobEntry[],
  filter: AgentFilter,
  isWhole: boolean,
): readonly AgentJobEntry[] {
  const last = jobs.at(-1);
  const fitting = found.filter(
    (job) => isWanted(job, filter) && (isWhole || last === undefined || isBefore(job, last)),
  );
  return [...jobs.filter(({ id }) => !jobIds.includes(id)), ...fitting].sort((one, other) =>
    isBefore(one, other) ? -1 : 1,
  );
}

/** Whether one job comes before another in the server's order, newest first. */
function isBefore(one: AgentJobEntry, other: AgentJobEntry): boolean {
  return one.createdAt === other.createdAt ? one.id >= other.id : one.createdAt > other.createdAt;
}

function isWanted(job: AgentJobEntry, { status, projectId, search }: AgentFilter): boolean {
  const words = search.trim().toLowerCase();
  return (
    (status === 'all' ? job.status !== 'archived' : job.status === status) &&
    (projectId === '' || job.projectId === projectId) &&
    // The list has only the start of a long prompt, so such jobs stay: the server may have found the words in the rest.
    (words === '' || `${job.prompt} ${job.id}`.toLowerCase().includes(words) || job.prompt.length >= 500)
  );
}
