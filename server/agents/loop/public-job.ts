import type { JobState } from './state.ts';

/** The four words by which the documented API knows a job. */
export type PublicStatus = 'active' | 'completed' | 'failed' | 'archived';

/** What a job is to the outside: interrupted ones are active, they go on. */
export function publicStatus(state: JobState): PublicStatus {
  if (state.archived) return 'archived';
  if (!state.ended) return 'active';
  return state.ended.outcome === 'done' || state.ended.outcome === 'no-change' ? 'completed' : 'failed';
}

/** The link of the merge request: null while the job is active and when nothing was changed. */
export function publicLink(state: JobState): string | null {
  return state.ended ? (state.published?.link ?? null) : null;
}
