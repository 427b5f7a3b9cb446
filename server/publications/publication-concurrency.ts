/** Default of the setting `publicationConcurrency`: publications that run in parallel. */
export const PUBLICATION_CONCURRENCY_DEFAULT = 2;

/**
 * Returns the publications on targets without a running one: a target takes one at a time.
 * @param active queued and running publications, oldest first
 * @param running ids of the running ones
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
