import { OffprintError } from '../../errors.ts';
import type { GitAccess } from '../workspace/git.ts';
import { type BranchName, type ObjectId, objectId } from '../workspace/git-arguments.ts';
import type { Mirror } from '../workspace/mirror.ts';
import { pushBranch } from './push-branch.ts';

/**
 * Merges an approved change into its target branch with a commit that has two parents. Idempotent, so it can be
 * repeated after a crash. Never overwrites a branch that moves in the meantime.
 * @returns the commit of the target branch that contains the change
 * @throws OffprintError `conflict` if the branch is gone or files conflict; PublishError if the push fails
 */
export async function mergeChange(
  mirror: Mirror,
  access: GitAccess,
  change: Readonly<{
    target: BranchName;
    commit: ObjectId;
    message: string;
    author: Readonly<{ name: string; email: string }>;
    atSeconds: number;
  }>,
  signal: AbortSignal,
): Promise<ObjectId> {
  const { git, repository } = mirror;
  const { target, commit } = change;
  await mirror.refresh(access, signal);
  const base = await mirror.baseCommit(target);
  if (base === null) {
    throw new OffprintError('conflict', `The repository no longer has a branch "${target}".`);
  }
  if ((await git.attempt('isAncestor', [commit, base], { repository })).status === 0) return base;
  const merged = await git.attempt('merge', [base, commit], { repository });
  const [tree = '', ...rest] = merged.output.toString('utf8').split('\n');
  if (merged.status !== 0) {
    const files = rest.slice(0, rest.indexOf('')).slice(0, 10).join(', ');
    throw new OffprintError(
      'conflict',
      `The change conflicts with changes that have since been merged into ${target}: ${files}. Start a new job, which will use the latest state.`,
    );
  }
  const made = await git.run('commitMerge', [objectId(tree), base, commit], {
    repository,
    input: change.message,
    signature: { ...change.author, atSeconds: change.atSeconds },
  });
  const merge = objectId(made.toString().trim());
  await pushBranch(mirror, access, { branch: target, commit: merge }, signal);
  return merge;
}
