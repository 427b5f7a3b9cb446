import { collisionKey } from './path-rules.ts';

/**
 * Looks among many paths, read once, for one that cannot stand beside a new one: equal but for letter case, or file
 * where the other needs a folder.
 */
export function pathClashes(paths: Iterable<string>): (name: string) => string | null {
  const files = new Map<string, string[]>();
  /** By key, each spelling of a folder with a path below it. */
  const folders = new Map<string, Map<string, string>>();
  for (const path of paths) {
    const key = collisionKey(path);
    const alike = files.get(key);
    if (alike) alike.push(path);
    else files.set(key, [path]);
    for (const [folderKey, folder] of foldersOf(path)) {
      const spellings = folders.get(folderKey) ?? new Map<string, string>();
      if (spellings.has(folder)) break; // and so are those around it
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
      // A folder of the same letters in another case is another folder here and the same one elsewhere.
      for (const [spelling, other] of folders.get(folderKey) ?? []) if (spelling !== folder) return other;
    }
    return null;
  };
}

/** Keys and names of the folders of a path, the innermost first. */
function* foldersOf(path: string): Generator<[key: string, folder: string]> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const folder = path.slice(0, at);
    yield [collisionKey(folder), folder];
  }
}
