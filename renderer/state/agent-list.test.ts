import { describe, expect, it } from 'vitest';
import type { AgentJobEntry } from '../../server/api/wire.types.ts';
import { type AgentFilter, agentList, withChanged } from './agent-list.ts';

const ALL: AgentFilter = { status: 'all', projectId: '', search: '' };

function job(number: number, change: Partial<AgentJobEntry> = {}): AgentJobEntry {
  return {
    id: `ag_${number}`,
    status: 'completed',
    source: { repository: 'file:///srv/docs.git', ref: null },
    model: 'm',
    prLink: null,
    createdAt: new Date(number * 1000).toISOString(),
    archivedAt: null,
    projectId: 'prj_1',
    prompt: `Job ${number}`,
    stage: 'done',
    outcome: null,
    stopCode: null,
    steps: 1,
    review: null,
    updatedAt: new Date(number * 1000).toISOString(),
    ...change,
  };
}

const idsOf = (jobs: readonly AgentJobEntry[] | undefined) => jobs?.map(({ id }) => id);

describe('jobs that changed', () => {
  const list = [job(3), job(2), job(1)];

  it('stay where they are, are new at their place, and go where the filter leaves them out', () => {
    expect(withChanged(list, ['ag_2'], [job(2, { steps: 9 })], ALL, true)[1]?.steps).toBe(9);
    expect(idsOf(withChanged(list, ['ag_4'], [job(4)], ALL, true))).toEqual(['ag_4', 'ag_3', 'ag_2', 'ag_1']);
    const archived = job(2, { status: 'archived' });
    expect(idsOf(withChanged(list, ['ag_2'], [archived], ALL, true))).toEqual(['ag_3', 'ag_1']);
    expect(idsOf(withChanged(list, ['ag_2'], [], ALL, true))).toEqual(['ag_3', 'ag_1']);
    const other = job(4, { projectId: 'prj_2' });
    expect(idsOf(withChanged(list, ['ag_4'], [other], { ...ALL, projectId: 'prj_1' }, true))).toEqual(
      idsOf(list),
    );
  });

  it('that are older than what is loaded wait for their page', () => {
    expect(idsOf(withChanged(list, ['ag_0'], [job(0)], ALL, false))).toEqual(idsOf(list));
    expect(idsOf(withChanged(list, ['ag_0'], [job(0)], ALL, true))).toContain('ag_0');
  });
});

/** A full page. */
const FULL = Array.from({ length: 100 }, (_, index) => job(101 - index));

describe('all jobs', () => {
  /** A list of 101 jobs in two pages, whose requests wait until they are answered. */
  function waitingList() {
    const answers: (() => void)[] = [];
    const list = agentList({
      agentJobs: ({ cursor, search }) =>
        new Promise((resolve) => {
          answers.push(() =>
            resolve(
              search === 'new'
                ? { jobs: [job(7)], nextCursor: null }
                : cursor === undefined
                  ? { jobs: FULL, nextCursor: 'next' }
                  : { jobs: [job(1)], nextCursor: null },
            ),
          );
        }),
    });
    const settle = async (): Promise<void> => {
      while (answers.length > 0) {
        answers.shift()?.();
        await new Promise((resolve) => setTimeout(resolve));
      }
    };
    return { list, settle };
  }

  it('are all of them, also when the list is refreshed meanwhile', async () => {
    const { list, settle } = waitingList();
    list.refresh();
    await settle();
    const all = list.all();
    list.refresh();
    await settle();
    expect(idsOf(await all)).toEqual([...(idsOf(FULL) ?? []), 'ag_1']);
  });

  it('are none when the filter is changed meanwhile', async () => {
    const { list, settle } = waitingList();
    const all = list.all();
    list.setFilter({ search: 'new' });
    await settle();
    expect(await all).toBeUndefined();
    expect(idsOf(list.getState().jobs)).toEqual(['ag_7']);
  });
});

it('loads page by page, and drops what was asked before the filter changed', async () => {
  const asked: (string | undefined)[] = [];
  const answers: (() => void)[] = [];
  const list = agentList({
    agentJobs: ({ cursor, search }) =>
      new Promise((resolve) => {
        asked.push(search);
        answers.push(() =>
          resolve(
            cursor === undefined
              ? { jobs: search === 'late' ? [job(999)] : FULL, nextCursor: 'next' }
              : { jobs: [job(1)], nextCursor: null },
          ),
        );
      }),
  });
  const settle = async (): Promise<void> => {
    for (const answer of answers.splice(0).reverse()) answer();
    await new Promise((resolve) => setTimeout(resolve));
  };
  list.setFilter({ search: 'late' });
  list.setFilter({ search: 'new' });
  await settle();
  expect(asked).toEqual(['late', 'new']);
  expect(idsOf(list.getState().jobs)).toEqual(idsOf(FULL));
  list.more();
  list.more();
  await settle();
  expect(idsOf(list.getState().jobs)).toEqual([...(idsOf(FULL) ?? []), 'ag_1']);
  expect(list.getState().nextCursor).toBeNull();
});
