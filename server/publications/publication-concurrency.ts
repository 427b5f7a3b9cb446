/** Publications that run in parallel unless the setting `publicationConcurrency` says otherwise. */
export const PUBLICATION_CONCURRENCY_DEFAULT = 2;

/**
 * The publications that may start: one at a time on each target.
 * @param active queued and running ones, the oldest first
 * @param running ids of those that run
 */
export function publicationsOnFreeTargets<P extends Readonly<{ id: string; targetId: string }>>(
  active: readonly P[],
  running: readonly string[],
): P[] {
  const busyTargets = new Set(
    active.filter(({ id }) => running.includes(id)).map(({ targetId }) => targetId),
  );
  return active.filter(({ targetId }) => !busyTargets.has(targetId));
}
