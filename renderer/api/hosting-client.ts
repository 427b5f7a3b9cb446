import type {
  HostedBundle,
  HostedSite,
  HostedSiteChange,
  HostedSiteList,
  NewHostedSite,
} from '../../server/api/wire.types.ts';
import type { Query, Send } from './client.ts';

const HOSTING = '/v1/hosting';

/** API calls for the sites that this installation serves to readers. */
export function hostingCalls({
  request,
  get,
}: Pick<Send, 'request'> & Readonly<{ get: <T>(path: string, query?: Query) => Promise<T> }>) {
  const site = (id: string, rest = ''): string => `${HOSTING}/${encodeURIComponent(id)}${rest}`;
  return {
    hostedSites: () => get<HostedSiteList>(HOSTING).then(({ sites }) => sites),
    hostSite: (body: NewHostedSite) => request<HostedSite>('POST', HOSTING, body),
    changeHostedSite: (id: string, body: HostedSiteChange) => request<HostedSite>('PATCH', site(id), body),
    addHostedVersion: (id: string, body: HostedBundle) =>
      request<HostedSite>('POST', site(id, '/versions'), body),
    rollBackHostedSite: (id: string, versionId: string) =>
      request<HostedSite>('POST', site(id, '/rollback'), { versionId }),
    startHostedSite: (id: string) => request<HostedSite>('POST', site(id, '/start')),
    stopHostedSite: (id: string) => request<HostedSite>('POST', site(id, '/stop')),
    removeHostedSite: (id: string) => request<void>('DELETE', site(id)),
  };
}
