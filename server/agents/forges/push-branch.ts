import { OffprintError } from '../../errors.ts';
import { PublishError } from '../loop/publisher.ts';
import { type GitAccess, TIMED_OUT } from '../workspace/git.ts';
import { type BranchName, type ObjectId, objectId } from '../workspace/git-arguments.ts';
import { onRemote } from '../workspace/local-repository.ts';
import type { Mirror } from '../workspace/mirror.ts';

/** What the remote said while it took a branch; null when it had it already. */
export type Pushed = Readonly<{ said: string } | { said: null }>;

/**
 * Puts a commit on a branch of the remote. Repeated it changes nothing; a branch that somebody else moved is never
 * overwritten. `options` are sent as push options (git-push(1) -o).
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
 * Works on the remote (onRemote). A repository on this computer that cannot be used does not mend itself.
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

/** The commit of a branch among those that the remote has (git-ls-remote(1)). */
function branchIn(listed: string, branch: BranchName): ObjectId | null {
  const line = listed.split('\n').find((entry) => entry.endsWith(`\trefs/heads/${branch}`));
  return line === undefined ? null : objectId(line.slice(0, line.indexOf('\t')));
}

/** Whether a push may work later is read from what git says: it has no codes for it. */
function pushFault(said: string): PublishError {
  if (
    /authentication failed|could not read username|error: 40[13]|permission denied|access denied/i.test(said)
  ) {
    return new PublishError(`The token is not allowed to push to the repository: ${said}`, false);
  }
  if (mayPass(said)) return new PublishError(`The repository cannot be reached: ${said}`, true);
  return new PublishError(`The repository rejected the push: ${said}`, false);
}

/** "The remote end hung up" is no sign of it: git says that after every refusal too. */
export function mayPass(said: string): boolean {
  if (said.includes(TIMED_OUT)) return true;
  return /could not resolve host|failed to connect|couldn't connect|connection (refused|reset|timed out)|operation timed out|error: (50[0234]|429)|early EOF/i.test(
    said,
  );
}
