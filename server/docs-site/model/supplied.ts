import type { FileTree } from '../file-tree.ts';

/**
 * Folder of a tree with files that the operator supplies to replace those on the network. It contains nothing from the
 * repository.
 */
export const SUPPLIED = '_supplied';

/**
 * Finds the file supplied for a web address. `https://api.example.com/v1/openapi.json` becomes
 * `api.example.com/v1/openapi.json`, as with `wget -x`; the query is ignored.
 */
export function suppliedFor(address: string, has: FileTree['has']): string | undefined {
  const url = /^(https?:)?\/\//i.test(address) ? URL.parse(address, 'https://x') : null;
  if (!url) return undefined;
  const file = `${SUPPLIED}/${url.host}${decodePath(url.pathname)}`;
  return has(file) ? file : undefined;
}

/** Finds the SVG image supplied for an icon: `icons/solid/robot.svg`, `icons/robot.svg`. */
export function suppliedIcon(
  name: string,
  style: string | undefined,
  has: FileTree['has'],
): string | undefined {
  if (!/^[\w-]+$/.test(name)) return undefined;
  return [style ?? 'regular', '']
    .map((folder) => `${SUPPLIED}/icons/${folder === '' ? '' : `${folder}/`}${name}.svg`)
    .find(has);
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
