import { OffprintError } from '../errors.ts';
import type { PublicationRun } from './publication-run.ts';
import type { Release } from './release.ts';

/**
 * Rejects a folder that was published to before but has no releases now. The mount point of a share exists even when
 * the share is not mounted; files published then would be hidden below the mount.
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
