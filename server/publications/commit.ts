import { OffprintError } from '../errors.ts';
import { PARTS, recordFile, releaseFolder } from './layout.ts';
import { type PublicationRun, required, type Stage } from './publication-run.ts';
import { formatRelease, listReleases, type Release } from './release.ts';
import { writeText } from './target.ts';

/** Says that the version is whole, then leads readers to it: everything before is invisible to them. */
export const commitPublication: Stage = async (run) => {
  const { target, meter, lock } = run;
  const release = required(run.release, 'release');
  meter.begin('commit');
  await lock.require();
  await target.settle();
  await writeText(target, recordFile(release.version), formatRelease(release));
  await switchReaders(run);
  return 'prune';
};

export const commitRollback: Stage = async (run) => {
  run.meter.begin('commit');
  await run.lock.require();
  await switchReaders(run);
  return 'done';
};

async function switchReaders({ target, release }: PublicationRun): Promise<void> {
  const { version } = required(release, 'release');
  await target.settle();
  await target.switchTo(version);
  await target.settle();
  const seen = await target.current();
  if (seen === version) return;
  throw new OffprintError(
    'integrity',
    `The target accepted the switch to version ${version}, but readers still see ${seen ? `version ${seen}` : 'no version'}. Check the "current" link or file on the target.`,
  );
}

/** Removes old versions, and what unfinished publications have left. Never what readers see or saw before. */
export const pruneReleases: Stage = async (run) => {
  const { target, meter, publication, unfinished } = run;
  meter.begin('prune');
  await run.lock.require();
  const releases = await listReleases(target);
  const current = await target.current();
  const spared = new Set([current, publication.previous ?? run.previous]);
  for (const { version } of surplus(releases, publication.keep, spared)) {
    // The record last: what is half removed is found again.
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
