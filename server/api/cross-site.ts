import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';
import { type Listening, type NameSettings, requireOwnHost } from './host-header.ts';

/**
 * Refuses requests that a page of another site could have sent: a foreign Host (DNS rebinding), a foreign Origin, a
 * cross-site fetch. The server never sends CORS headers.
 * @param settings returns the current settings
 * @param isOpen the URL alone gives access (a signed link), so pages of other sites may link to it
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

/**
 * Whether an Origin header names this server: the requested host, or publicUrl if a proxy is in front of the server.
 */
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
