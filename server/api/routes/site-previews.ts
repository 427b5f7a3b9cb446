import path from 'node:path';
import { findAgentJob } from '../../store/agent-jobs.ts';
import { agentJobParams } from '../agent-schemas.ts';
import { ApiError } from '../api-error.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { projectParams } from '../schemas.ts';
import type { Services } from '../services.ts';
import * as schemas from '../site-preview-schemas.ts';

const ABOUT_ADDRESS =
  'The address works only in browsers on the computer that runs the server. Like the address of an exported site, it expires an hour after its last use.';

/** Returns the endpoints for previewing sites of docs.json repositories before they are exported. */
export function sitePreviewEndpoints({ host, shownSites, agentConfig }: Services): Endpoint[] {
  const show = (id: string, { folder }: Readonly<{ folder: string }>): Promise<string> =>
    shownSites.showFolder(id, path.join(host.dataFolder, folder));
  return [
    endpoint({
      method: 'POST',
      path: '/v1/projects/:projectId/preview',
      operationId: 'previewSite',
      tag: 'Projects',
      summary: 'Preview the site from a branch',
      description: `Builds the docs.json site from the current state of the project's folder or branch and serves it. Each commit is built only once. No request body is needed. ${ABOUT_ADDRESS}`,
      scope: 'write',
      params: projectParams,
      body: schemas.previewRequest,
      bodyOptional: true,
      idempotency: 'refused',
      responses: {
        200: { description: 'The site.', schema: schemas.sitePreview },
        400: refusal('There is no docs.json, or the origin is a live site.'),
        404: refusal('No such project.'),
      },
      handle: async ({ params: { projectId }, body: { branch } }) => {
        const access = await agentConfig.accessOfProject(projectId);
        const made = await host.command('previewProject', projectId, branch, access);
        const { version, pages, findings } = made;
        return {
          status: 200,
          body: {
            siteUrl: await show(`preview ${projectId} ${branch ?? ''}`, made),
            version,
            pages,
            findings,
          },
        };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/v2/agent/:projectId/job/:id/preview',
      operationId: 'previewAgentChange',
      tag: 'Agent jobs',
      summary: 'Preview the site before and after a change',
      description: `Shows what readers see on the pages changed by an agent job, before and after the change. The repository must have a docs.json. ${ABOUT_ADDRESS}`,
      scope: 'write',
      params: agentJobParams,
      idempotency: 'refused',
      responses: {
        200: { description: 'Both sites.', schema: schemas.changePreview },
        400: refusal('The repository has no docs.json.'),
        404: refusal('No such job.'),
        409: refusal('The job has not changed anything yet.'),
      },
      handle: async ({ params: { projectId, id } }) => {
        const job = findAgentJob(host.store(), id);
        if (job?.projectId !== projectId) throw new ApiError(404, 'There is no such agent job.');
        const { before, after, pages } = await host.command('previewAgentJob', id);
        const known = new Set(before.findings.map((finding) => JSON.stringify(finding)));
        return {
          status: 200,
          body: {
            beforeUrl: await show(`before ${id}`, before),
            afterUrl: await show(`after ${id}`, after),
            pages,
            findings: after.findings.filter((finding) => !known.has(JSON.stringify(finding))),
          },
        };
      },
    }),
  ];
}
