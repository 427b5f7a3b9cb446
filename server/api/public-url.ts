import type { ServerSettings } from '../settings.ts';
import type { Listener } from './listener.ts';

/**
 * Returns the base URLs of links: the setting `publicUrl`, or else the address that the server listens on
 * (`listener.ts` chooses one if it listens on all). The Host header of a request is never used, because its sender
 * could redirect links elsewhere.
 * @param network undefined if the server only listens on the private socket
 */
export function publicUrls(
  settings: () => Pick<ServerSettings, 'publicUrl'>,
  network: Pick<Listener, 'url' | 'listening'> | undefined,
): Readonly<{
  /** For bundles and pages of the API. */
  publicUrl: () => string;
  /** For the interface in the browser, which has its own host name on loopback. */
  interfaceUrl: () => string;
}> {
  const own = network?.url ?? 'http://localhost';
  const interfaceHost = network?.listening.interfaceHost;
  const set = (): string => settings().publicUrl.replace(/\/+$/, '');
  return {
    publicUrl: () => set() || own,
    interfaceUrl: () => set() || (interfaceHost === undefined ? own : `http://${interfaceHost}`),
  };
}
