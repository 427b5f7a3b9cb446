import type {
  AgentComment,
  AgentDetail,
  AgentDiff,
  AgentExport,
  AgentImport,
  AgentJob,
  AgentJobList,
  AgentSettings,
  AgentSettingsChange,
  AgentSettingsList,
  ChangePreview,
  Diagnosis,
  Forge,
  ForgeInput,
  ForgeList,
  ForgeTest,
  ModelServer,
  ModelServerInput,
  ModelServerList,
} from '../../server/api/wire.types.ts';
import type { Query, Send } from './client.ts';
import type { AgentPlace } from './live.ts';
import { agentJobPath, agentPath } from './paths.ts';

export type AgentListQuery = Readonly<{
  status?: 'active' | 'completed' | 'failed' | undefined;
  archived?: boolean | undefined;
  projectId?: string | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
  limit?: number;
  id?: string;
}>;

/** Rate limit for the prompts and messages of a project. */
export type Rates = Readonly<{ limit: number; remaining: number; resetSeconds: number }>;

/** API calls for agent jobs, their settings, model servers and forges. */
export function agentCalls({
  send,
  request,
  save,
  get,
}: Send & Readonly<{ get: <T>(path: string, query?: Query) => Promise<T> }>) {
  const peer = (kind: 'model-servers' | 'forges', name: string, rest = ''): string =>
    `/v1/${kind}/${encodeURIComponent(name)}${rest}`;
  return {
    agentJobs: (query: AgentListQuery) => get<AgentJobList>('/v2/agent/jobs', query),
    createAgentJob: (projectId: string, prompt: string) =>
      request<AgentJob>('POST', agentPath(projectId, '/job'), { prompt }),
    agentRates: async (projectId: string): Promise<Rates> =>
      ratesOf(await send('GET', agentPath(projectId, '/jobs?limit=1'))),
    agentDetail: (place: AgentPlace) => get<AgentDetail>(agentJobPath(place, '/detail')),
    agentDiff: (place: AgentPlace) => get<AgentDiff>(agentJobPath(place, '/diff')),
    previewAgentChange: (place: AgentPlace) =>
      request<ChangePreview>('POST', agentJobPath(place, '/preview')),
    messageAgentJob: (place: AgentPlace, prompt: string) =>
      request<AgentJob>('POST', agentJobPath(place, '/message'), { prompt }),
    commentAgentJob: (place: AgentPlace, comments: readonly AgentComment[]) =>
      request<AgentJob>('POST', agentJobPath(place, '/comments'), { comments }),
    endAgentJob: (place: AgentPlace, verb: 'cancel' | 'archive') =>
      request<AgentJob>('POST', agentJobPath(place, `/${verb}`)),
    reviewAgentJob: (place: AgentPlace, verb: 'approve' | 'reject', note: string) =>
      request<AgentJob>('POST', agentJobPath(place, `/${verb}`), { note }),
    exportAgentChange: (place: AgentPlace) => request<AgentExport>('POST', agentJobPath(place, '/export')),
    /** Saves a file of an exported change as a download. */
    saveAgentFile: (place: AgentPlace, file: string) =>
      save(agentJobPath(place, `/export/${encodeURIComponent(file)}`), file),
    importAgentChange: (projectId: string, body: AgentImport) =>
      request<AgentJob>('POST', agentPath(projectId, '/import'), body),

    agentSettings: () => get<AgentSettingsList>('/v1/agent-settings').then(({ projects }) => projects),
    changeAgentSettings: (projectId: string, body: AgentSettingsChange) =>
      request<AgentSettings>('PATCH', `/v1/projects/${encodeURIComponent(projectId)}/agent`, body),
    modelServers: () => get<ModelServerList>('/v1/model-servers').then(({ modelServers }) => modelServers),
    putModelServer: (body: ModelServerInput) => request<ModelServer>('POST', '/v1/model-servers', body),
    deleteModelServer: (name: string) => request<void>('DELETE', peer('model-servers', name)),
    testModelServer: (name: string) => request<Diagnosis>('POST', peer('model-servers', name, '/test')),
    forges: () => get<ForgeList>('/v1/forges').then(({ forges }) => forges),
    putForge: (body: ForgeInput) => request<Forge>('POST', '/v1/forges', body),
    deleteForge: (name: string) => request<void>('DELETE', peer('forges', name)),
    testForge: (name: string, projectId: string) =>
      request<ForgeTest>('POST', peer('forges', name, '/test'), { projectId }),
  };
}

function ratesOf({ headers }: Response): Rates {
  const number = (name: string): number => Number(headers.get(name) ?? 0);
  return {
    limit: number('ratelimit-limit'),
    remaining: number('ratelimit-remaining'),
    resetSeconds: number('ratelimit-reset'),
  };
}
