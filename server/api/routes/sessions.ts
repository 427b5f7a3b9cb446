import { readPreferences } from '../../store/settings.ts';
import { ApiError } from '../api-error.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import * as schemas from '../schemas.ts';
import type { Services } from '../services.ts';

const tag = 'Browser';

/** Returns the endpoints for the interface in a browser: login links, logout and preferences. */
export function sessionEndpoints({ browser, host, interfaceUrl }: Services): Endpoint[] {
  const preferences = () => {
    const { data } = schemas.preferences.safeParse(readPreferences(host.store()));
    return { status: 200, body: data ?? {} };
  };
  return [
    endpoint({
      method: 'POST',
      path: '/v1/login-links',
      operationId: 'createLoginLink',
      tag,
      summary: 'Get a login link',
      description:
        'The link opens the interface in a browser as the owner of the data folder. It works once and expires after ten minutes. Only the owner can get a link, over the private socket or from an open session.',
      scope: 'admin',
      idempotency: 'refused',
      responses: {
        201: { description: 'The link.', schema: schemas.loginLink },
        403: refusal('The call used an API key or came from a web page on another site.'),
        409: refusal('The interface has not been built.'),
      },
      handle: ({ caller }) => {
        if (!caller.isOwner) {
          throw new ApiError(
            403,
            'A login link gives full access, so no API key can get one. Run this on the computer that runs the server: offprint login',
          );
        }
        if (!browser.isBuilt) {
          throw new ApiError(409, 'The interface has not been built. Build it with: npm run build');
        }
        const { path, expiresAt } = browser.makeLink();
        return {
          status: 201,
          body: { url: `${interfaceUrl()}${path}`, expiresAt: new Date(expiresAt).toISOString() },
        };
      },
    }),
    endpoint({
      method: 'GET',
      path: '/v1/preferences',
      operationId: 'getPreferences',
      tag,
      summary: 'Get interface preferences',
      description:
        'The server stores the preferences because a browser cannot: the interface has a new address each time the server starts.',
      scope: 'admin',
      responses: { 200: { description: 'The preferences.', schema: schemas.preferences } },
      handle: preferences,
    }),
    endpoint({
      method: 'PATCH',
      path: '/v1/preferences',
      operationId: 'updatePreferences',
      tag,
      summary: 'Change interface preferences',
      description: 'Changes only the fields that are sent.',
      scope: 'admin',
      body: schemas.preferencesChange,
      responses: { 200: { description: 'The preferences.', schema: schemas.preferences } },
      handle: async ({ body }) => {
        await host.command('changePreferences', body);
        return preferences();
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/v1/session',
      operationId: 'endSession',
      tag,
      summary: 'Log out',
      description: 'Ends the browser session that the request belongs to, if any.',
      scope: 'read',
      responses: { 204: { description: 'The session has ended.' } },
      handle: ({ endSession }) => {
        endSession();
        return { status: 204 };
      },
    }),
  ];
}
