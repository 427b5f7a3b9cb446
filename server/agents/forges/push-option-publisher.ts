import { PublishError, type Published, type Publisher } from '../loop/publisher.ts';
import type { GitAccess } from '../workspace/git.ts';
import { branchName, objectId } from '../workspace/git-arguments.ts';
import type { Mirror } from '../workspace/mirror.ts';
import { mayPass, pushBranch, whereReachable } from './push-branch.ts';

export type PushOptionSettings = Readonly<{
  /** GitLab's push options, or AGit as supported by Gitea and Forgejo. */
  kind: 'gitlab' | 'agit';
  /** Page that lists the open requests. Used if the server does not report the address of the new one. */
  listUrl: string;
}>;

/**
 * Opens merge requests with just a push, for when there is no API token. The link comes from the server's output during
 * the push. Without an API, there is no way to tell whether a request has been merged or closed since.
 */
export function pushOptionPublisher(
  settings: PushOptionSettings,
  mirror: Mirror,
  access: GitAccess,
): Publisher {
  return {
    publish: async (publication, signal) => {
      const branch = branchName(publication.branch);
      const target = branchName(publication.baseBranch);
      if (branch === null || target === null) {
        const name = branch === null ? publication.branch : publication.baseBranch;
        throw new PublishError(`"${name}" is not a valid branch name.`, false);
      }
      const commit = objectId(publication.commit);
      const { title, isDraft } = publication;
      // An option is one line; GitLab reads \n as a line end.
      const body = publication.body.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').slice(0, 8000);
      let said: string | null;
      if (settings.kind === 'gitlab') {
        const options = [
          'merge_request.create',
          `merge_request.target=${target}`,
          `merge_request.title=${title}`,
          `merge_request.description=${body}`,
          ...(isDraft ? ['merge_request.draft'] : []),
        ];
        said = (await pushBranch(mirror, access, { branch, commit, options }, signal)).said;
      } else {
        const options = [`topic=${branch}`, `title=${isDraft ? 'WIP: ' : ''}${title}`, `description=${body}`];
        said = await pushForReview(mirror, access, { commit, target, options }, signal);
      }
      const link = said === null ? null : requestLink(said);
      return {
        link: link ?? settings.listUrl,
        number: link === null ? null : Number(/(\d+)$/.exec(link)?.[1]),
        branch,
      } satisfies Published;
    },
  };
}

async function pushForReview(
  mirror: Mirror,
  access: GitAccess,
  {
    commit,
    target,
    options,
  }: Readonly<{
    commit: ReturnType<typeof objectId>;
    target: NonNullable<ReturnType<typeof branchName>>;
    options: readonly string[];
  }>,
  signal: AbortSignal,
): Promise<string | null> {
  const { git, repository } = mirror;
  const result = await whereReachable(mirror, (url) =>
    git.attempt('pushForReview', [url, commit, target, options], { repository, access, signal }),
  );
  if (result.status === 0) return result.complaint;
  const said = git.explain(result, access);
  // A repeated push of the same commit is rejected with one of these messages: everything is already there.
  if (/same (with|as) (the )?old commit|everything up-to-date/i.test(said)) return said;
  throw new PublishError(`The repository rejected the change: ${said}`, mayPass(said));
}

/** Finds the address of a merge or pull request in a server's output (`remote:   https://…/-/merge_requests/5`). */
function requestLink(said: string): string | null {
  return /^remote:\s+(https?:\/\/\S+\/(?:merge_requests|pulls)\/\d+)\s*$/m.exec(said)?.[1] ?? null;
}
