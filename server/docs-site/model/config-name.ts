import type { FileTree } from '../file-tree.ts';

/** Names of a site's configuration file. The second one is the older format. */
export const CONFIG_NAMES = ['docs.json', 'mint.json'] as const;

/** Returns the name of a folder's configuration file; undefined if it is not documentation in this format. */
export function configName(tree: Pick<FileTree, 'has'>): string | undefined {
  return CONFIG_NAMES.find((name) => tree.has(name));
}
