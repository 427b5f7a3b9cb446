import type {
  NewPublication,
  NewTarget,
  Publication,
  PublicationList,
  Target,
  TargetChange,
  TargetList,
  TargetState,
} from '../../server/api/wire.types.ts';
import type { Query, Send } from './client.ts';

const TARGETS = '/v1/targets';
const PUBLICATIONS = '/v1/publications';

/** API calls for targets and publications. */
export function publicationCalls({
  request,
  get,
}: Pick<Send, 'request'> & Readonly<{ get: <T>(path: string, query?: Query) => Promise<T> }>) {
  const target = (id: string, rest = ''): string => `${TARGETS}/${encodeURIComponent(id)}${rest}`;
  const publication = (id: string, verb: string): string =>
    `${PUBLICATIONS}/${encodeURIComponent(id)}/${verb}`;
  return {
    targets: () => get<TargetList>(TARGETS).then(({ targets }) => targets),
    createTarget: (body: NewTarget) => request<Target>('POST', TARGETS, body),
    changeTarget: (id: string, body: TargetChange) => request<Target>('PATCH', target(id), body),
    removeTarget: (id: string) => request<void>('DELETE', target(id)),
    targetState: (id: string) => get<TargetState>(target(id, '/state')),
    testTarget: (id: string) => request<TargetState>('POST', target(id, '/test')),
    rollBack: (id: string, version: string) =>
      request<Publication>('POST', target(id, '/rollback'), { version }),
    publications: (query: Readonly<{ targetId?: string; jobId?: string; limit?: number }>) =>
      get<PublicationList>(PUBLICATIONS, query).then(({ publications }) => publications),
    publish: (body: NewPublication) => request<Publication>('POST', PUBLICATIONS, body),
    cancelPublication: (id: string) => request<Publication>('POST', publication(id, 'cancel')),
    retryPublication: (id: string) => request<Publication>('POST', publication(id, 'retry')),
  };
}
