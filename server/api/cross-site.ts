import type { IncomingMessage } from 'node:http';
import type { ServerSettings } from '../settings.ts';
import { ApiError } from './api-error.ts';

/** What a listener answers to. */
export type Listening = Readonly<{
  isTls: boolean;
  port: number;
  /** Values of the Host header that mean its address, in lower case. */
  hosts: ReadonlySet<string>;
  /** The one value of the Host header under which browsers have sessions; undefined where every name has them. */
  interfaceHost: string | undefined;
}>;

/** The settings that give this server further names. */
export type NameSettings = Pick<ServerSettings, 'publicUrl' | 'allowedHosts'>;

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
  const { port, hosts } = listening;
  const { headers, rawHeaders } = request;
  if (!request.url?.startsWith('/')) {
    throw new ApiError(400, 'This server is not a proxy. Request one of its own paths.');
  }
  if (rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length !== 1) {
    throw new ApiError(400, 'Send exactly one Host header.');
  }
  const host = (headers.host ?? '').toLowerCase();
  if (!hosts.has(host) && !furtherNames(settings(), port).includes(host)) {
    throw new ApiError(
      421,
      `This server does not accept requests for the host name "${host}". Use one of its configured names, or add this one to the allowedHosts setting.`,
    );
  }
  if (isOpen) return;
  const { origin } = headers;
  if (origin !== undefined && !isOwnOrigin(origin, request, listening, settings())) {
    throw new ApiError(403, `Pages on ${origin} are not allowed to call this server. Call it from a script.`);
  }
  const site = headers['sec-fetch-site'];
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

/** Whether a request came by a name under which browsers have sessions: the interface's own, or publicUrl's. */
export function isInterfaceHost(
  request: IncomingMessage,
  { interfaceHost }: Listening,
  { publicUrl }: NameSettings,
): boolean {
  const host = (request.headers.host ?? '').toLowerCase();
  return (
    interfaceHost === undefined ||
    host === interfaceHost ||
    (publicUrl !== '' && new URL(publicUrl).host === host)
  );
}

function furtherNames({ publicUrl, allowedHosts }: NameSettings, port: number): string[] {
  const names = allowedHosts.flatMap((name) => (/:\d+$/.test(name) ? [name] : [name, `${name}:${port}`]));
  if (publicUrl !== '') names.push(new URL(publicUrl).host);
  return names.map((name) => name.toLowerCase());
}
