import { domainName } from '../../../shared/domain-name.ts';
import { requireUsable } from '../../received/acceptance.ts';
import { placeIn } from '../../received/take-in.ts';
import { findProjectByDomain, type NewProject } from '../../store/projects.ts';
import { findReceived, pageOfReceived, type Received } from '../../store/received.ts';
import { ApiError } from '../api-error.ts';
import { mayDo } from '../authorize.ts';
import { readableBundle } from '../bundle-place.ts';
import { fromCursor, toCursor } from '../cursor.ts';
import { type Caller, type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { reachableOrigin } from '../origin-restrictions.ts';
import { incomingBody, receivedBody } from '../received-body.ts';
import * as schemas from '../received-schemas.ts';
import type { Services } from '../services.ts';

const RECEIVED = '/v1/received';
const tag = 'Received';
const received = { description: 'The bundle.', schema: schemas.receivedBundle };
const begun = {
  ...received,
  description: 'The bundle is being received. Poll it until its status changes.',
  headers: { Location: 'The URL path of the bundle.' },
};
const unfit = refusal(
  'The bundle has no trusted signature and has not been accepted, or it is no longer awaiting a decision.',
);
const tooMany = refusal('Too many bundles are already being received.');
/** Maximum size of one part of an upload. */
const PART_MAX_BYTES = 8 * 2 ** 20;

/** Returns the endpoints for received bundles: receive, verify, preview, keep or discard. */
export function receivedEndpoints({ host, receiver, settings, shownSites, log }: Services): Endpoint[] {
  const told = (found: Received) => receivedBody(host.store(), found);

  const required = (id: string): Received => {
    const found = findReceived(host.store(), id);
    if (found) return found;
    const incoming = receiver.find(id);
    if (!incoming) throw notThere(id);
    throw new ApiError(
      409,
      `The bundle ${id} has not been received: its status is ${incomingBody(incoming).status}.`,
    );
  };

  return [
    endpoint({
      method: 'GET',
      path: RECEIVED,
      operationId: 'listReceived',
      tag,
      summary: 'List received bundles',
      description:
        'The first page begins with the bundles being received. The history follows, with signers and digests. To get the next page, send the `nextCursor` value from the response as the `cursor` of the next request.',
      scope: 'read',
      query: schemas.receivedQuery,
      responses: { 200: { description: 'One page of received bundles.', schema: schemas.receivedList } },
      handle: ({ query: { cursor, limit } }) => {
        const [at = '', id = ''] = cursor === undefined ? [] : fromCursor(cursor, 2);
        const found = pageOfReceived(host.store(), limit + 1, cursor === undefined ? undefined : { at, id });
        const page = found.slice(0, limit);
        const last = found.length > limit ? page.at(-1) : undefined;
        const incoming = cursor === undefined ? receiver.list().map(incomingBody) : [];
        const nextCursor = last ? toCursor(last.receivedAt, last.id) : null;
        return { status: 200, body: { received: [...incoming, ...page.map(told)], nextCursor } };
      },
    }),
    endpoint({
      method: 'POST',
      path: RECEIVED,
      operationId: 'receiveBundle',
      tag,
      summary: 'Receive a bundle',
      description:
        'Copies a bundle on the computer that runs the server into a temporary folder and verifies the copy. The path can point to a bundle, a delta, a folder or drive that contains either, or a volume descriptor. Nothing is unpacked.',
      scope: 'write',
      body: schemas.receiveRequest,
      responses: {
        202: begun,
        403: refusal('The key lacks the required scope, or the path is not within directoryRoots.'),
        409: tooMany,
      },
      handle: ({ body, caller }) => {
        const place = placeIn(readableBundle(body.path, caller, { host, settings }));
        return accepted(receiver.begin(place, caller.id));
      },
    }),
    endpoint({
      method: 'POST',
      path: '/v1/uploads',
      operationId: 'beginUpload',
      tag,
      summary: 'Receive a bundle by upload',
      description: `Announces a file, which is then sent in parts of up to ${PART_MAX_BYTES} bytes.`,
      scope: 'write',
      body: schemas.uploadRequest,
      responses: { 202: begun, 409: tooMany },
      handle: async ({ body: { fileName: source, sizeBytes }, caller }) =>
        accepted(await receiver.beginUpload({ source, sizeBytes }, caller.id)),
    }),
    endpoint({
      method: 'POST',
      path: `${RECEIVED}/:receivedId/content`,
      operationId: 'uploadPart',
      tag,
      summary: 'Send the next part of an upload',
      description:
        'Sends raw bytes. After a failure, `progress.doneBytes` says where to continue. After the last part, the bundle is verified.',
      scope: 'write',
      params: schemas.receivedParams,
      query: schemas.uploadQuery,
      takesBytes: true,
      bodyMaxBytes: PART_MAX_BYTES,
      responses: { 200: received, 409: refusal('The offset does not match the next byte expected.') },
      handle: async ({ params: { receivedId }, query: { offset }, body }) => {
        const incoming = await receiver.append(receivedId, offset, body as Buffer);
        return { status: 200, body: incomingBody(incoming) };
      },
    }),
    endpoint({
      method: 'GET',
      path: `${RECEIVED}/:receivedId`,
      operationId: 'getReceived',
      tag,
      summary: 'Get a received bundle',
      description:
        'Shows who signed the bundle, whether the signing key is now trusted, and what was decided.',
      scope: 'read',
      params: schemas.receivedParams,
      responses: { 200: received },
      handle: ({ params: { receivedId } }) => {
        const incoming = receiver.find(receivedId);
        const found = findReceived(host.store(), receivedId);
        if (found) return { status: 200, body: told(found) };
        if (!incoming) throw notThere(receivedId);
        return { status: 200, body: incomingBody(incoming) };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${RECEIVED}/:receivedId/accept`,
      operationId: 'acceptReceived',
      tag,
      summary: 'Accept a bundle that is not signed with a trusted key',
      description:
        'Accepts the bundle despite its verdict and records this in the history. Bundles that are altered, incomplete or signed with a revoked key cannot be accepted.',
      scope: 'admin',
      params: schemas.receivedParams,
      body: schemas.acceptRequest,
      responses: {
        200: received,
        409: refusal('The bundle has a different verdict, or it is no longer awaiting a decision.'),
      },
      handle: async ({ params: { receivedId }, body: { as }, caller }) => {
        required(receivedId);
        const found = await host.command('acceptReceived', receivedId, as, caller.id);
        log(`received: ${caller.id} accepted ${receivedId} as ${as}`);
        return { status: 200, body: told(found) };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${RECEIVED}/:receivedId/site`,
      operationId: 'showReceivedSite',
      tag,
      summary: 'Preview a received bundle',
      description:
        'Serves the bundle to browsers on the computer that runs the server, as `showExportedSite` does. No request body is needed.',
      scope: 'write',
      params: schemas.receivedParams,
      responses: { 200: { description: 'The address.', schema: schemas.shownReceived }, 409: unfit },
      handle: async ({ params: { receivedId } }) => {
        const found = required(receivedId);
        const file = await receiver.zipOf(found);
        const siteUrl = await shownSites.show({ jobId: receivedId, file, sha256: found.sha256 ?? '' });
        return { status: 200, body: { receivedId, siteUrl } };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${RECEIVED}/:receivedId/keep`,
      operationId: 'keepReceived',
      tag,
      summary: 'Keep a bundle as a version of a project',
      description:
        'The bundle becomes the result of a completed job, as if it had been exported here. If no project has its domain, one is created, which requires the admin scope.',
      scope: 'write',
      params: schemas.receivedParams,
      body: schemas.keepRequest,
      bodyOptional: true,
      responses: { 200: received, 409: unfit },
      handle: async ({ params: { receivedId }, body, caller }) => {
        const found = required(receivedId);
        requireUsable(host.store(), found);
        const project = body.projectId ?? projectFor(found, caller);
        const kept = await host.command('keepReceived', receivedId, project, caller.id);
        log(`received: ${caller.id} kept ${receivedId} as ${kept.jobId}`);
        return { status: 200, body: told(kept) };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${RECEIVED}/:receivedId/discard`,
      operationId: 'discardReceived',
      tag,
      summary: 'Discard a bundle or stop receiving it',
      description:
        "Deletes the bundle's files but leaves its entry in the history. A bundle that was still being received has no entry.",
      scope: 'write',
      params: schemas.receivedParams,
      responses: {
        204: { description: 'Discarded.' },
        409: refusal('The bundle has already been kept or discarded.'),
      },
      handle: async ({ params: { receivedId }, caller }) => {
        if (await receiver.cancel(receivedId)) return { status: 204 };
        required(receivedId);
        await host.command('discardReceived', receivedId, caller.id);
        log(`received: ${caller.id} discarded ${receivedId}`);
        return { status: 204 };
      },
    }),
  ];

  /** Returns the project with the bundle's domain, or a new one to create. @throws ApiError 403, 409 */
  function projectFor({ verification: { manifest } }: Received, caller: Caller): string | NewProject {
    const domain = manifest?.domain ?? '';
    const known = findProjectByDomain(host.store(), domain);
    if (known) return known.id;
    if (domainName(domain) !== domain) {
      throw new ApiError(
        409,
        'The bundle has an invalid domain, so it was not made by Offprint. Discard it.',
      );
    }
    if (!mayDo(caller, 'admin')) {
      throw new ApiError(
        403,
        `No project has the domain ${domain}. Use a key with the admin scope to create one, or send the \`projectId\` of an existing project.`,
      );
    }
    const reach = { ...settings(), dataFolder: host.dataFolder };
    return {
      name: domain,
      domains: [domain],
      origin: reachableOrigin({ kind: 'url', url: `https://${domain}/` }, caller, reach),
      originSetBy: caller.isOwner ? 'owner' : 'key',
      deploymentType: 'air-gapped',
      features: {},
      settings: {},
    };
  }
}

function accepted(incoming: Parameters<typeof incomingBody>[0]) {
  const body = incomingBody(incoming);
  return { status: 202, body, headers: { location: `${RECEIVED}/${body.receivedId}` } };
}

function notThere(id: string): ApiError {
  const shown = JSON.stringify(id.slice(0, 60)).slice(1, -1);
  return new ApiError(
    404,
    `There is no received bundle ${shown}. GET ${RECEIVED} lists all received bundles.`,
  );
}
