import fs from 'node:fs';
import { OffprintError } from '../../errors.ts';
import { type PathPolicy, writeFault } from '../tools/writable-files.ts';
import { openBlobReader } from '../workspace/blob-reader.ts';
import type { GitAccess } from '../workspace/git.ts';
import { type BranchName, type ObjectId, objectId } from '../workspace/git-arguments.ts';
import type { Mirror } from '../workspace/mirror.ts';
import type { OverlayChange } from '../workspace/overlay.ts';
import type { FileMode } from '../workspace/tree.ts';

export type ImportedChange = Readonly<{
  base: ObjectId;
  changes: readonly OverlayChange[];
  /** First line of the commit's message. */
  title: string;
  commit: ObjectId;
}>;

const FILES_MAX = 1000;
/** Limit for all files together. A bundle of a few kilobytes can unpack to gigabytes. */
const BYTES_MAX = 64 * 2 ** 20;

/**
 * Reads a change that was exported elsewhere (export-change.ts) for use in this repository. The same policy determines
 * which files it may touch as for a model's changes.
 * @param given.file the bundle
 * @throws OffprintError `usage` if the file is not a bundle of one change, `conflict` if the commit that the change is
 *   based on is not on the target branch, `forbidden` for files that no job may change
 */
export async function importChange(
  mirror: Mirror,
  access: GitAccess,
  given: Readonly<{ file: string; jobId: string; target: BranchName; policy: PathPolicy }>,
): Promise<ImportedChange> {
  const { git, repository } = mirror;
  const { base, commit } = headerOf(given.file);
  await mirror.refresh(access);
  const target = await mirror.baseCommit(given.target);
  const known =
    target !== null && (await git.attempt('isAncestor', [base, target], { repository })).status === 0;
  if (!known) {
    throw new OffprintError(
      'conflict',
      `The change is based on commit ${base}, which is not on branch ${given.target} in this repository. Update the repository first.`,
    );
  }
  const fetched = await git.attempt('fetchBundle', [given.file, given.jobId], { repository });
  if (fetched.status !== 0) {
    throw new OffprintError('usage', `This is not a complete git bundle: ${git.explain(fetched)}`);
  }
  const changes = await changesBetween(mirror, base, commit, given.policy);
  if (changes.length === 0) throw new OffprintError('usage', 'The bundle contains no changes.');
  const [, , , message = ''] = (await git.run('describeCommit', [commit], { repository }))
    .toString('utf8')
    .split('\0');
  return { base, changes, title: (message.split('\n')[0] ?? '').slice(0, 200), commit };
}

/** Reads the header of a bundle (gitformat-bundle(5)): the one commit that it requires and the one branch in it. */
function headerOf(file: string): Readonly<{ base: ObjectId; commit: ObjectId }> {
  const head = fs
    .readFileSync(file)
    .subarray(0, 64 * 1024)
    .toString('latin1');
  const lines = head.slice(0, Math.max(0, head.indexOf('\n\n'))).split('\n');
  const bases = lines.flatMap((line) => /^-([0-9a-f]{40,64})(?: |$)/.exec(line)?.[1] ?? []);
  const heads = lines.flatMap((line) => /^([0-9a-f]{40,64}) refs\/heads\/\S+$/.exec(line)?.[1] ?? []);
  const [base, commit] = [bases[0], heads[0]];
  if (!/^# v[23] git bundle$/.test(lines[0] ?? '') || base === undefined || commit === undefined) {
    throw new OffprintError(
      'usage',
      'This is not an exported change. Use the change.bundle file written by "offprint agent export".',
    );
  }
  if (bases.length > 1 || heads.length > 1) {
    throw new OffprintError('usage', 'The bundle contains more than one change. Import each one separately.');
  }
  return { base: objectId(base), commit: objectId(commit) };
}

async function changesBetween(
  { git, repository }: Mirror,
  base: ObjectId,
  commit: ObjectId,
  policy: PathPolicy,
): Promise<OverlayChange[]> {
  const output = await git.run('changes', [base, commit], { repository });
  const fields = output.toString('utf8').split('\0');
  const blobs = openBlobReader(git, repository, BYTES_MAX);
  let sizeBytes = 0;
  try {
    const changes: OverlayChange[] = [];
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const [, mode = '', , object = '', status = ''] = fields[at]?.split(' ') ?? [];
      const path = fields[at + 1] ?? '';
      if (changes.length >= FILES_MAX) {
        throw new OffprintError('usage', `The bundle changes more than ${FILES_MAX} files.`);
      }
      const isFile = status === 'D' || mode === '100644' || mode === '100755';
      const fault = isFile
        ? writeFault(path, policy)
        : `${path} would become a symbolic link or a submodule, which is not allowed.`;
      if (fault !== null) throw new OffprintError('forbidden', `The bundle was not imported: ${fault}`);
      if (status === 'D') {
        changes.push({ path, mode: '100644', content: null });
        continue;
      }
      const content = await blobs.read(objectId(object)).catch((error: unknown) => {
        throw new OffprintError(
          'usage',
          `The bundle was not imported: ${path} cannot be read or is too large.`,
          error,
        );
      });
      sizeBytes += content.length;
      if (sizeBytes > BYTES_MAX) {
        throw new OffprintError(
          'usage',
          `The files in the bundle total more than ${BYTES_MAX / 2 ** 20} MiB.`,
        );
      }
      changes.push({ path, mode: mode as FileMode, content });
    }
    return changes;
  } finally {
    blobs.close();
  }
}
