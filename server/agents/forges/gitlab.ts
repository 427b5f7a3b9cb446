import type { Forge, ForgeSettings, MergeRequest } from './forge.ts';
import { field, forgeHttp, items } from './forge-http.ts';

/** GitLab: `/api/v4`, PRIVATE-TOKEN, drafts by a title prefix (research/agent.md 4.1). */
export function gitlabForge(settings: ForgeSettings): Forge {
  const { request, refusal } = forgeHttp(settings, '/api/v4', { 'private-token': settings.token });
  const project = `/projects/${encodeURIComponent(settings.repository)}`;
  return {
    name: 'GitLab',
    // With a token, HTTP basic authentication accepts any user name.
    gitAuthorization: `Basic ${Buffer.from(`oauth2:${settings.token}`).toString('base64')}`,
    probe: async (signal) => {
      const answer = await request('GET', project, signal);
      if (answer.status !== 200) throw refusal(answer, 'read the project');
    },
    findOpen: async (head, base, signal) => {
      const query = new URLSearchParams({ state: 'opened', source_branch: head, target_branch: base });
      const answer = await request('GET', `${project}/merge_requests?${query}`, signal);
      if (answer.status !== 200) throw refusal(answer, 'list merge requests');
      const [found] = items(answer.body);
      return found === undefined ? null : requestOf(found);
    },
    create: async ({ head, base, title, body, isDraft }, signal) => {
      const answer = await request('POST', `${project}/merge_requests`, signal, {
        source_branch: head,
        target_branch: base,
        title: isDraft ? `Draft: ${title}` : title,
        description: body,
      });
      if (answer.status === 201) return requestOf(answer.body);
      if (answer.status === 409) return null;
      throw refusal(answer, 'open a merge request');
    },
    byNumber: async (number, signal) => {
      const answer = await request('GET', `${project}/merge_requests/${number}`, signal);
      if (answer.status !== 200) throw refusal(answer, 'read the merge request');
      return requestOf(answer.body);
    },
  };
}

function requestOf(request: unknown): MergeRequest {
  const state = field(request, 'state');
  return {
    number: Number(field(request, 'iid')),
    link: String(field(request, 'web_url')),
    state: state === 'merged' ? 'merged' : state === 'opened' ? 'open' : 'closed',
  };
}
