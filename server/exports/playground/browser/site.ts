/** The operator's settings. */
export type Site = Readonly<{
  /** Address to send calls to. */
  address: URL;
  /** Origins whose calls are sent there; undefined for all outside the bundle. */
  servers: readonly string[] | undefined;
}>;

/** A global of offprint-site.js, declared by any kind of declaration. */
declare const offprintSite: Readonly<{ apiAddress?: unknown; apiServers?: unknown }> | null | undefined;

/** Reads the settings from offprint-site.js; undefined if it is missing or sets no HTTP(S) address. */
export function readSite(): Site | undefined {
  if (typeof offprintSite !== 'object' || offprintSite === null) return undefined;
  const { apiAddress, apiServers } = offprintSite;
  const address = parsed(apiAddress);
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  if (!Array.isArray(apiServers)) return { address, servers: undefined };
  return { address, servers: apiServers.flatMap((server) => parsed(server)?.origin ?? []) };
}

function parsed(text: unknown): URL | undefined {
  try {
    return new URL(String(text));
  } catch {
    return undefined;
  }
}
