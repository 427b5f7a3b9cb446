import type { Git } from './git.ts';
import { type ObjectId, objectId } from './git-arguments.ts';

export type FileMode = '100644' | '100755';

/** An entry of a tree. Symbolic links and submodules are listed, never followed. */
export type TreeEntry = Readonly<{
  kind: 'file' | 'link' | 'submodule';
  mode: string;
  object: ObjectId;
  sizeBytes: number;
}>;

export type Tree = Readonly<{
  entries: ReadonlyMap<string, TreeEntry>;
  /** Number of entries whose name is not UTF-8. They stay as they are and cannot be accessed. */
  unnamed: number;
  /** Name that occurs twice, or both as a file and as a folder. Only forged trees have such names. */
  forged: string | null;
}>;

/** Reads all files of a commit or tree, by path. */
export async function readTree(git: Git, repository: string, tree: ObjectId): Promise<Tree> {
  const output = await git.run('listTree', [tree], { repository, maxOutputBytes: 128 * 1024 * 1024 });
  const entries = new Map<string, TreeEntry>();
  let unnamed = 0;
  let forged: string | null = null;
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0, at);
    const record = output.subarray(at, end);
    at = end + 1;
    const tab = record.indexOf(9);
    const [mode = '', , object = '', size = ''] = record.subarray(0, tab).toString('latin1').split(/ +/);
    const path = utf8(record.subarray(tab + 1));
    if (path === null) {
      unnamed++;
      continue;
    }
    if (entries.has(path)) forged ??= path;
    entries.set(path, {
      kind: mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : 'file',
      mode,
      object: objectId(object),
      sizeBytes: size === '-' ? 0 : Number(size),
    });
  }
  const folders = new Set<string>();
  for (const path of entries.keys()) {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash);
      if (folders.has(folder)) break; // and so were its parents
      folders.add(folder);
      if (entries.has(folder)) forged ??= folder;
    }
  }
  return { entries, unnamed, forged };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8, keeping a byte order mark; null if the bytes are not UTF-8. */
export function utf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
