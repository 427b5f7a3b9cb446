/**
 * Rewrites the addresses of an import map (WHATWG HTML 8.1.5.3): import targets and scope prefixes. Returns a map that
 * is not a JSON object unchanged.
 * @param resolve returns the new address, or undefined to keep the old one
 */
export function rewriteImportMap(text: string, resolve: (address: string) => string | undefined): string {
  const map = parsed(text);
  if (!map) return text;
  const address = (old: string): string => resolve(old) ?? old;
  const imports = (old: unknown): unknown =>
    isObject(old)
      ? Object.fromEntries(
          Object.entries(old).map(([name, value]) => [
            isAddress(name) ? address(name) : name,
            typeof value === 'string' && isAddress(value) ? address(value) : value,
          ]),
        )
      : old;
  const scopes = isObject(map.scopes)
    ? Object.fromEntries(Object.entries(map.scopes).map(([place, value]) => [address(place), imports(value)]))
    : map.scopes;
  // Its integrity metadata refers to the original files.
  const { integrity: _, ...rest } = map;
  const rewritten = { ...rest, ...('imports' in map && { imports: imports(map.imports) }) };
  return JSON.stringify({ ...rewritten, ...('scopes' in map && { scopes }) }).replaceAll('<', '\\u003c');
}

/** Returns the addresses of the files in an import map. */
export function importMapAddresses(text: string): string[] {
  const found: string[] = [];
  const map = parsed(text);
  const scopes = isObject(map?.scopes) ? Object.values(map.scopes) : [];
  for (const imports of [map?.imports, ...scopes]) {
    if (!isObject(imports)) continue;
    for (const value of Object.values(imports)) {
      if (typeof value === 'string' && isAddress(value) && !value.endsWith('/')) found.push(value);
    }
  }
  return found;
}

function isAddress(text: string): boolean {
  return /^(?:\.{0,2}\/|https?:)/.test(text);
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const map: unknown = JSON.parse(text);
    return isObject(map) ? map : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
