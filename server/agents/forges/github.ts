import type { Forge, ForgeSettings, MergeRequest } from './forge.ts';
import { field, forgeHttp, items } from './forge-http.ts';

/** GitHub Enterprise Server: `/api/v3`, bearer token (research/agent.md 4.1). */
export function githubForge(settings: ForgeSettings): Forge {
  const { request, refusal } = forgeHttp(settings, '/api/v3', {
    authorization: `Bearer ${settings.token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  });
  const repository = `/repos/${settings.repository.split('/').map(encodeURIComponent).join('/')}`;
  const owner = settings.repository.split('/')[0] ?? '';
  return {
    name: 'GitHub Enterprise Server',
    gitAuthorization: `Basic ${Buffer.from(`x-access-token:${settings.token}`).toString('base64')}`,
    probe: async (signal) => {
      const answer = await request('GET', repository, signal);
      if (answer.status !== 200) throw refusal(answer, 'read the repository');
    },
    findOpen: async (head, base, signal) => {
      const query = new URLSearchParams({ head: `${owner}:${head}`, base, state: 'open' });
      const answer = await request('GET', `${repository}/pulls?${query}`, signal);
      if (answer.status !== 200) throw refusal(answer, 'list pull requests');
      const [found] = items(answer.body);
      return found === undefined ? null : pullOf(found);
    },
    create: async ({ head, base, title, body, isDraft }, signal) => {
      const open = (draft: boolean) =>
        request('POST', `${repository}/pulls`, signal, { head, base, title, body, draft });
      let answer = await open(isDraft);
      // Not every plan has drafts. If not, open a normal request; its text says what is unfinished.
      if (isDraft && answer.status === 422 && /draft/i.test(answer.text)) answer = await open(false);
      if (answer.status === 201) return pullOf(answer.body);
      const messages = items(field(answer.body, 'errors')).map((error) =>
        String(field(error, 'message') ?? ''),
      );
      if (answer.status === 422 && messages.some((message) => /already exists/i.test(message))) return null;
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
  const merged = field(pull, 'merged') === true || typeof field(pull, 'merged_at') === 'string';
  return {
    number: Number(field(pull, 'number')),
    link: String(field(pull, 'html_url')),
    state: merged ? 'merged' : field(pull, 'state') === 'open' ? 'open' : 'closed',
  };
}
