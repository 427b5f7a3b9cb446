import { useMemo } from 'react';
import { create } from 'zustand';
import type { Job } from '../../server/api/wire.types.ts';
import { type MessageId, t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { toast } from '../ui/overlays.tsx';
import { type Verb, verbsOf } from './job-status.tsx';

/** Jobs about to be deleted. They are deleted only after the time to undo has passed. */
export const useDoomed = create<Readonly<{ ids: ReadonlySet<string> }>>(() => ({ ids: new Set() }));

const UNDO_MS = 8000;
const AT_ONCE = 4;

/** Applies an action to many jobs, skips those in the wrong state, and reports the outcome in a toast. */
export function useJobActions() {
  const { api, jobs: list } = useServices();
  return useMemo(() => {
    const steer = async (chosen: readonly Job[], verb: Exclude<Verb, 'delete'>): Promise<Job[]> => {
      const suited = chosen.filter((job) => verbsOf(job).includes(verb));
      if (suited.length === 0) {
        toast(t('actions.noneSuits', { count: chosen.length }));
        return [];
      }
      const { done, faults } = await each(suited, (job) => api.steer(job.jobId, verb));
      report(verb, done.length, faults);
      list.refresh();
      return done;
    };

    const remove = (chosen: readonly Job[], onDeleted: () => void = () => {}): void => {
      const suited = chosen.filter((job) => verbsOf(job).includes('delete'));
      if (suited.length === 0) {
        toast(t('actions.noneSuits', { count: chosen.length }));
        return;
      }
      const ids = suited.map(({ jobId }) => jobId);
      doom(ids);
      const timer = setTimeout(async () => {
        const { done, faults } = await each(suited, (job) => api.deleteJob(job.jobId));
        pardon(ids);
        if (faults.length > 0) report('delete', done.length, faults);
        list.refresh();
        onDeleted();
      }, UNDO_MS);
      toast(t('actions.deleting', { count: ids.length }), {
        timeoutMs: UNDO_MS - 500,
        action: {
          label: t('actions.undo'),
          run: () => {
            clearTimeout(timer);
            pardon(ids);
            toast(t('actions.kept', { count: ids.length }));
          },
        },
      });
    };
    return { steer, remove };
  }, [api, list]);
}

function report(verb: Verb, done: number, faults: readonly string[]): void {
  if (faults.length === 0) {
    toast(t(`actions.${verb}.done` as MessageId, { count: done }));
    return;
  }
  toast(t('actions.someRefused', { done, refused: faults.length }), { detail: faults[0], isError: true });
}

/** Processes jobs in order, a few concurrently. */
async function each<T>(
  jobs: readonly Job[],
  work: (job: Job) => Promise<T>,
): Promise<Readonly<{ done: T[]; faults: string[] }>> {
  const done: T[] = [];
  const faults: string[] = [];
  const queue = [...jobs];
  const one = async (): Promise<void> => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      try {
        done.push(await work(job));
      } catch (error) {
        faults.push(error instanceof Error ? error.message : String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return { done, faults };
}

function doom(ids: readonly string[]): void {
  useDoomed.setState(({ ids: old }) => ({ ids: new Set([...old, ...ids]) }));
}

function pardon(ids: readonly string[]): void {
  useDoomed.setState(({ ids: old }) => ({ ids: new Set([...old].filter((id) => !ids.includes(id))) }));
}
