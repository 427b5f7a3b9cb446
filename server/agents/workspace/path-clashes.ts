import { collisionKey } from './path-rules.ts';

/**
 * Indexes many paths once. The returned function finds one that cannot exist beside a new path: equal except for letter
 * case, or a file where the other needs a folder.
 */
export function pathClashes(paths: Iterable<string>): (name: string) => string | null {
  const files = new Map<string, string[]>();
  /** By key, the spellings of a folder, each with a path below it. */
  const folders = new Map<string, Map<string, string>>();
  for (const path of paths) {
    const key = collisionKey(path);
    const alike = files.get(key);
    if (alike) alike.push(path);
    else files.set(key, [path]);
    for (const [folderKey, folder] of foldersOf(path)) {
      const spellings = folders.get(folderKey) ?? new Map<string, string>();
      if (spellings.has(folder)) break; // and so are its parents
      folders.set(folderKey, spellings.set(folder, path));
    }
  }
  return (name) => {
    const key = collisionKey(name);
    const same = files.get(key)?.find((other) => other !== name);
    if (same !== undefined) return same;
    for (const below of folders.get(key)?.values() ?? []) return below;
    for (const [folderKey, folder] of foldersOf(name)) {
      const file = files.get(folderKey)?.[0];
      if (file !== undefined) return file;
      // A folder that differs only in letter case is another folder here and the same one elsewhere.
      for (const [spelling, other] of folders.get(folderKey) ?? []) if (spelling !== folder) return other;
    }
    return null;
  };
}

/** Yields the keys and names of the folders of a path, innermost first. */
function* foldersOf(path: string): Generator<[key: string, folder: string]> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const folder = path.slice(0, at);
    yield [collisionKey(folder), folder];
  }
}
