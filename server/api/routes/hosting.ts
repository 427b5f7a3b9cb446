import path from 'node:path';
import type { z } from 'zod';
import { OffprintError } from '../../errors.ts';
import type { HostedSiteState } from '../../hosted-site-state.ts';
import { requireUsable } from '../../received/acceptance.ts';
import { placeIn } from '../../received/take-in.ts';
import { requireJob } from '../../store/exports.ts';
import type { AskedBundle } from '../../store/hosted-sites.ts';
import { requireReceived } from '../../store/received.ts';
import type { AskedBy } from '../../writer/hosting-commands.ts';
import { ApiError } from '../api-error.ts';
import { bundleOfJob, readableBundle } from '../bundle-place.ts';
import { callerName } from '../caller-name.ts';
import { type Caller, type Endpoint, endpoint, refusal } from '../endpoint.ts';
import * as schemas from '../hosting-schemas.ts';
import type { Services } from '../services.ts';

const HOSTING = '/v1/hosting';
const SITE = `${HOSTING}/:siteId`;
const tag = 'Hosting';
const site = { description: 'The site.', schema: schemas.hostedSite };
const KEEP_DEFAULT = 3;
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

const stopped = refusal('The site is stopped, or no server is using this data folder.');

/** Returns the endpoints for hosted sites: start, stop, versions, rollback. */
export function hostingEndpoints({ host, hostedSites, receiver, settings, log }: Services): Endpoint[] {
  const asked = (caller: Caller, action: AskedBy['action'], detail: AskedBy['detail'] = {}): AskedBy => ({
    by: callerName(host.store(), caller.id),
    action,
    detail,
  });

  return [
    endpoint({
      method: 'GET',
      path: HOSTING,
      operationId: 'listHostedSites',
      tag,
      summary: 'List the hosted sites',
      description: 'Lists the sites served to readers from bundles, with the versions kept for each site.',
      scope: 'read',
      responses: { 200: { description: 'The sites.', schema: schemas.hostedSiteList } },
      handle: () => ({ status: 200, body: { sites: hostedSites.list().map(siteBody) } }),
    }),
    endpoint({
      method: 'POST',
      path: HOSTING,
      operationId: 'hostSite',
      tag,
      summary: 'Host a site',
      description:
        'Serves the bundle of a completed job, a received bundle, or a bundle file to readers at its own address and port. The server starts listening immediately, while the bundle is still being verified. The site remains available, even after a restart, until it is stopped. API keys can use only loopback addresses and those in `hostingAddresses`. If this installation trusts any keys, a bundle file must be signed.',
      scope: 'admin',
      body: schemas.newHostedSite,
      idempotency: 'answer',
      responses: {
        201: { ...site, headers: { Location: 'The URL path of the site.' } },
        403: refusal('The key lacks the required scope or is not allowed to use this address or path.'),
        404: refusal('No such job or received bundle.'),
        409: refusal('The name is taken, or the bundle cannot be used.'),
      },
      handle: async ({
        body: { name, address = '127.0.0.1', port = 0, keep = KEEP_DEFAULT, ...bundle },
        caller,
      }) => {
        requireAddress(address, caller);
        const { known, ...found } = await bundleAt(bundle, caller);
        const made = await hostedSites.add(
          { name: name ?? known, host: address, port, keep, asked: found },
          asked(caller, 'site-hosted', { address, port: String(port), bundle: found.file }),
        );
        log(`hosting: ${caller.id} added ${made.name}`);
        return { status: 201, body: siteBody(made), headers: { location: `${HOSTING}/${made.id}` } };
      },
    }),
    endpoint({
      method: 'GET',
      path: SITE,
      operationId: 'getHostedSite',
      tag,
      summary: 'Get a hosted site',
      description: 'Poll until `activity` is `idle`.',
      scope: 'read',
      params: schemas.hostedSiteParams,
      responses: { 200: site },
      handle: ({ params: { siteId } }) => ({ status: 200, body: siteBody(hostedSites.find(siteId)) }),
    }),
    endpoint({
      method: 'PATCH',
      path: SITE,
      operationId: 'changeHostedSite',
      tag,
      summary: 'Change a hosted site',
      description: 'The site must be stopped first.',
      scope: 'admin',
      params: schemas.hostedSiteParams,
      body: schemas.hostedSiteChange,
      responses: { 200: site, 409: refusal('The name is taken, or the site is running.') },
      handle: async ({ params: { siteId }, body: { name, address, port, keep }, caller }) => {
        if (address !== undefined) requireAddress(address, caller);
        const change = {
          ...(name !== undefined && { name }),
          ...(address !== undefined && { host: address }),
          ...(port !== undefined && { port }),
          ...(keep !== undefined && { keep }),
        };
        const by = asked(caller, 'site-changed', address === undefined ? {} : { address });
        return { status: 200, body: siteBody(await hostedSites.change(siteId, change, by)) };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${SITE}/versions`,
      operationId: 'addHostedVersion',
      tag,
      summary: 'Switch to another version',
      description:
        'The new version is verified while the current one is still being served. Then all readers are switched to the new version at once. If anything fails, the current version remains active and `error` says why.',
      scope: 'write',
      params: schemas.hostedSiteParams,
      body: schemas.hostedBundle,
      responses: { 202: { ...site, description: 'Started.' }, 409: stopped },
      handle: async ({ params: { siteId }, body, caller }) => {
        const { known: _, ...found } = await bundleAt(body, caller);
        const by = asked(caller, 'site-version', { bundle: found.file });
        return { status: 202, body: siteBody(await hostedSites.rollOut(siteId, found, by)) };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${SITE}/rollback`,
      operationId: 'rollBackHostedSite',
      tag,
      summary: 'Roll back to a stored version',
      description: 'Responds once readers see the restored version.',
      scope: 'write',
      params: schemas.hostedSiteParams,
      body: schemas.hostingRollback,
      bodyOptional: true,
      responses: { 200: site, 409: stopped },
      handle: async ({ params: { siteId }, body: { versionId = before(siteId) }, caller }) => {
        const by = asked(caller, 'site-rolled-back', { version: versionId });
        return { status: 200, body: siteBody(await hostedSites.rollBack(siteId, versionId, by)) };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${SITE}/start`,
      operationId: 'startHostedSite',
      tag,
      summary: 'Start a hosted site',
      description: "Resumes serving the site's last active version.",
      scope: 'write',
      params: schemas.hostedSiteParams,
      responses: { 200: site, 409: refusal('No server is using this data folder.') },
      handle: async ({ params: { siteId }, caller }) => {
        requireAddress(hostedSites.find(siteId).host, caller);
        return {
          status: 200,
          body: siteBody(await hostedSites.start(siteId, asked(caller, 'site-started'))),
        };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${SITE}/stop`,
      operationId: 'stopHostedSite',
      tag,
      summary: 'Stop a hosted site',
      description: "Requests in progress are completed first. The site's versions are kept.",
      scope: 'write',
      params: schemas.hostedSiteParams,
      responses: { 200: site },
      handle: async ({ params: { siteId }, caller }) => ({
        status: 200,
        body: siteBody(await hostedSites.stop(siteId, asked(caller, 'site-stopped'))),
      }),
    }),
    endpoint({
      method: 'DELETE',
      path: SITE,
      operationId: 'removeHostedSite',
      tag,
      summary: 'Remove a hosted site',
      description:
        'Stops the site and deletes the stored versions. Bundles stored elsewhere are not deleted.',
      scope: 'admin',
      params: schemas.hostedSiteParams,
      responses: { 204: { description: 'Removed.' } },
      handle: async ({ params: { siteId }, caller }) => {
        await hostedSites.remove(siteId, asked(caller, 'site-removed'));
        log(`hosting: ${caller.id} removed ${siteId}`);
        return { status: 204 };
      },
    }),
  ];

  /**
   * Requires an address that the caller may open. Only the owner may open addresses other than loopback and those in
   * the settings.
   * @throws ApiError 403
   */
  function requireAddress(address: string, caller: Caller): void {
    if (caller.isOwner || LOOPBACK.includes(address) || settings().hostingAddresses.includes(address)) return;
    throw new ApiError(
      403,
      `The address ${address} is not allowed by the hostingAddresses setting. The operator can add it with: offprint settings set hostingAddresses ${address}`,
    );
  }

  /**
   * @returns the bundle, with `known`, the default name of the site
   * @throws ApiError 400, 403, 404; OffprintError `conflict`, `not-found`
   */
  async function bundleAt(
    { jobId, receivedId, path: given = '' }: z.infer<typeof schemas.hostedBundle>,
    caller: Caller,
  ): Promise<AskedBundle & { known: string }> {
    if (jobId !== undefined) {
      const { domain } = requireJob(host.store(), jobId);
      const file = path.resolve(host.dataFolder, bundleOfJob(jobId, { host, settings }).file);
      return { file, isAccepted: true, known: domain };
    }
    if (receivedId !== undefined) {
      const received = requireReceived(host.store(), receivedId);
      requireUsable(host.store(), received);
      const file = await receiver.zipOf(received);
      return { file, isAccepted: true, known: received.verification.manifest?.domain ?? receivedId };
    }
    const file = placeIn(readableBundle(given, caller, { host, settings }));
    return {
      file,
      isAccepted: false,
      known: path.basename(file).replace(/\.(zip|tar\.gz|volumes\.json)$/, ''),
    };
  }

  /** Returns the version before the served one. @throws OffprintError `conflict` if there is none */
  function before(siteId: string): string {
    const { name, versions } = hostedSites.find(siteId);
    const served = versions.findIndex(({ isActive }) => isActive);
    const found = versions[served + 1] ?? versions.find(({ isActive }) => !isActive);
    if (found) return found.id;
    throw new OffprintError('conflict', `The site ${name} has no earlier version to roll back to.`);
  }
}

function siteBody({
  id,
  host: address,
  lastError,
  versions,
  isOn: _,
  asked: __,
  ...facts
}: HostedSiteState): z.infer<typeof schemas.hostedSite> {
  return {
    siteId: id,
    address,
    ...facts,
    error: lastError?.message ?? null,
    errorCode: lastError?.code ?? null,
    versions: versions.map(({ id: versionId, ...version }) => ({ versionId, ...version })),
  };
}
