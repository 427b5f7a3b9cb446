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
 * Refuses a request whose Host header names another server (RFC 9110 §7.4): DNS rebinding sends such.
 * @param settings as they hold now
 * @throws ApiError 400, 421
 */
export function requireOwnHost(
  { headers, rawHeaders }: IncomingMessage,
  { port, hosts }: Listening,
  settings: () => NameSettings,
): void {
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
