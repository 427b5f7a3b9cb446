/** What an operator has set. */
export type Site = Readonly<{
  /** Where calls go. */
  address: URL;
  /** Origins whose calls go there; undefined for all outside the bundle. */
  servers: readonly string[] | undefined;
}>;

/** A global of offprint-site.js, declared in whichever way. */
declare const offprintSite: Readonly<{ apiAddress?: unknown; apiServers?: unknown }> | null | undefined;

/** Reads what offprint-site.js has set; undefined when it is not there, or names no address of a web server. */
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
