import { type Store, transact } from '../../store/database.ts';
import { type ExportJob, findJob, requireJob, setRoutes } from '../../store/exports.ts';
import { clearLayouts } from '../../store/layouts.ts';
import type { OpenedJob, Run } from './open-run.ts';
import type { Step } from './transitions.ts';

/**
 * Returns where an interrupted job continues: where the last process stopped, unless its results are no longer valid.
 */
export function resumePoint({ store, job, frontier, source, isBegunAnew }: Run): Step {
  const { phase } = requireJob(store, job.id);
  if (isBegunAnew) return { why: 'read-otherwise' };
  if (phase === 'acquire') return { to: 'seed' };
  if (source.seed().changed) return { why: 'changed-while-away' };
  if (frontier.nextDepth() !== undefined) return { why: 'left-queued' };
  return { to: phase === 'verify' ? 'verify' : 'barrier' };
}

/**
 * Drops the results of an interrupted job if another version of the code acquired them, or the site had other names.
 * @param key identifies how this process reads content (ingestKey)
 * @returns whether results were dropped
 */
export function beginAnewUnless({ store, frontier, job: { id } }: OpenedJob, key: string): boolean {
  const { ingestKey: before } = requireJob(store, id);
  if (before === null || before === key) return false;
  transact(store, () => {
    frontier.clear();
    clearLayouts(store, id);
    setRoutes(store, id, null);
  });
  return true;
}

/** Returns the failed and canceled jobs that a job retries, most recent first. It reuses what they finished. */
export function retriedJobs(store: Store, job: ExportJob): ExportJob[] {
  const jobs: ExportJob[] = [];
  for (let id = job.retryOf; id !== null; id = jobs.at(-1)?.retryOf ?? null) {
    const previous = findJob(store, id);
    if (!previous) break;
    jobs.push(previous);
  }
  return jobs;
}
