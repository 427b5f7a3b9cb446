import { findBundle } from '../store/bundles.ts';
import type { Store } from '../store/database.ts';
import { addEvent } from '../store/events.ts';
import type { ExportJob } from '../store/exports.ts';
import { findProject } from '../store/projects.ts';
import { createPublication } from '../store/publications.ts';
import { findTarget } from '../store/targets.ts';
import { placeOfTarget } from './target-place.ts';

/** Recorded as the requester of automatic publications. */
export const PROJECT_SETTING = 'project setting';

/**
 * Queues a publication of a job's bundle to each target that its project names (`publishTo`). Runs in the transaction
 * that completes the job, so each is queued exactly once, even if a process is killed. Skipped publications are
 * recorded as events of the job.
 */
export function publishOnCompletion(
  store: Store,
  { id: jobId, projectId }: Pick<ExportJob, 'id' | 'projectId'>,
  verdict: 'passed' | 'findings' | 'failed',
): void {
  const bundle = findBundle(store, jobId);
  for (const targetId of findProject(store, projectId)?.publishTo ?? []) {
    const target = findTarget(store, targetId);
    if (!target || !bundle || verdict === 'failed') {
      const why = target ? 'verification-failed' : 'target-removed';
      addEvent(store, jobId, 'not-published', { targetId, why });
      continue;
    }
    const { id: publicationId } = createPublication(store, {
      targetId,
      targetName: target.name,
      place: placeOfTarget(target.settings),
      kind: 'publish',
      source: { file: bundle.file, jobId, sha256: bundle.sha256 },
      shape: target.shape,
      keep: target.keep,
      version: null,
      requestedBy: PROJECT_SETTING,
    });
    addEvent(store, jobId, 'publication-queued', { publicationId, targetId, targetName: target.name });
  }
}
