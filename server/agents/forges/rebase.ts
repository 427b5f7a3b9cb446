import { PublishError } from '../loop/publisher.ts';
import { type BranchName, type ObjectId, objectId } from '../workspace/git-arguments.ts';
import type { Mirror } from '../workspace/mirror.ts';

/**
 * What changed between two commits of a job, as one commit on another base: for work that goes on after an earlier
 * part of it was merged. Author and time stay, so that it is the same commit each time.
 * @param from the job's commit up to which everything is in the base already
 * @returns the base itself when nothing is left
 * @throws PublishError when the two contradict each other
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
  // merge-tree takes a merge base as an option only from 2.40 on: two commits that stand on it say the same.
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

/** The newest commit of a branch of the remote, fetched before. */
export async function baseOf(mirror: Mirror, branch: BranchName): Promise<ObjectId> {
  const commit = await mirror.baseCommit(branch);
  if (commit) return commit;
  throw new PublishError(`The repository no longer has a branch "${branch}".`, false);
}
