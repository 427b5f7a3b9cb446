import type { Forge, ForgeSettings, MergeRequest } from './forge.ts';
import { field, forgeHttp, items } from './forge-http.ts';

/** Gitea and Forgejo: `/api/v1`, token header, drafts by a title prefix (research/agent.md 4.1). */
export function giteaForge(settings: ForgeSettings): Forge {
  const authorization = `token ${settings.token}`;
  const { request, refusal } = forgeHttp(settings, '/api/v1', { authorization });
  const repository = `/repos/${settings.repository.split('/').map(encodeURIComponent).join('/')}`;
  return {
    name: 'Gitea or Forgejo',
    gitAuthorization: authorization,
    probe: async (signal) => {
      const answer = await request('GET', repository, signal);
      if (answer.status !== 200) throw refusal(answer, 'read the repository');
    },
    findOpen: async (head, base, signal) => {
      // The list cannot be filtered by branch, so go through its pages, newest first.
      for (let page = 1; page <= 20; page++) {
        const answer = await request(
          'GET',
          `${repository}/pulls?state=open&sort=recentupdate&limit=50&page=${page}`,
          signal,
        );
        if (answer.status !== 200) throw refusal(answer, 'list pull requests');
        const all = items(answer.body);
        const found = all.find(
          (pull) => field(pull, 'head', 'ref') === head && field(pull, 'base', 'ref') === base,
        );
        if (found) return pullOf(found);
        if (all.length === 0) return null;
      }
      return null;
    },
    create: async ({ head, base, title, body, isDraft }, signal) => {
      const answer = await request('POST', `${repository}/pulls`, signal, {
        head,
        base,
        title: isDraft ? `WIP: ${title}` : title,
        body,
      });
      if (answer.status === 201) return pullOf(answer.body);
      if (answer.status === 409) return null;
      throw refusal(answer, 'open a pull request');
    },
    byNumber: async (number, signal) => {
      const answer = await request('GET', `${repository}/pulls/${number}`, signal);
      if (answer.status !== 200) throw refusal(answer, 'read the pull request');
      return pullOf(answer.body);
    },
  };
}

function pullOf(pull: unknown): MergeRequest {
  const merged = field(pull, 'merged') === true;
  return {
    number: Number(field(pull, 'number')),
    link: String(field(pull, 'html_url')),
    state: merged ? 'merged' : field(pull, 'state') === 'open' ? 'open' : 'closed',
  };
}
