import { PARTS, recordFile, releaseFolder } from './layout.ts';
import type { Stage } from './publication-run.ts';
import { listReleases, type Release } from './release.ts';

/** Removes old versions and leftovers of unfinished publications. Never removes the current or the previous version. */
export const pruneReleases: Stage = async (run) => {
  const { target, meter, publication, unfinished } = run;
  meter.begin('prune');
  await run.lock.require();
  const releases = await listReleases(target);
  const current = await target.current();
  const spared = new Set([current, publication.previous ?? run.previous]);
  for (const { version } of surplus(releases, publication.keep, spared)) {
    // The record goes last, so a partly removed version is still found.
    await target.remove(releaseFolder(version));
    await target.remove(recordFile(version));
  }
  const known = new Set(releases.map(({ version }) => version));
  for (const version of unfinished())
    if (!known.has(version) && version !== current) await target.remove(releaseFolder(version));
  await target.remove(PARTS);
  await target.settle();
  return 'done';
};

/** @param releases newest first @param keep 0: all */
function surplus(
  releases: readonly Release[],
  keep: number,
  spared: ReadonlySet<string | null | undefined>,
): Release[] {
  return keep === 0 ? [] : releases.slice(keep).filter(({ version }) => !spared.has(version));
}
