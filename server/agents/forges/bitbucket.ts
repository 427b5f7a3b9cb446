import type { Forge, ForgeSettings, MergeRequest } from './forge.ts';
import { field, forgeHttp, items } from './forge-http.ts';

/** Bitbucket Data Center: `/rest/api/latest`, bearer token for the API and for git (research/agent.md 4.1). */
export function bitbucketForge(settings: ForgeSettings): Forge {
  const authorization = `Bearer ${settings.token}`;
  const { request, refusal } = forgeHttp(settings, '/rest/api/latest', { authorization });
  const [key = '', slug = ''] = settings.repository.split('/');
  const repository = `/projects/${encodeURIComponent(key)}/repos/${encodeURIComponent(slug)}`;
  const ref = (branch: string) => ({ id: `refs/heads/${branch}`, repository: { slug, project: { key } } });
  return {
    name: 'Bitbucket Data Center',
    gitAuthorization: authorization,
    probe: async (signal) => {
      const answer = await request('GET', repository, signal);
      if (answer.status !== 200) throw refusal(answer, 'read the repository');
    },
    findOpen: async (head, base, signal) => {
      const query = new URLSearchParams({ state: 'OPEN', direction: 'OUTGOING', at: `refs/heads/${head}` });
      const answer = await request('GET', `${repository}/pull-requests?${query}`, signal);
      if (answer.status !== 200) throw refusal(answer, 'list pull requests');
      const found = items(field(answer.body, 'values')).find(
        (pull) =>
          field(pull, 'fromRef', 'id') === `refs/heads/${head}` &&
          field(pull, 'toRef', 'id') === `refs/heads/${base}`,
      );
      return found === undefined ? null : pullOf(found);
    },
    create: async ({ head, base, title, body, isDraft }, signal) => {
      const open = (draft: boolean) =>
        request('POST', `${repository}/pull-requests`, signal, {
          title,
          description: body,
          fromRef: ref(head),
          toRef: ref(base),
          ...(draft && { draft }),
        });
      let answer = await open(isDraft);
      // Older versions do not support drafts.
      if (isDraft && answer.status === 400) answer = await open(false);
      if (answer.status === 201) return pullOf(answer.body);
      // 409 is not always a duplicate; the package of the exception differs by version.
      const names = items(field(answer.body, 'errors')).map((error) =>
        String(field(error, 'exceptionName') ?? ''),
      );
      if (answer.status === 409 && names.some((name) => name.endsWith('.DuplicatePullRequestException')))
        return null;
      throw refusal(answer, 'open a pull request');
    },
    byNumber: async (number, signal) => {
      const answer = await request('GET', `${repository}/pull-requests/${number}`, signal);
      if (answer.status !== 200) throw refusal(answer, 'read the pull request');
      return pullOf(answer.body);
    },
  };
}

function pullOf(pull: unknown): MergeRequest {
  const state = field(pull, 'state');
  return {
    number: Number(field(pull, 'id')),
    link: String(field(pull, 'links', 'self', 0, 'href')),
    state: state === 'MERGED' ? 'merged' : state === 'OPEN' ? 'open' : 'closed',
  };
}
