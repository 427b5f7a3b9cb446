import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';
import { type Listening, type NameSettings, requireOwnHost } from './host-header.ts';

/**
 * Refuses what a web page of another site could have sent: a foreign Host (DNS rebinding), a foreign Origin, a
 * cross-site fetch. There are no CORS headers anywhere.
 * @param settings as they hold now
 * @param isOpen nothing but its URL opens what is asked for (a signed link): pages of other sites may lead there
 * @throws ApiError 400, 403, 421
 */
export function refuseCrossSite(
  request: IncomingMessage,
  listening: Listening,
  settings: () => NameSettings,
  isOpen: boolean,
): void {
  if (!request.url?.startsWith('/')) {
    throw new ApiError(400, 'This server is not a proxy. Request one of its own paths.');
  }
  requireOwnHost(request, listening, settings);
  if (isOpen) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && !isOwnOrigin(origin, request, listening, settings())) {
    throw new ApiError(403, `Pages on ${origin} are not allowed to call this server. Call it from a script.`);
  }
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw new ApiError(
      403,
      'Pages on other sites are not allowed to call this server. Call it from a script.',
    );
  }
}

/** Whether an Origin header names this server, as it was asked for or as a proxy before it shows it (publicUrl). */
export function isOwnOrigin(
  origin: string,
  request: IncomingMessage,
  { isTls }: Listening,
  { publicUrl }: NameSettings,
): boolean {
  const host = (request.headers.host ?? '').toLowerCase();
  if (origin.toLowerCase() === `${isTls ? 'https' : 'http'}://${host}`) return true;
  return publicUrl !== '' && new URL(publicUrl).host === host && new URL(publicUrl).origin === origin;
}
