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
      summary: 'View the exported site',
      description:
        "Serves the bundle of a completed job to browsers on the server's computer, at its own origin, which cannot be guessed. Needs no body. Its pages can only access the bundle. The address works until an hour after its last use, until four newer ones are requested, or until the server stops.",
      scope: 'write',
      needsEnterprise: true,
      params: schemas.jobParams,
      idempotency: 'refused',
      responses: {
        200: { description: 'The address.', schema: schemas.shownSite },
        404: refusal('No such job, or its bundle was deleted.'),
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
