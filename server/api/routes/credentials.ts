import { deleteCredential, putCredential } from '../../secrets/credentials.ts';
import { ApiError } from '../api-error.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import * as schemas from '../schemas.ts';
import type { Services } from '../services.ts';

const CREDENTIALS = '/v1/credentials';

/** What origins ask for before they answer, under the names that projects use. */
export function credentialEndpoints({ secrets }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: CREDENTIALS,
      operationId: 'setCredential',
      tag: 'Secrets',
      summary: 'Keep a credential',
      description:
        'The password, cookie or token that an origin asks for, under the name by which projects speak of it. It takes the place of one of the same name and is never told again.',
      scope: 'admin',
      body: schemas.newCredential,
      idempotency: 'refused',
      responses: {
        204: { description: 'It is kept.' },
        409: refusal('Secrets are kept in memory only: a job could not go on after the next start.'),
      },
      handle: async ({ body }) => {
        await putCredential(secrets, body.name, body.value);
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: `${CREDENTIALS}/:name`,
      operationId: 'deleteCredential',
      tag: 'Secrets',
      summary: 'Forget a credential',
      description: 'Projects that name it wait at their next export until there is one again.',
      scope: 'admin',
      params: schemas.credentialParams,
      responses: { 204: { description: 'It is gone.' } },
      handle: async ({ params }) => {
        if (await deleteCredential(secrets, params.name)) return { status: 204 };
        throw new ApiError(404, `There is no credential ${params.name}. GET /v1/secrets lists the names.`);
      },
    }),
  ];
}
