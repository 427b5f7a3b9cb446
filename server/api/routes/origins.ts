import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { credentialsFor } from '../kept-credentials.ts';
import * as schemas from '../schemas.ts';
import type { Services } from '../services.ts';
import { reachableOrigin } from './projects.ts';

/** Live sites, tried out before they are exported. */
export function originEndpoints(services: Services): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/v1/origins/test',
      operationId: 'testOrigin',
      tag: 'Projects',
      summary: 'Try a live site out',
      description:
        'Asks for the start page and the robots.txt of a live site as an export would, within 20 seconds, and says what answered. A site that refuses or is not there is an answer too. A credential that is kept goes where a project sends it already; elsewhere it takes a key with the scope admin.',
      scope: 'write',
      body: schemas.originTestRequest,
      idempotency: 'refused',
      responses: {
        200: { description: 'What answered.', schema: schemas.originTest },
        403: refusal(
          'The key lacks the scope, or the origin lies outside of what a key may reach, or asks for a credential of another origin.',
        ),
      },
      handle: async ({ body: { origin, credentials }, caller }) => {
        reachableOrigin(origin, caller, { ...services.settings(), dataFolder: services.host.dataFolder });
        const all = await credentialsFor(origin, credentials ?? {}, caller, services);
        const { tryOrigin } = await import('../../exports/origin/try-origin.ts'); // large: it reads pages
        return { status: 200, body: await tryOrigin(origin, all) };
      },
    }),
  ];
}
