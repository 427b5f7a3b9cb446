import type { NewAuditEntry } from '../store/audit.ts';
import type { Store } from '../store/database.ts';
import { findJob } from '../store/exports.ts';
import { listKeys } from '../store/keys.ts';
import { findProject } from '../store/projects.ts';
import type { Answer, Call, Endpoint } from './endpoint.ts';

/** Operations that write their entry in the transaction of the change, or whose history is read with the log. */
const WRITTEN_WITH_THE_CHANGE: ReadonlySet<string> = new Set([
  'createSigningKey',
  'rotateSigningKey',
  'addTrustedKey',
  'renameTrustedKey',
  'revokeTrustedKey',
  'removeTrustedKey',
  'signBundle',
  'createTarget',
  'updateTarget',
  'removeTarget',
  'createPublication',
  'rollBackTarget',
  'retryPublication',
  'receiveBundle',
  'acceptReceived',
  'keepReceived',
  'discardReceived',
  'hostSite',
  'changeHostedSite',
  'addHostedVersion',
  'rollBackHostedSite',
  'startHostedSite',
  'stopHostedSite',
  'removeHostedSite',
  'setSchedule',
  'pauseSchedule',
  'resumeSchedule',
  'removeSchedule',
  'prune',
]);

/**
 * Operations without a lasting effect: they read, test, preview, or upload bytes that only another call puts to use.
 */
const CHANGES_NOTHING: ReadonlySet<string> = new Set([
  'previewExport',
  'testModelServer',
  'testForge',
  'testOrigin',
  'testTarget',
  'verifyBundle',
  'runDiagnosticCheck',
  'createDiagnosticsArchive',
  'showExportedSite',
  'showReceivedSite',
  'previewSite',
  'previewAgentChange',
  'beginUpload',
  'uploadPart',
]);

/** Action by operation. An operation that is not listed is logged under its own name, so every change is logged. */
export const ACTIONS: Readonly<Record<string, string>> = {
  startExportJob: 'export-started',
  startProjectExport: 'export-started',
  deleteExportJob: 'export-deleted',
  cancelExportJob: 'export-canceled',
  retryExportJob: 'export-retried',
  pauseExportJob: 'export-paused',
  resumeExportJob: 'export-resumed',
  pauseQueue: 'queue-paused',
  resumeQueue: 'queue-resumed',
  createBundleLink: 'link-made',
  createAgentJob: 'agent-job-started',
  createAgentSession: 'agent-job-started',
  messageAgentJob: 'agent-job-messaged',
  cancelAgentJob: 'agent-job-canceled',
  archiveAgentJob: 'agent-job-archived',
  approveAgentJob: 'agent-change-approved',
  rejectAgentJob: 'agent-change-rejected',
  commentAgentJob: 'agent-change-commented',
  exportAgentChange: 'agent-change-exported',
  importAgentChange: 'agent-change-imported',
  updateAgentSettings: 'agent-settings-changed',
  putModelServer: 'model-server-set',
  deleteModelServer: 'model-server-removed',
  putForge: 'forge-set',
  deleteForge: 'forge-removed',
  createProject: 'project-created',
  updateProject: 'project-changed',
  deleteProject: 'project-deleted',
  updateOrganization: 'organization-changed',
  createKey: 'admin-key-created',
  revokeKey: 'admin-key-revoked',
  updateSettings: 'settings-changed',
  rotateLinkKey: 'link-key-rotated',
  revokeLinkKey: 'link-key-revoked',
  rotateMasterKey: 'master-key-rotated',
  cancelPublication: 'publication-canceled',
  setCredential: 'credential-set',
  deleteCredential: 'credential-removed',
  createLoginLink: 'login-link-made',
  updatePreferences: 'preferences-changed',
  endSession: 'session-ended',
  createBackup: 'backup-made',
  runSchedule: 'export-started',
  pinExportJob: 'export-pinned',
  unpinExportJob: 'export-unpinned',
  setProjectRetention: 'retention-set',
};

/** Actions whose entries are written with the change or read from a separate history (store/audit.ts). */
const OTHER_ACTIONS = [
  'key-made',
  'key-rotated',
  'key-trusted',
  'key-renamed',
  'key-revoked',
  'key-removed',
  'bundle-signed',
  'target-added',
  'target-changed',
  'target-removed',
  'publish-to-set',
  'link-target-set',
  'archive-linked',
  'site-hosted',
  'site-started',
  'site-stopped',
  'site-changed',
  'site-version',
  'site-rolled-back',
  'site-removed',
  'schedule-set',
  'schedule-paused',
  'schedule-resumed',
  'schedule-removed',
  'pruned',
  'published',
  'rolled-back',
  'received',
  'accepted',
  'kept',
  'discarded',
] as const;

/** All actions in the audit log, sorted. */
export const auditActions: readonly string[] = [
  ...new Set([...Object.values(ACTIONS), ...OTHER_ACTIONS]),
].sort();

/** Whether the API writes an entry after the operation has succeeded. */
export function isAudited({ method, operationId }: Endpoint): boolean {
  return method !== 'GET' && !WRITTEN_WITH_THE_CHANGE.has(operationId) && !CHANGES_NOTHING.has(operationId);
}

/** Returns the name of the subject of a call while it still exists, or undefined if it has no name. */
export function nameBefore(store: Store, params: unknown): string | undefined {
  const { projectId, jobId, keyId } = fieldsOf(params);
  if (typeof keyId === 'string') return listKeys(store).find(({ id }) => id === keyId)?.name;
  if (typeof jobId === 'string') return findJob(store, jobId)?.domain;
  return typeof projectId === 'string' ? findProject(store, projectId)?.name : undefined;
}

/** @param by name of the caller @param name name of the subject @param answer undefined for a streamed response */
export function auditEntryOf(
  { operationId }: Endpoint,
  { params, body }: Pick<Call<unknown, unknown, unknown>, 'params' | 'body'>,
  answer: Answer | undefined,
  by: string,
  name?: string,
): NewAuditEntry {
  const action =
    ACTIONS[operationId] ?? operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const made = fieldsOf(answer?.body);
  const given = fieldsOf(body);
  const place = Object.values(fieldsOf(params)).map(String);
  const id = place.at(-1) ?? firstText(made, ['jobId', 'projectId', 'id', 'name']) ?? '';
  const subject =
    name ??
    firstText(made, ['name', 'domain', 'prompt']) ??
    firstText(given, ['name', 'domain', 'prompt']) ??
    id;
  const detail = {
    fields: Object.keys(given).sort().join(' '),
    ...(place.length > 1 && { in: place[0] ?? '' }),
  };
  return { by, action, subject: subject.slice(0, SUBJECT_MAX), id, detail };
}

const SUBJECT_MAX = 200;

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  const isRecord =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
  return isRecord ? (value as Record<string, unknown>) : {};
}

function firstText(fields: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
