import path from 'node:path';
import { setInterval } from 'node:timers';
import type { z } from 'zod';
import { placeOfTarget } from '../../publications/target-place.ts';
import { pageOfJobs } from '../../store/exports.ts';
import {
  findPublication,
  hasEnded,
  listPublications,
  type NewPublication,
  type Publication,
  type PublicationSource,
  requirePublication,
} from '../../store/publications.ts';
import { requireTarget } from '../../store/targets.ts';
import { ApiError } from '../api-error.ts';
import { bundleOfJob, readablePlace } from '../bundle-place.ts';
import { callerName } from '../caller-name.ts';
import { type Caller, type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { eventStream } from '../event-stream.ts';
import * as schemas from '../publication-schemas.ts';
import type { Services } from '../services.ts';

const PUBLICATIONS = '/v1/publications';
const tag = 'Publications';

/** How often the stream polls for changes. */
const LOOK_EVERY_MS = 250;

/** Returns the endpoints for publishing bundles to targets, and for rolling targets back. */
export function publicationEndpoints(services: Services): Endpoint[] {
  const { host, publications } = services;
  const publicationBody = (publication: Publication) =>
    bodyOf(publication, publications.heldBecause(publication.id)?.message);
  const started = async (publication: NewPublication) => {
    const made = await host.command('createPublication', publication);
    publications.ask(made.id);
    return { status: 202, body: publicationBody(requirePublication(host.store(), made.id)) };
  };

  return [
    endpoint({
      method: 'GET',
      path: PUBLICATIONS,
      operationId: 'listPublications',
      tag,
      summary: 'List publications',
      description:
        'Lists who published which bundle to which target, and the result. The history is kept after targets and jobs are deleted.',
      scope: 'read',
      query: schemas.publicationQuery,
      responses: { 200: { description: 'The publications.', schema: schemas.publicationList } },
      handle: ({ query }) => ({
        status: 200,
        body: { publications: listPublications(host.store(), query).map(publicationBody) },
      }),
    }),
    endpoint({
      method: 'POST',
      path: PUBLICATIONS,
      operationId: 'createPublication',
      tag,
      summary: 'Publish a bundle',
      description:
        'Reads the bundle, sends what the target does not have yet, reads all of it back, and then switches readers to the new version in one step. Only intact bundles are published.',
      scope: 'write',
      body: schemas.newPublication,
      idempotency: 'answer',
      responses: {
        202: { description: 'Started.', schema: schemas.publication },
        403: refusal('The key lacks the required scope, or the path is not within directoryRoots.'),
        404: refusal('The target or job does not exist, or the bundle was deleted.'),
        409: refusal('The job or project has no bundle yet.'),
      },
      handle: ({ body, caller }) => {
        const target = requireTarget(host.store(), body.targetId);
        return started({
          targetId: target.id,
          targetName: target.name,
          place: placeOfTarget(target.settings),
          kind: 'publish',
          source: sourceOf(body, caller),
          shape: body.shape ?? target.shape,
          keep: target.keep,
          version: body.version ?? null,
          requestedBy: callerName(host.store(), caller.id),
        });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/v1/targets/:targetId/rollback',
      operationId: 'rollBackTarget',
      tag,
      summary: 'Roll back to an earlier version',
      description:
        'First reads the earlier version back from the target. If it is incomplete, nothing is changed.',
      scope: 'write',
      params: schemas.targetParams,
      body: schemas.rollbackRequest,
      bodyOptional: true,
      idempotency: 'answer',
      responses: { 202: { description: 'Started.', schema: schemas.publication } },
      handle: ({ params: { targetId }, body: { version = null }, caller }) => {
        const { id, name, settings, shape, keep } = requireTarget(host.store(), targetId);
        return started({
          targetId: id,
          targetName: name,
          place: placeOfTarget(settings),
          kind: 'rollback',
          source: null,
          shape,
          keep,
          version,
          requestedBy: callerName(host.store(), caller.id),
        });
      },
    }),
    endpoint({
      method: 'GET',
      path: `${PUBLICATIONS}/:publicationId`,
      operationId: 'getPublication',
      tag,
      summary: 'Get a publication',
      description: 'Poll the publication until its status is final, or follow …/events.',
      scope: 'read',
      params: schemas.publicationParams,
      responses: { 200: { description: 'The publication.', schema: schemas.publication } },
      handle: ({ params: { publicationId } }) => ({
        status: 200,
        body: publicationBody(requirePublication(host.store(), publicationId)),
      }),
    }),
    endpoint({
      method: 'GET',
      path: `${PUBLICATIONS}/:publicationId/events`,
      operationId: 'streamPublication',
      tag,
      summary: 'Follow a publication',
      description:
        'Sends server-sent events: `publication`, with the whole publication, whenever it changes, and `held`, with `code` and `error`, when it is waiting for something on this server (such as secrets to be unlocked). The stream ends when the publication does.',
      scope: 'read',
      params: schemas.publicationParams,
      responses: { 200: { description: 'The stream.', mediaTypes: ['text/event-stream'] } },
      handle: ({ params: { publicationId } }) => {
        requirePublication(host.store(), publicationId);
        return eventStream(services, ({ send, end }) => {
          let last = '';
          let lastHeld: string | undefined;
          const look = (): void => {
            const found = findPublication(host.store(), publicationId);
            if (!found) {
              end();
              return;
            }
            const text = JSON.stringify(found);
            if (text !== last) send('publication', publicationBody(found));
            last = text;
            const why = publications.heldBecause(publicationId);
            if (why && why.message !== lastHeld) send('held', { code: why.code, error: why.message });
            lastHeld = why?.message;
            if (hasEnded(found)) end();
          };
          const timer = setInterval(look, LOOK_EVERY_MS).unref();
          publications.closing.addEventListener('abort', end);
          look();
          return () => {
            clearInterval(timer);
            publications.closing.removeEventListener('abort', end);
          };
        });
      },
    }),
    endpoint({
      method: 'POST',
      path: `${PUBLICATIONS}/:publicationId/cancel`,
      operationId: 'cancelPublication',
      tag,
      summary: 'Cancel a publication',
      description:
        'Files already sent remain on the target, hidden from readers, and a retry does not send them again.',
      scope: 'write',
      params: schemas.publicationParams,
      responses: {
        200: { description: 'Canceled.', schema: schemas.publication },
        409: refusal('The publication has already ended.'),
      },
      handle: async ({ params: { publicationId } }) => ({
        status: 200,
        body: publicationBody(await host.command('cancelPublication', publicationId)),
      }),
    }),
    endpoint({
      method: 'POST',
      path: `${PUBLICATIONS}/:publicationId/retry`,
      operationId: 'retryPublication',
      tag,
      summary: 'Continue a publication',
      description: 'Continues a failed or canceled publication. Files already sent are not sent again.',
      scope: 'write',
      params: schemas.publicationParams,
      responses: {
        202: { description: 'Started.', schema: schemas.publication },
        409: refusal('The publication has already been completed.'),
      },
      handle: async ({ params: { publicationId } }) => {
        const { status } = requirePublication(host.store(), publicationId);
        // A publication that is queued or was interrupted only needs to be scheduled again.
        if (status !== 'queued' && status !== 'running')
          await host.command('retryPublication', publicationId);
        publications.ask(publicationId);
        return { status: 202, body: publicationBody(requirePublication(host.store(), publicationId)) };
      },
    }),
  ];

  /** @throws ApiError 400, 403, 404, 409 */
  function sourceOf(
    { jobId: named, projectId, path: given }: z.infer<typeof schemas.newPublication>,
    caller: Caller,
  ): PublicationSource {
    if (given !== undefined) {
      if (!path.isAbsolute(given)) throw new ApiError(400, 'Use an absolute path for the archive.');
      return { file: readablePlace(given, caller, services), jobId: null, sha256: null };
    }
    const jobId = named ?? newestOf(projectId ?? '');
    const { file, sha256 } = bundleOfJob(jobId, services);
    return { file, jobId, sha256 };
  }

  function newestOf(projectId: string): string {
    const [job] = pageOfJobs(host.store(), {
      projectId,
      status: 'completed',
      sort: '-createdAt',
      limit: 1,
    });
    if (job) return job.id;
    throw new ApiError(409, 'The project has no bundle yet. Export it first.');
  }
}

function bodyOf(publication: Publication, held: string | undefined): z.infer<typeof schemas.publication> {
  const { id, source, keep: _, ...facts } = publication;
  const { doneBytes, totalBytes, status } = publication;
  const share = totalBytes === 0 ? 0 : Math.min(1, doneBytes / totalBytes);
  return {
    publicationId: id,
    jobId: source?.jobId ?? null,
    ...facts,
    note: held ?? facts.note,
    progress: status === 'completed' ? 100 : Math.floor(share * 1000) / 10,
  };
}
