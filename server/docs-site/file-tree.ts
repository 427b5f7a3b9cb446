/** The files of a repository or a folder, whatever they lie in. Paths have `/` between their parts and none before. */
export type FileTree = Readonly<{
  paths: readonly string[];
  has: (path: string) => boolean;
  /** @throws where there is no such file */
  read: (path: string) => Buffer;
  /** Symbolic links that lead out of the folder: what they lead to is no part of the tree. */
  leadingOut?: readonly string[];
  /** Files that the site gets whatever refers to them. */
  published?: readonly string[];
}>;

/** The text of a file, without a byte order mark; undefined where there is none. */
export function textOf(tree: FileTree, path: string): string | undefined {
  return tree.has(path)
    ? tree
        .read(path)
        .toString('utf8')
        .replace(/^\uFEFF/, '')
    : undefined;
}

/** Where bodies and drawings are kept between two builds of a site, by the file of their page or by another name. */
export type BodyStore = Readonly<{
  read: (file: string) => string | undefined;
  write: (file: string, text: string) => void;
}>;
