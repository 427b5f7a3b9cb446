/** Files of a repository or folder, wherever they are stored. Paths are separated by `/` and have no leading `/`. */
export type FileTree = Readonly<{
  paths: readonly string[];
  has: (path: string) => boolean;
  /** @throws if there is no such file */
  read: (path: string) => Buffer;
  /** Symbolic links that point outside the folder. Their targets are not part of the tree. */
  leadingOut?: readonly string[];
  /** Files that are published even if nothing refers to them. */
  published?: readonly string[];
}>;

/** Returns the text of a file without a byte order mark; undefined if there is no such file. */
export function textOf(tree: FileTree, path: string): string | undefined {
  return tree.has(path)
    ? tree
        .read(path)
        .toString('utf8')
        .replace(/^\uFEFF/, '')
    : undefined;
}

/** Cache of bodies and drawings between builds of a site. The key is a page's file or another name. */
export type BodyStore = Readonly<{
  read: (file: string) => string | undefined;
  write: (file: string, text: string) => void;
}>;
