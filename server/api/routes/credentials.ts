import { deleteCredential, putCredential } from '../../secrets/credentials.ts';
import { ApiError } from '../api-error.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import * as schemas from '../schemas.ts';
import type { Services } from '../services.ts';

const CREDENTIALS = '/v1/credentials';

/** Returns the endpoints for origin credentials, under the names that projects use. */
export function credentialEndpoints({ secrets }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: CREDENTIALS,
      operationId: 'setCredential',
      tag: 'Secrets',
      summary: 'Store a credential',
      description:
        'Stores a password, cookie or token for an origin, under the name that projects use to refer to the credential. Replaces any credential with the same name. Credential values are never returned.',
      scope: 'admin',
      body: schemas.newCredential,
      idempotency: 'refused',
      responses: {
        204: { description: 'Stored.' },
        409: refusal(
          'Secrets are kept in memory only, so jobs that use the credential could not continue after a restart.',
        ),
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
      summary: 'Delete a credential',
      description: 'Exports of projects that use the credential will wait until it is stored again.',
      scope: 'admin',
      params: schemas.credentialParams,
      responses: { 204: { description: 'Deleted.' } },
      handle: async ({ params }) => {
        if (await deleteCredential(secrets, params.name)) return { status: 204 };
        throw new ApiError(404, `There is no credential ${params.name}. GET /v1/secrets lists the names.`);
      },
    }),
  ];
}
