import { OffprintError } from '../errors.ts';
import { recordFile } from './layout.ts';
import { type PublicationRun, required, type Stage } from './publication-run.ts';
import { formatRelease } from './release.ts';
import { writeText } from './target.ts';

/**
 * Writes the record of the complete version, then switches readers to it. Nothing is visible to readers before that.
 */
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
