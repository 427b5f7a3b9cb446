import path from 'node:path';
import { findVariant } from '../../exports/pack/variants.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import * as schemas from '../schemas.ts';
import type { Services } from '../services.ts';

/** Returns the endpoints for viewing exported sites without downloading them. */
export function shownSiteEndpoints({ host, shownSites }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/v1/static-export/jobs/:jobId/site',
      operationId: 'showExportedSite',
      tag: 'Bundles',
      summary: 'View the exported site',
      description:
        "Serves a completed job's bundle to browsers on the computer that runs the server, at an origin of its own that cannot be guessed. The pages can access only the bundle. No request body is needed. The address expires an hour after its last use, when four newer ones have been requested, or when the server stops.",
      scope: 'write',
      needsEnterprise: true,
      params: schemas.jobParams,
      idempotency: 'refused',
      responses: {
        200: { description: 'The address.', schema: schemas.shownSite },
        404: refusal('The job does not exist, or its bundle was deleted.'),
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
