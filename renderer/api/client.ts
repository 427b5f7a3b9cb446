import type {
  AdminKey,
  AdminKeyList,
  Bundle,
  BundleRequest,
  CreatedAdminKey,
  DiagnosticResult,
  Diagnostics,
  EffectiveSettingList,
  FolderListing,
  Job,
  JobCounts,
  JobList,
  JobSort,
  JobStatus,
  LinkKeyList,
  NewAdminKey,
  NewCredential,
  NewProject,
  Organization,
  OrganizationChange,
  OriginTest,
  OriginTestRequest,
  PageList,
  PageQuery,
  Preferences,
  Preview,
  PreviewRequest,
  Project,
  ProjectChange,
  ProjectList,
  Queue,
  Report,
  Secrets,
  Settings,
  ShownSite,
  SitePreview,
  StartExport,
  Throughput,
} from '../../server/api/wire.types.ts';
import { agentCalls } from './agent-client.ts';
import { ApiFault } from './api-fault.ts';
import { comparisonCalls } from './comparison-client.ts';
import { dataFolderCalls } from './data-folder-client.ts';
import { hostingCalls } from './hosting-client.ts';
import { JOBS, jobPath } from './paths.ts';
import { publicationCalls } from './publications-client.ts';
import { queryOf } from './query.ts';
import { receivedCalls } from './received-client.ts';
import { retentionCalls } from './retention-client.ts';
import { saveAnswer } from './save-answer.ts';
import { scheduleCalls } from './schedule-client.ts';
import { trustCalls } from './trust-client.ts';

export type JobListQuery = Readonly<{
  offset?: number;
  limit?: number;
  status?: JobStatus | undefined;
  search?: string | undefined;
  projectId?: string;
  sort?: JobSort;
}>;

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type CallOptions = Readonly<{ headers?: Readonly<Record<string, string>>; signal?: AbortSignal }>;

/** Ways to call the API. All throw ApiFault. */
export type Send = Readonly<{
  /** Sends a Blob unchanged and any other body as JSON. */
  send: (method: Method, path: string, body?: unknown, options?: CallOptions) => Promise<Response>;
  request: <T>(method: Method, path: string, body?: unknown) => Promise<T>;
  /** Saves the response to a GET request as a download. */
  save: (path: string, fileName: string, options?: CallOptions) => Promise<void>;
}>;

/** JSON schema of a field of an API request (OpenAPI 3.1). Forms are generated from it. */
export type FieldSchema = Readonly<{
  type?: string | readonly string[];
  description?: string;
  default?: unknown;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  anyOf?: readonly FieldSchema[];
}>;
export type ObjectSchema = Readonly<{ properties?: Readonly<Record<string, FieldSchema>> }>;

export type Api = ReturnType<typeof createApi>;

/** The login page stores the session token here; every call sends it (server/api/browser/browser-mode.ts). */
const SESSION_STORAGE_KEY = 'offprint-session';
const SESSION_HEADER = 'offprint-session';

/**
 * Creates the API client of the interface.
 * @param base prefix of every path: empty in a browser, `/api` in the desktop app
 * @param onAnswer called with the status of each response, or 0 if there was none
 */
export function createApi(base: string, onAnswer: (status: number) => void = () => {}) {
  const send: Send['send'] = async (method, path, body, { headers, signal } = {}) => {
    let response: Response;
    // Read on every call, since another tab may have logged in again.
    const token = localStorage.getItem(SESSION_STORAGE_KEY);
    try {
      response = await fetch(base + path, {
        method,
        headers: {
          ...headers,
          ...(token !== null && { [SESSION_HEADER]: token }),
          ...(body !== undefined && {
            'content-type': body instanceof Blob ? 'application/octet-stream' : 'application/json',
          }),
        },
        ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      onAnswer(0);
      throw new ApiFault(0, 'Offprint is not responding. It may have been stopped.');
    }
    onAnswer(response.status);
    if (response.ok) return response;
    const answer: unknown = await response.json().catch(() => undefined);
    const sentence = (answer as { error?: string } | undefined)?.error;
    const wait = response.headers.get('retry-after');
    throw new ApiFault(
      response.status,
      sentence ?? `The server responded with status ${response.status}.`,
      wait === null ? undefined : Number(wait),
    );
  };
  const request: Send['request'] = async <T>(method: Method, path: string, body?: unknown) => {
    const response = await send(method, path, body);
    return (response.status === 204 ? undefined : await response.json()) as T;
  };
  const save: Send['save'] = async (path, fileName, options) => {
    await saveAnswer(await send('GET', path, undefined, options), fileName);
  };
  const get = <T>(path: string, query: Query = {}): Promise<T> => request('GET', path + queryOf(query));
  const project = (id: string): string => `/v1/projects/${encodeURIComponent(id)}`;

  return {
    send,
    /** Saves a job's report as an HTML file. */
    saveReport: (jobId: string) =>
      save(jobPath(jobId, '/report'), `report-${jobId}.html`, { headers: { accept: 'text/html' } }),

    jobs: (query: JobListQuery) => get<JobList>(JOBS, query),
    counts: (query: Readonly<{ search?: string | undefined; projectId?: string }>) =>
      get<JobCounts>('/v1/static-export/counts', query),
    queue: () => get<Queue>('/v1/static-export/queue'),
    job: (jobId: string) => get<Job>(jobPath(jobId)),
    startExport: (body: StartExport) => request<Job>('POST', JOBS, body),
    preview: (body: PreviewRequest) => request<Preview>('POST', '/v1/static-export/preview', body),
    steer: (jobId: string, verb: 'pause' | 'resume' | 'cancel' | 'retry') =>
      request<Job>('POST', jobPath(jobId, `/${verb}`)),
    deleteJob: (jobId: string) => request<void>('DELETE', jobPath(jobId)),
    pages: (jobId: string, query: Partial<PageQuery>) => get<PageList>(jobPath(jobId, '/pages'), query),
    throughput: (jobId: string) => get<Throughput>(jobPath(jobId, '/throughput')),
    report: (jobId: string) => get<Report>(jobPath(jobId, '/report')),
    bundle: (jobId: string, body: BundleRequest = {}) =>
      request<Bundle>('POST', jobPath(jobId, '/bundle'), body),

    showSite: (jobId: string) => request<ShownSite>('POST', jobPath(jobId, '/site')),

    folders: (path?: string) => get<FolderListing>('/v1/folders', { path }),

    projects: () => get<ProjectList>('/v1/projects').then(({ projects }) => projects),
    project: (id: string) => get<Project>(project(id)),
    previewSite: (id: string, branch: string | undefined) =>
      request<SitePreview>('POST', `${project(id)}/preview`, branch === undefined ? {} : { branch }),
    createProject: (body: NewProject) => request<Project>('POST', '/v1/projects', body),
    changeProject: (id: string, body: ProjectChange) => request<Project>('PATCH', project(id), body),
    deleteProject: (id: string) => request<void>('DELETE', project(id)),

    keys: () => get<AdminKeyList>('/v1/keys').then(({ keys }) => keys),
    createKey: (body: NewAdminKey) => request<CreatedAdminKey>('POST', '/v1/keys', body),
    revokeKey: (keyId: string) => request<AdminKey>('DELETE', `/v1/keys/${encodeURIComponent(keyId)}`),

    preferences: () => get<Preferences>('/v1/preferences'),
    changePreferences: (body: Preferences) => request<Preferences>('PATCH', '/v1/preferences', body),
    settings: () => get<Settings>('/v1/settings'),
    effectiveSettings: () => get<EffectiveSettingList>('/v1/settings/effective'),
    changeSettings: (body: Readonly<Record<string, unknown>>) =>
      request<Settings>('PATCH', '/v1/settings', body),
    organization: () => get<Organization>('/v1/organization'),
    changeOrganization: (body: OrganizationChange) =>
      request<Organization>('PATCH', '/v1/organization', body),
    linkKeys: () => get<LinkKeyList>('/v1/link-keys').then(({ linkKeys }) => linkKeys),
    rotateLinkKey: () => request<LinkKeyList>('POST', '/v1/link-keys'),
    testOrigin: (body: OriginTestRequest) => request<OriginTest>('POST', '/v1/origins/test', body),
    setCredential: (body: NewCredential) => request<void>('POST', '/v1/credentials', body),
    secrets: () => get<Secrets>('/v1/secrets'),
    diagnostics: () => get<Diagnostics>('/v1/diagnostics'),
    check: (check: 'browser' | 'database') =>
      request<DiagnosticResult>('POST', '/v1/diagnostics/checks', { check }),
    /** Loads the fields of a schema of the API by its name. */
    fields: async (name: string): Promise<Readonly<Record<string, FieldSchema>>> => {
      const description = await get<{ components: { schemas: Record<string, ObjectSchema> } }>(
        '/openapi.json',
      );
      return description.components.schemas[name]?.properties ?? {};
    },
    ...agentCalls({ send, request, save, get }),
    ...comparisonCalls({ send, get }),
    ...dataFolderCalls({ send }),
    ...hostingCalls({ request, get }),
    ...publicationCalls({ request, get }),
    ...receivedCalls({ send, request, get }),
    ...retentionCalls({ request, get }),
    ...scheduleCalls({ request, get }),
    ...trustCalls({ request, save, get }),
    logOut: async () => {
      await request<void>('DELETE', '/v1/session');
      localStorage.removeItem(SESSION_STORAGE_KEY);
    },
  };
}
