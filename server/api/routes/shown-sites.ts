import path from 'node:path';
import { findVariant } from '../../exports/pack/variants.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import * as schemas from '../schemas.ts';
import type { Services } from '../services.ts';

/** Exported sites, to be looked at without downloading them. */
export function shownSiteEndpoints({ host, shownSites }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/v1/static-export/jobs/:jobId/site',
      operationId: 'showExportedSite',
      tag: 'Bundles',
      summary: 'Look at the exported site',
      description:
        'Serves the bundle of a completed job to browsers of the computer that the server runs on, at an origin of its own that cannot be guessed; needs no body. Its pages reach nothing but the bundle. The address ends an hour after its last use, when four newer ones were asked for, or with the server.',
      scope: 'write',
      needsEnterprise: true,
      params: schemas.jobParams,
      idempotency: 'refused',
      responses: {
        200: { description: 'The address.', schema: schemas.shownSite },
        404: refusal('There is no such job, or its bundle is gone.'),
        409: refusal('The job has not completed.'),
      },
      handle: async ({ params: { jobId } }) => {
        const asked = { format: 'zip' as const };
        const bundle =
          findVariant(host.store(), host.dataFolder, jobId, asked) ??
          (await host.command('bundleVariant', jobId, asked));
        const { sha256 } = bundle;
        const siteUrl = await shownSites.show({
          jobId,
          file: path.join(host.dataFolder, bundle.file),
          sha256,
        });
        return { status: 200, body: { jobId, siteUrl } };
      },
    }),
  ];
}
