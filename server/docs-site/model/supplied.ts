import type { FileTree } from '../file-tree.ts';

/** Folder of a tree with what its operator supplies in place of the network; nothing of the repository is there. */
export const SUPPLIED = '_supplied';

/**
 * The file that an operator supplies for an address: `https://api.example.com/v1/openapi.json` is
 * `api.example.com/v1/openapi.json`, as `wget -x` puts it; what follows `?` does not count.
 */
export function suppliedFor(address: string, has: FileTree['has']): string | undefined {
  const url = /^(https?:)?\/\//i.test(address) ? URL.parse(address, 'https://x') : null;
  if (!url) return undefined;
  const file = `${SUPPLIED}/${url.host}${decodePath(url.pathname)}`;
  return has(file) ? file : undefined;
}

/** The picture (SVG) that an operator supplies for an icon: `icons/solid/robot.svg`, `icons/robot.svg`. */
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
