import type { IncomingMessage } from 'node:http';
import type { ServerSettings } from '../settings.ts';
import { ApiError } from './api-error.ts';

/** A listener and the Host headers that it accepts. */
export type Listening = Readonly<{
  isTls: boolean;
  port: number;
  /** Values of the Host header for its own address, in lower case. Settings may add others. */
  hosts: ReadonlySet<string>;
  /** The only value of the Host header with browser sessions. Undefined if all names have them. */
  interfaceHost: string | undefined;
}>;

/** Settings that give this server additional names. */
export type NameSettings = Pick<ServerSettings, 'publicUrl' | 'allowedHosts'>;

/**
 * Refuses a request whose Host header names another server (RFC 9110 §7.4), as in DNS rebinding.
 * @param settings returns the current settings
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

/** Whether a request used a name with browser sessions: the interface's own, or that of publicUrl. */
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
