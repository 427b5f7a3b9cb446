import { OffprintError } from '../../errors.ts';
import { type BranchName, localRef, type ObjectId, objectId } from './git-arguments.ts';
import type { Mirror } from './mirror.ts';
import type { Workspace } from './workspace.ts';

export type CommitOptions = Readonly<{
  branch: BranchName;
  /** What the branch must point to now; null if it must not exist. Also used as the parent; if null, the base is. */
  expected: ObjectId | null;
  message: string;
  author: Readonly<{ name: string; email: string }>;
  /**
   * Seconds since 1970. The same changes at the same time yield the same commit, so publishing again changes nothing.
   */
  atSeconds: number;
}>;

/**
 * Commits a workspace to a branch of our own in the mirror. If the branch already points to that commit, nothing
 * changes, so that publishing can be repeated after a crash.
 * @throws OffprintError `conflict` if the branch points elsewhere
 */
export async function commitWorkspace(
  mirror: Mirror,
  workspace: Workspace,
  options: CommitOptions,
): Promise<ObjectId> {
  const { git, repository } = mirror;
  const tree = await workspace.tree();
  const parent = options.expected ?? workspace.base;
  const output = await git.run('commitTree', [tree, parent], {
    repository,
    input: options.message,
    signature: { ...options.author, atSeconds: options.atSeconds },
  });
  const commit = objectId(output.toString().trim());
  const current = await mirror.ownCommit(options.branch);
  if (current === commit) return commit;
  const none = objectId('0'.repeat(commit.length));
  const moved = await git.attempt('updateRef', [localRef(options.branch), commit, options.expected ?? none], {
    repository,
  });
  if (moved.status === 0) return commit;
  throw new OffprintError(
    'conflict',
    `The branch ${options.branch} changed while the job was running (${current === null ? 'it no longer exists' : `it is now at ${current}`}). Nothing was overwritten.`,
  );
}
