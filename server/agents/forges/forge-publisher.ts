import { OffprintError } from '../../errors.ts';
import { type Publication, PublishError, type Published, type Publisher } from '../loop/publisher.ts';
import type { GitAccess } from '../workspace/git.ts';
import { type BranchName, branchName, type ObjectId, objectId } from '../workspace/git-arguments.ts';
import type { Mirror } from '../workspace/mirror.ts';
import type { Forge, MergeRequest } from './forge.ts';
import { mayPass, pushBranch } from './push-branch.ts';
import { baseOf, ontoBase } from './rebase.ts';

/**
 * Publishes to a forge: pushes the branch, looks for an open request, opens one if there is none, and looks again if
 * the forge reports that there is one. Can be repeated after a crash at any point.
 */
export function forgePublisher(forge: Forge, mirror: Mirror, access: GitAccess): Publisher {
  const withToken = { ...access, authorization: forge.gitAuthorization };
  return {
    publish: async (publication, signal) => {
      const { branch, commit } = await targetOf(forge, mirror, withToken, publication, signal);
      await pushBranch(mirror, withToken, { branch, commit }, signal);
      const request = await ensure(forge, branch, publication, signal);
      return { link: request.link, number: request.number, branch } satisfies Published;
    },
  };
}

/**
 * Chooses the branch and commit to push. If the earlier request was merged or closed, later changes go to a new branch
 * on the newest base.
 */
async function targetOf(
  forge: Forge,
  mirror: Mirror,
  access: GitAccess,
  { branch, base: start, baseBranch, commit, earlier }: Publication,
  signal: AbortSignal,
): Promise<Readonly<{ branch: BranchName; commit: ObjectId }>> {
  const own = { branch: checked(branch), commit: objectId(commit) };
  if (earlier === null || earlier.number === null) return own;
  const rebased = (from: ObjectId, base: ObjectId) => ontoBase(mirror, { from, commit: own.commit, base });
  const { state } = await forge.byNumber(earlier.number, signal);
  if (state === 'open' && earlier.branch === branch) return own;
  await refresh(mirror, access, signal);
  if (state === 'open') {
    // The job moved to another branch after an earlier merge. Continue from the tip of that branch.
    const tip = await baseOf(mirror, checked(earlier.branch));
    return { branch: checked(earlier.branch), commit: await rebased(objectId(earlier.commit), tip) };
  }
  const base = await baseOf(mirror, checked(baseBranch));
  // If the request was closed without a merge, propose the whole change again.
  const from = objectId(state === 'merged' ? earlier.commit : start);
  const next = {
    branch: checked(nextName(earlier.branch)),
    commit: await rebased(from, base),
  };
  if (next.commit !== base) return next;
  throw new PublishError(
    'Everything the job changed is already in the target branch. There is nothing to propose.',
    false,
  );
}

async function refresh(mirror: Mirror, access: GitAccess, signal: AbortSignal): Promise<void> {
  try {
    await mirror.refresh(access, signal);
  } catch (error) {
    if (!(error instanceof OffprintError)) throw error;
    throw new PublishError(error.message, mayPass(error.message), error);
  }
}

function checked(name: string): BranchName {
  const branch = branchName(name);
  if (branch) return branch;
  throw new PublishError(`"${name}" is not a valid branch name.`, false);
}

function nextName(branch: string): string {
  const match = /^(.*)-(\d{1,4})$/.exec(branch);
  return match ? `${match[1]}-${Number(match[2]) + 1}` : `${branch}-2`;
}

async function ensure(
  forge: Forge,
  head: BranchName,
  { baseBranch: base, title, body, isDraft }: Publication,
  signal: AbortSignal,
): Promise<MergeRequest> {
  const found =
    (await forge.findOpen(head, base, signal)) ??
    (await forge.create({ head, base, title, body, isDraft }, signal)) ??
    (await forge.findOpen(head, base, signal));
  if (found) return found;
  throw new PublishError(
    `${forge.name} reports that a merge request for ${head} already exists, but does not list it. Find that merge request and close it.`,
    false,
  );
}
