/** The files of a repository or a folder, whatever they lie in. Paths have `/` between their parts and none before. */
export type FileTree = Readonly<{
  paths: readonly string[];
  has: (path: string) => boolean;
  /** @throws where there is no such file */
  read: (path: string) => Buffer;
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

/** The same files as they lie below a folder, '' for all. */
export function below(tree: FileTree, folder: string): FileTree {
  if (folder === '') return tree;
  const prefix = `${folder}/`;
  return {
    paths: tree.paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length)),
    has: (path) => tree.has(prefix + path),
    read: (path) => tree.read(prefix + path),
  };
}

/** Where bodies and drawings are kept between two builds of a site, by the file of their page or by another name. */
export type BodyStore = Readonly<{
  read: (file: string) => string | undefined;
  write: (file: string, text: string) => void;
}>;
