import type {
  DiskUse,
  Pins,
  ProjectRetention,
  Pruned,
  RetentionPlan,
  RetentionRules,
} from '../../server/api/wire.types.ts';
import type { Query, Send } from './client.ts';
import { jobPath } from './paths.ts';

/** API calls for disk use and retention rules. */
export function retentionCalls({
  request,
  get,
}: Pick<Send, 'request'> & Readonly<{ get: <T>(path: string, query?: Query) => Promise<T> }>) {
  const rules = (projectId: string): string => `/v1/projects/${encodeURIComponent(projectId)}/retention`;
  return {
    diskUse: () => get<DiskUse>('/v1/disk-use'),
    retentionPlan: () => get<RetentionPlan>('/v1/retention'),
    prune: () => request<Pruned>('POST', '/v1/retention/prune'),
    projectRetention: (projectId: string) => get<ProjectRetention>(rules(projectId)),
    setProjectRetention: (projectId: string, own: RetentionRules | null) =>
      request<ProjectRetention>('POST', rules(projectId), { own }),
    pins: () => get<Pins>('/v1/retention/pins').then(({ pinned }) => pinned),
    setPinned: (jobId: string, isPinned: boolean) =>
      request<void>('POST', jobPath(jobId, isPinned ? '/pin' : '/unpin')),
  };
}
