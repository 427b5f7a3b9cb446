import { OffprintError } from '../errors.ts';
import type { PublicationRun } from './publication-run.ts';
import type { Release } from './release.ts';

/**
 * Refuses a folder in which something was published and nothing is left. The folder that a share is mounted on is there
 * without the share, too: what is published then would lie below it.
 * @throws OffprintError `target-refused`
 */
export function requireMounted(
  releases: readonly Release[],
  { isFilledFolder, publication }: PublicationRun,
): void {
  if (releases.length > 0 || isFilledFolder?.() !== true) return;
  throw new OffprintError(
    'target-refused',
    `${publication.place} no longer contains anything that was published there, so it is probably not mounted. Mount it, then try again. If it was emptied on purpose, remove this target and add it again.`,
  );
}
