import { expect, it } from 'vitest';
import type { Job } from '../../server/api/wire.types.ts';
import type { Api } from '../api/client.ts';
import { jobList } from './job-list.ts';

it('selects no jobs of two filters when the filter is changed while all are loaded', async () => {
  const pages: (() => void)[] = [];
  const list = jobList({
    counts: () => new Promise(() => {}),
    jobs: ({ limit }: { limit: number }) =>
      new Promise((resolve) => {
        pages.push(() => resolve({ jobs: Array.from({ length: limit }, () => ({}) as Job) }));
      }),
  } as unknown as Api);
  const all = list.all();
  list.setFilter({ status: 'failed' });
  pages[0]?.();
  expect(await all).toBeUndefined();
});
