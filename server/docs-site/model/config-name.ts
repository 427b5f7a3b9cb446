import type { FileTree } from '../file-tree.ts';

/** Names of the file that says how a site is laid out; the second one is its older form. */
export const CONFIG_NAMES = ['docs.json', 'mint.json'] as const;

/** Which of the two a folder has; undefined where it is no documentation in this format. */
export function configName(tree: Pick<FileTree, 'has'>): string | undefined {
  return CONFIG_NAMES.find((name) => tree.has(name));
}
