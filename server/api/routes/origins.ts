import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { credentialsFor } from '../kept-credentials.ts';
import { reachableOrigin } from '../origin-restrictions.ts';
import * as schemas from '../schemas.ts';
import type { Services } from '../services.ts';

/** Returns the endpoint for testing live sites before they are exported. */
export function originEndpoints(services: Services): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/v1/origins/test',
      operationId: 'testOrigin',
      tag: 'Projects',
      summary: 'Test a live site',
      description:
        'Requests the start page and robots.txt of a live site as an export would, with a limit of 20 seconds, and returns the result. If the site refuses the request or does not respond, that is reported as a result, not as an error. A stored credential is sent only where a project already sends it, unless the key has the admin scope.',
      scope: 'write',
      body: schemas.originTestRequest,
      idempotency: 'refused',
      responses: {
        200: { description: 'The result.', schema: schemas.originTest },
        403: refusal(
          'The key lacks the required scope or is not allowed to use this origin, or the origin uses a credential that belongs to another origin.',
        ),
      },
      handle: async ({ body: { origin, credentials }, caller }) => {
        reachableOrigin(origin, caller, { ...services.settings(), dataFolder: services.host.dataFolder });
        const all = await credentialsFor(origin, credentials ?? {}, caller, services);
        const { tryOrigin } = await import('../../exports/origin/try-origin.ts'); // large module: it reads pages
        return { status: 200, body: await tryOrigin(origin, all) };
      },
    }),
  ];
}
