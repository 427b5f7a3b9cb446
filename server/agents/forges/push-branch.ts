import { OffprintError } from '../../errors.ts';
import { PublishError } from '../loop/publisher.ts';
import { type GitAccess, TIMED_OUT } from '../workspace/git.ts';
import { type BranchName, type ObjectId, objectId } from '../workspace/git-arguments.ts';
import { onRemote } from '../workspace/local-repository.ts';
import type { Mirror } from '../workspace/mirror.ts';

/** Output of the remote for a push; null if it already had the commit. */
export type Pushed = Readonly<{ said: string } | { said: null }>;

/**
 * Pushes a commit to a branch of the remote. Idempotent, and never overwrites a branch that someone else moved.
 * `options` are sent as push options (git-push(1) -o).
 * @throws PublishError
 */
export async function pushBranch(
  mirror: Mirror,
  access: GitAccess,
  target: Readonly<{ branch: BranchName; commit: ObjectId; options?: readonly string[] }>,
  signal: AbortSignal,
): Promise<Pushed> {
  return whereReachable(mirror, (url) => pushTo(url, mirror, access, target, signal));
}

/**
 * Runs work on the remote (onRemote). An unusable local repository is a permanent error, so it is not retried.
 * @throws PublishError
 */
export async function whereReachable<T>(mirror: Mirror, work: (url: string) => Promise<T>): Promise<T> {
  return onRemote(mirror, work).catch((error: unknown) => {
    if (!(error instanceof OffprintError) || error.code !== 'origin-unreadable') throw error;
    throw new PublishError(error.message, false, error);
  });
}

async function pushTo(
  url: string,
  { git, repository }: Mirror,
  access: GitAccess,
  target: Parameters<typeof pushBranch>[2],
  signal: AbortSignal,
): Promise<Pushed> {
  const run = { repository, access, timeoutMs: 10 * 60_000, signal };
  const listed = await git.attempt('listRemote', [url], run);
  if (listed.status !== 0) throw pushFault(git.explain(listed, access));
  const there = branchIn(listed.output.toString('utf8'), target.branch);
  if (there === target.commit) return { said: null };
  if (there !== null) {
    const known = await git.attempt('isAncestor', [there, target.commit], { repository });
    if (known.status !== 0) {
      throw new PublishError(
        `Someone else has pushed to the branch ${target.branch}. Nothing was overwritten. Merge their work and start a new job.`,
        false,
      );
    }
  }
  const result = await git.attempt(
    'push',
    [url, target.commit, target.branch, there, target.options ?? []],
    run,
  );
  if (result.status === 0) return { said: result.complaint };
  throw pushFault(git.explain(result, access));
}

/** Finds the commit of a branch in the output of git-ls-remote(1). */
function branchIn(listed: string, branch: BranchName): ObjectId | null {
  const line = listed.split('\n').find((entry) => entry.endsWith(`\trefs/heads/${branch}`));
  return line === undefined ? null : objectId(line.slice(0, line.indexOf('\t')));
}

/** Classifies a failed push by git's message, since git has no status codes for it. */
function pushFault(said: string): PublishError {
  if (
    /authentication failed|could not read username|error: 40[13]|permission denied|access denied/i.test(said)
  ) {
    return new PublishError(`The token is not allowed to push to the repository: ${said}`, false);
  }
  if (mayPass(said)) return new PublishError(`The repository cannot be reached: ${said}`, true);
  return new PublishError(`The repository rejected the push: ${said}`, false);
}

/** Whether a git error may be temporary. "The remote end hung up" does not count: git prints it after every refusal. */
export function mayPass(said: string): boolean {
  if (said.includes(TIMED_OUT)) return true;
  return /could not resolve host|failed to connect|couldn't connect|connection (refused|reset|timed out)|operation timed out|error: (50[0234]|429)|early EOF/i.test(
    said,
  );
}
