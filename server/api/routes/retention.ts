import fs from 'node:fs';
import path from 'node:path';
import { measureDiskUse } from '../../retention/disk-use.ts';
import type { Removable } from '../../retention/plan.ts';
import { DATABASE_FILE } from '../../store/database.ts';
import { listProjects, requireProject } from '../../store/projects.ts';
import { pinnedJobs, projectRules, waitingBefore } from '../../store/retention.ts';
import { callerName } from '../caller-name.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import * as schemas from '../retention-schemas.ts';
import { jobParams, projectParams } from '../schemas.ts';
import type { Services } from '../services.ts';

const tag = 'Disk space';
const PROJECT = '/v1/projects/:projectId/retention';

/** Returns the endpoints for disk use and retention rules. */
export function retentionEndpoints({ host, retention, settings, hostedSites, clock }: Services): Endpoint[] {
  const database = (): string => path.join(host.dataFolder, DATABASE_FILE);
  const by = (id: string): string => callerName(host.store(), id);
  const sumOf = (items: readonly Removable[]): number => items.reduce((sum, { bytes }) => sum + bytes, 0);
  const rulesOf = (projectId: string) => ({
    projectId: requireProject(host.store(), projectId).id,
    own: projectRules(host.store()).get(projectId) ?? null,
    general: { keepLast: settings().retentionKeepLast, keepDays: settings().retentionKeepDays },
  });
  const pinning = (verb: 'pin' | 'unpin', summary: string, description: string): Endpoint =>
    endpoint({
      method: 'POST',
      path: `/v1/static-export/jobs/:jobId/${verb}`,
      operationId: `${verb}ExportJob`,
      tag,
      summary,
      description,
      scope: 'write',
      params: jobParams,
      idempotency: 'answer',
      responses: { 204: { description: 'Done.' }, 404: refusal('No such job.') },
      handle: async ({ params: { jobId }, caller }) => {
        await host.command('setPinned', jobId, verb === 'pin', by(caller.id));
        return { status: 204 };
      },
    });

  return [
    endpoint({
      method: 'GET',
      path: '/v1/disk-use',
      operationId: 'getDiskUse',
      tag,
      summary: 'Get disk usage',
      description: 'Shows disk usage by project. This can take a moment for large data folders.',
      scope: 'read',
      responses: { 200: { description: 'The disk usage.', schema: schemas.diskUse } },
      handle: async () => {
        const { projects } = await measureDiskUse({ database: database(), jobIds: [] });
        const names = new Map(listProjects(host.store()).map(({ id, name }) => [id, name]));
        const disk = await fs.promises.statfs(host.dataFolder);
        const waiting = waitingBefore(host.store(), new Date(clock.now()).toISOString());
        const versions = hostedSites.list().flatMap((site) => site.versions);
        const sized = projects.map((use) => ({ ...use, name: names.get(use.projectId) ?? use.projectId }));
        return {
          status: 200,
          body: {
            projects: sized.sort((a, b) => b.bundleBytes + b.contentBytes - a.bundleBytes - a.contentBytes),
            receivedBytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
            hostingBytes: versions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
            databaseBytes: (await fs.promises.stat(database())).size,
            freeBytes: disk.bavail * disk.bsize,
            totalBytes: disk.blocks * disk.bsize,
          },
        };
      },
    }),
    endpoint({
      method: 'GET',
      path: '/v1/retention',
      operationId: 'getRetentionPlan',
      tag,
      summary: 'Preview what would be removed',
      description:
        'Lists exports, deltas and received bundles that the retention rules do not keep, without removing them. The newest export of each project is always kept, as is anything that is pinned, published or hosted, or that has an active link.',
      scope: 'read',
      responses: { 200: { description: 'What would be removed.', schema: schemas.retentionPlan } },
      handle: async () => {
        const { remove, keep } = retention.plan();
        const jobIds = remove.filter(({ kind }) => kind === 'export').map(({ id }) => id);
        const { freedBytes } =
          jobIds.length === 0 ? { freedBytes: 0 } : await measureDiskUse({ database: database(), jobIds });
        return {
          status: 200,
          body: {
            remove: [...remove],
            bytes: sumOf(remove),
            contentBytes: freedBytes,
            keep: [...keep],
          },
        };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/v1/retention/prune',
      operationId: 'prune',
      tag,
      summary: 'Remove the items that the retention rules do not keep',
      description:
        'Each item is checked again before it is removed, and each removal is recorded in the audit log. Nothing in use is removed.',
      scope: 'admin',
      idempotency: 'answer',
      responses: { 200: { description: 'What was removed.', schema: schemas.pruned } },
      handle: async ({ caller }) => {
        const { removed, failed } = await retention.prune(by(caller.id));
        return { status: 200, body: { removed: [...removed], failed: [...failed], bytes: sumOf(removed) } };
      },
    }),
    endpoint({
      method: 'GET',
      path: PROJECT,
      operationId: 'getProjectRetention',
      tag,
      summary: "Get a project's retention rules",
      description: "Returns the project's own rules and the general ones.",
      scope: 'read',
      params: projectParams,
      responses: { 200: { description: 'The rules.', schema: schemas.projectRetention } },
      handle: ({ params: { projectId } }) => ({ status: 200, body: rulesOf(projectId) }),
    }),
    endpoint({
      method: 'POST',
      path: PROJECT,
      operationId: 'setProjectRetention',
      tag,
      summary: "Set a project's retention rules",
      description: 'This does not remove anything yet. The rules apply the next time exports are removed.',
      scope: 'admin',
      params: projectParams,
      body: schemas.newProjectRetention,
      idempotency: 'answer',
      responses: { 200: { description: 'The rules.', schema: schemas.projectRetention } },
      handle: async ({ params: { projectId }, body: { own } }) => {
        await host.command('setProjectRules', projectId, own);
        return { status: 200, body: rulesOf(projectId) };
      },
    }),
    endpoint({
      method: 'GET',
      path: '/v1/retention/pins',
      operationId: 'listPins',
      tag,
      summary: 'List pinned exports',
      description: 'Retention rules never remove pinned exports.',
      scope: 'read',
      responses: { 200: { description: 'IDs of the pinned exports.', schema: schemas.pins } },
      handle: () => ({ status: 200, body: { pinned: pinnedJobs(host.store()) } }),
    }),
    pinning('pin', 'Pin an export', 'Retention rules will no longer remove it, but it can still be deleted.'),
    pinning('unpin', 'Unpin an export', 'Retention rules will apply to it again.'),
  ];
}
