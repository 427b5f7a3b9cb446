import { PublishError } from '../loop/publisher.ts';
import { type BranchName, type ObjectId, objectId } from '../workspace/git-arguments.ts';
import type { Mirror } from '../workspace/mirror.ts';

/**
 * Moves what changed between two commits of a job onto another base, as one commit. Used when work continues after an
 * earlier part of it was merged. Author and time are kept, so the result is the same commit each time.
 * @param from the job's commit up to which everything is already in the base
 * @returns the base itself if nothing is left
 * @throws PublishError if the changes conflict with the base
 */
export async function ontoBase(
  mirror: Mirror,
  { from, commit, base }: Readonly<{ from: ObjectId; commit: ObjectId; base: ObjectId }>,
): Promise<ObjectId> {
  const { git, repository } = mirror;
  const treeOf = async (of: ObjectId): Promise<ObjectId> =>
    objectId((await git.run('treeOf', [of], { repository })).toString().trim());
  const stand = async (of: ObjectId, parent: ObjectId): Promise<ObjectId> => {
    const made = await git.run('commitTree', [await treeOf(of), parent], {
      repository,
      input: 'x',
      signature: NOBODY,
    });
    return objectId(made.toString().trim());
  };
  // merge-tree accepts a merge base as an option only since git 2.40. Two commits with it as parent have the same
  // effect.
  const merged = await git.attempt('merge', [await stand(base, from), await stand(commit, from)], {
    repository,
  });
  if (merged.status !== 0) {
    throw new PublishError(
      'The change conflicts with changes that have since been merged. Start a new job, which will use the latest state.',
      false,
    );
  }
  const tree = objectId(merged.output.toString().split('\n')[0] ?? '');
  if ((await treeOf(base)) === tree) return base;
  const details = await git.run('describeCommit', [commit], { repository });
  const [name = '', email = '', seconds = '0', message = ''] = details.toString('utf8').split('\0');
  const output = await git.run('commitTree', [tree, base], {
    repository,
    input: message,
    signature: { name, email, atSeconds: Number(seconds) },
  });
  return objectId(output.toString().trim());
}

const NOBODY = { name: 'offprint', email: 'nobody@offprint.invalid', atSeconds: 0 };

/** Returns the newest fetched commit of a remote branch. */
export async function baseOf(mirror: Mirror, branch: BranchName): Promise<ObjectId> {
  const commit = await mirror.baseCommit(branch);
  if (commit) return commit;
  throw new PublishError(`The repository no longer has a branch "${branch}".`, false);
}
