import path from 'node:path';
import type { PicturedBundle } from '../../compare/page-pictures.ts';
import { findVariant } from '../../exports/pack/variants.ts';
import { findLastCompletedBefore, requireJob } from '../../store/exports.ts';
import { ApiError } from '../api-error.ts';
import * as schemas from '../comparison-schemas.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { jobParams } from '../schemas.ts';
import type { Services } from '../services.ts';

const JOB = '/v1/static-export/jobs/:jobId';
const tag = 'Bundles';
const refusals = {
  404: refusal('The job does not exist, or its bundle was deleted.'),
  409: refusal('One of the jobs has not completed, or the jobs belong to different projects.'),
};

/** Returns the endpoints for comparisons of two exports of a project. */
export function comparisonEndpoints({ host, comparisons, pictures }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: `${JOB}/comparison`,
      operationId: 'compareExports',
      tag,
      summary: 'Compare two exports',
      description:
        'Lists the pages that were added, removed or changed between an earlier export and this one. Pages are compared by their text. Text that changed in the same way on many pages, such as a footer, is listed separately.',
      scope: 'read',
      params: jobParams,
      query: schemas.comparisonQuery,
      responses: { 200: { description: 'The comparison.', schema: schemas.comparison }, ...refusals },
      handle: async ({ params: { jobId }, query }) => {
        const [base, target] = await bothOf(jobId, query.base);
        const {
          base: from,
          target: to,
          ...found
        } = await comparisons.compare(`${base.sha256} ${target.sha256}`, {
          base: base.file,
          target: target.file,
        });
        return {
          status: 200,
          body: {
            base: { jobId: base.jobId, version: from.version, digest: from.digest },
            target: { jobId, version: to.version, digest: to.digest },
            ...found,
          },
        };
      },
    }),
    endpoint({
      method: 'GET',
      path: `${JOB}/comparison/page`,
      operationId: 'comparePage',
      tag,
      summary: 'Compare a page in two exports',
      description: "Returns the changes to the page's text as a unified diff.",
      scope: 'read',
      params: jobParams,
      query: schemas.pageQuery,
      responses: { 200: { description: 'The difference.', schema: schemas.pageComparison }, ...refusals },
      handle: async ({ params: { jobId }, query }) => {
        const [base, target] = await bothOf(jobId, query.base);
        const { comparePage } = await import('../../compare/compare-page.ts'); // rarely used
        return { status: 200, body: await comparePage({ base: base.file, target: target.file }, query.path) };
      },
    }),
    endpoint({
      method: 'GET',
      path: `${JOB}/picture`,
      operationId: 'getPagePicture',
      tag,
      summary: 'Get a screenshot of a page',
      description:
        'Opens a page of the bundle in the headless browser, which can access only the bundle. Returns a PNG that is 1280 pixels wide and up to 6000 pixels high.',
      scope: 'read',
      params: jobParams,
      query: schemas.pictureQuery,
      responses: {
        200: { description: 'The screenshot.', mediaTypes: ['image/png'] },
        ...refusals,
        429: refusal('Too many screenshots were requested at once.'),
      },
      handle: async ({ params: { jobId }, query }) => {
        const picture = await pictures.take(await zipOf(jobId), query.path);
        return {
          respond: (_request, response) => {
            response.writeHead(200, {
              'content-type': 'image/png',
              'content-length': picture.length,
              'cache-control': 'private, no-store',
              'x-content-type-options': 'nosniff',
            });
            response.end(picture);
          },
        };
      },
    }),
  ];

  /** @throws ApiError 404, 409 */
  async function bothOf(jobId: string, baseJobId: string | undefined): Promise<[OfJob, OfJob]> {
    const job = requireJob(host.store(), jobId);
    const base =
      baseJobId === undefined
        ? findLastCompletedBefore(host.store(), job)
        : requireJob(host.store(), baseJobId);
    if (!base) {
      throw new ApiError(
        409,
        `The job ${jobId} is the first export of its project, so there is nothing to compare it with.`,
      );
    }
    if (base.projectId !== job.projectId) {
      throw new ApiError(
        409,
        `The jobs ${base.id} and ${jobId} belong to different projects. Choose two exports of the same project.`,
      );
    }
    return [await zipOf(base.id), await zipOf(jobId)];
  }

  /** Returns the zip of a job: only a zip allows reading single pages. */
  async function zipOf(jobId: string): Promise<OfJob> {
    const asked = { format: 'zip' as const };
    const { file, sha256 } =
      findVariant(host.store(), host.dataFolder, jobId, asked) ??
      (await host.command('bundleVariant', jobId, asked));
    return { jobId, file: path.join(host.dataFolder, file), sha256 };
  }
}

type OfJob = PicturedBundle & Readonly<{ jobId: string }>;
