import { secretNames } from '../../exports/origin/url-origin.ts';
import { credentialsNamed } from '../../secrets/credentials.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import * as schemas from '../schemas.ts';
import type { Services } from '../services.ts';
import { reachableOrigin } from './projects.ts';

/** Live sites, tried out before they are exported. */
export function originEndpoints({ secrets, settings }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/v1/origins/test',
      operationId: 'testOrigin',
      tag: 'Projects',
      summary: 'Try a live site out',
      description:
        'Asks for the start page and the robots.txt of a live site as an export would, within 20 seconds, and says what answered. A site that refuses or is not there is an answer too.',
      scope: 'write',
      body: schemas.originTestRequest,
      idempotency: 'refused',
      responses: {
        200: { description: 'What answered.', schema: schemas.originTest },
        403: refusal('The key lacks the scope, or the origin lies outside of what a key may reach.'),
      },
      handle: async ({ body: { origin, credentials }, caller }) => {
        reachableOrigin(origin, caller, settings());
        const kept = await credentialsNamed(secrets, secretNames(origin));
        const { tryOrigin } = await import('../../exports/origin/try-origin.ts'); // large: it reads pages
        return { status: 200, body: await tryOrigin(origin, { ...kept, ...credentials }) };
      },
    }),
  ];
}
