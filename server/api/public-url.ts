import type { ServerSettings } from '../settings.ts';
import type { Listener } from './listener.ts';

/**
 * What links that the server hands out begin with: the setting `publicUrl`, or else the address that it listens on
 * (`listener.ts` chooses one where it listens on all). The Host header of a request is never used: whoever sends it could
 * make links lead elsewhere.
 * @param network undefined where nothing is listened on but the private socket
 */
export function publicUrls(
  settings: () => Pick<ServerSettings, 'publicUrl'>,
  network: Pick<Listener, 'url' | 'listening'> | undefined,
): Readonly<{
  /** Of bundles and pages of the API. */
  publicUrl: () => string;
  /** Of the interface in the browser, which has a name of its own on loopback. */
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
