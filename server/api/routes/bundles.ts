import path from 'node:path';
import type { Readable } from 'node:stream';
import send from 'send';
import type { SigningKey } from '../../bundles/ed25519.ts';
import { linkFault } from '../../bundles/signed-link.ts';
import { admitConnection } from '../../connection-limits.ts';
import { type BundleVariant, findVariant, type VariantRequest } from '../../exports/pack/variants.ts';
import { type ExportJob, findJob } from '../../store/exports.ts';
import { ApiError } from '../api-error.ts';
import { bundleLink, bundleName, dayName, savedName } from '../bundle-link.ts';
import { downloadLimits } from '../download-limits.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import * as schemas from '../schemas.ts';
import type { Services } from '../services.ts';
import { whenClosed } from '../when-closed.ts';

const ARCHIVES = ['application/zip', 'application/gzip'];
const archiveHeaders = {
  ETag: 'The SHA-256 of the archive, in quotation marks.',
  'Content-Disposition': 'The file name to save the archive under.',
};

/** Returns the endpoints for bundles: links and downloads. */
export function bundleEndpoints(services: Services): Endpoint[] {
  const { host, settings, linkKeys, installationKey } = services;
  const downloads = downloadLimits();
  const required = (jobId: string): ExportJob => {
    const found = findJob(host.store(), jobId);
    if (!found)
      throw new ApiError(404, `There is no export job ${JSON.stringify(jobId.slice(0, 60)).slice(1, -1)}.`);
    return found;
  };

  return [
    endpoint({
      method: 'POST',
      path: '/v1/static-export/jobs/:jobId/bundle',
      operationId: 'createBundleLink',
      tag: 'Bundles',
      summary: 'Get a link to a bundle',
      description:
        'Signs a link to the bundle of a completed job. No request body is needed. The link expires, but the bundle is kept, so you can request a fresh link. Other formats and deltas from an earlier bundle are made when first requested. If links point to object storage, the archive is uploaded when first requested. Unknown fields are ignored.',
      scope: 'write',
      needsEnterprise: true,
      params: schemas.jobParams,
      body: schemas.bundleRequest,
      bodyOptional: true,
      idempotency: 'answer',
      responses: {
        200: { description: 'The link.', schema: schemas.bundle },
        404: refusal('The job does not exist, or its bundle was deleted.'),
        409: refusal(
          'The job or the base has no bundle; the base belongs to another project; the object storage denies access; or the request with this Idempotency-Key is still being processed.',
        ),
        502: refusal('The object storage is not responding.'),
      },
      handle: async ({ params, body, caller }) => {
        const job = required(params.jobId);
        requireBundle(job);
        const asked =
          body.base === undefined
            ? {
                format: body.format ?? settings().apiBundleFormat,
                inFolder: body.forPeople === true && settings().archiveFolder,
              }
            : { baseJobId: body.base, ...(body.format && { format: body.format }) };
        const variant =
          findVariant(host.store(), host.dataFolder, job.id, asked) ??
          (await host.command('bundleVariant', job.id, asked, await deltaKey(body.base)));
        const link = await bundleLink(services, job, {
          variant,
          fileName: bundleName(job, variant),
          seconds: body.expiresInSeconds,
          linkTarget: body.linkTarget,
          caller,
        });
        return {
          status: 200,
          body: {
            jobId: job.id,
            ...link,
            sizeBytes: variant.sizeBytes,
            sha256: variant.sha256,
            version: job.version ?? '',
            format: variant.format,
            base: variant.baseJobId,
          },
          headers: { 'cache-control': 'no-store' },
        };
      },
    }),

    endpoint({
      method: 'GET',
      path: '/bundles/:jobId/:file',
      operationId: 'downloadBundle',
      tag: 'Bundles',
      summary: 'Download a bundle through its link',
      description:
        'The signature takes the place of an API key, so no Authorization header is needed. Supports HEAD, Range and If-Range, so interrupted downloads can be resumed (`curl -C -`).',
      scope: 'none',
      params: schemas.linkParams,
      query: schemas.linkQuery,
      headers: {
        Range: {
          description: 'The range of bytes to return, such as `bytes=1048576-`.',
          schema: { type: 'string' },
        },
        'If-Range': {
          description:
            'The ETag of the part you have. If it still matches, only the range is sent. Otherwise, the whole archive is sent.',
          schema: { type: 'string' },
        },
      },
      responses: {
        200: { description: 'The archive.', mediaTypes: ARCHIVES, headers: archiveHeaders },
        206: { description: 'The requested part.', mediaTypes: ARCHIVES, headers: archiveHeaders },
        304: { description: 'The archive matches If-None-Match.' },
        403: refusal('The link has expired, was altered or is incomplete, or its signing key was revoked.'),
        404: refusal('The bundle was deleted.'),
        412: refusal('The archive does not match If-Match.'),
        416: refusal('The range is outside the archive.'),
        503: refusal('Too many downloads are in progress, or the keys that sign links are locked.', {
          'Retry-After': 'Seconds to wait before trying again.',
        }),
      },
      handle: async ({ params }) => ({
        respond: (request, response) => {
          const refuse = (status: number, error: string): void => {
            response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
            response.end(JSON.stringify({ error }));
          };
          const url = new URL(request.url ?? '/', 'http://offprint.invalid');
          const id = url.searchParams.get('key') ?? '';
          linkKeys
            .find(id)
            .then((key) => {
              const fault = linkFault(
                url.pathname,
                url.searchParams,
                (asked) => (asked === id ? key : undefined),
                Date.now(),
              );
              if (response.destroyed) return;
              if (fault) return refuse(403, LINK_FAULTS[fault]);
              const job = findJob(host.store(), params.jobId);
              const variant = job && variantNamed(job, params.file);
              if (!job || !variant)
                return refuse(404, 'The bundle for this link was deleted. Export the site again.');
              if (!downloads.begin(url.searchParams.get('signature') ?? '', response)) {
                response.setHeader('retry-after', '30');
                return refuse(503, 'Too many downloads are in progress. Try again in half a minute.');
              }
              admitConnection(request);
              response.statusCode = 200;
              response.setHeader('etag', `"${variant.sha256}"`);
              response.setHeader('cache-control', 'private, no-transform');
              response.setHeader('x-content-type-options', 'nosniff');
              response.setHeader(
                'content-type',
                variant.format === 'zip' ? 'application/zip' : 'application/gzip',
              );
              response.setHeader(
                'content-disposition',
                `attachment; filename="${savedName(variant, params.file)}"`,
              );
              const { dir, base } = path.parse(path.join(host.dataFolder, variant.file));
              send(request, `/${encodeURIComponent(base)}`, {
                root: dir,
                index: false,
                dotfiles: 'deny',
                cacheControl: false,
                lastModified: false,
              })
                // A pipelined response that is waiting for its turn has no socket yet that could report the close.
                .on('stream', (stream: Readable) => whenClosed(response, () => stream.destroy()))
                .on('error', (error: Error & { status?: number; headers?: Record<string, string> }) => {
                  for (const name of ['content-disposition', 'etag', 'cache-control'])
                    response.removeHeader(name);
                  for (const [name, value] of Object.entries(error.headers ?? {}))
                    response.setHeader(name, value);
                  if (error.status === 416)
                    refuse(416, 'The requested range is outside the bundle. Start the download again.');
                  else if (error.status === 412)
                    refuse(412, 'The bundle has changed. Start the download again.');
                  else if (error.status === 404)
                    refuse(404, 'The bundle file is missing. Export the site again.');
                  else refuse(500, "The bundle cannot be read. Check the server's log.");
                })
                .pipe(response);
            })
            .catch(() => {
              if (response.headersSent) response.destroy();
              else
                refuse(
                  503,
                  'The keys that sign links are not available right now. Unlock the keychain and try again.',
                );
            });
        },
      }),
    }),
  ];

  /** Returns the key to sign a delta with. Deltas are signed when they are made, bundles when they are packed. */
  async function deltaKey(base: string | undefined): Promise<SigningKey | undefined> {
    return base === undefined ? undefined : installationKey.signingKey();
  }

  /** Finds the variant with a file name, among whole bundles and the deltas made so far. */
  function variantNamed(job: ExportJob, file: string): BundleVariant | undefined {
    const find = (asked: VariantRequest) => findVariant(host.store(), host.dataFolder, job.id, asked);
    // The whole bundle is checked first: a version label may end like the name of another variant.
    const format = file.endsWith('.zip') ? 'zip' : 'tar.gz';
    const bundle = find({ format });
    if (bundle && [bundleName(job, bundle), dayName(job)].includes(file)) return bundle;
    const folder = find({ format, inFolder: true });
    if (folder && bundleName(job, folder) === file) return folder;
    const base = /-delta-from-(se_[0-9a-f]{16})\.zip$/.exec(file)?.[1];
    if (base === undefined || !findJob(host.store(), base)) return undefined;
    const delta = find({ baseJobId: base });
    return delta && bundleName(job, delta) === file ? delta : undefined;
  }
}

const LINK_FAULTS = {
  incomplete: 'This link is incomplete. Copy it again, including everything after the question mark.',
  altered: 'This link was altered: its signature does not match. Request a fresh one.',
  'unknown key': 'This link was signed with a key that is no longer in use. Request a fresh one.',
  expired: 'This link has expired. Request a fresh one with POST …/bundle for the same job.',
} as const;

/** Requires that a job has a bundle. A job that failed verification has one too, so that people can judge it. */
function requireBundle(job: ExportJob): void {
  if (job.status === 'completed' || (job.status === 'failed' && job.errorCode === 'verification-failed'))
    return;
  throw new ApiError(
    409,
    job.status === 'failed'
      ? `The job ${job.id} failed, so it has no bundle: ${job.error ?? ''}`
      : `The job ${job.id} is ${job.status} (${Math.floor(job.progress)}%). Request the bundle once the job is completed.`,
  );
}
