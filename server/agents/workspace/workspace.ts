import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { OffprintError } from '../../errors.ts';
import { openBlobReader } from './blob-reader.ts';
import { type ObjectId, objectId } from './git-arguments.ts';
import type { Mirror } from './mirror.ts';
import type { OverlayChange } from './overlay.ts';
import { pathClashes } from './path-clashes.ts';
import { pathFault } from './path-rules.ts';
import { type FileMode, readTree, type TreeEntry, utf8 } from './tree.ts';
import { writeBlob } from './write-blob.ts';

/** Files of a commit with a job's changes on top. There is no work tree: no file is ever checked out. */
export type Workspace = Readonly<{
  base: ObjectId;
  /** Current paths, sorted by code units. */
  paths: () => readonly string[];
  entry: (path: string) => TreeEntry | undefined;
  /** Entry in the commit that the job started from. */
  baseEntry: (path: string) => TreeEntry | undefined;
  read: (path: string) => Promise<Buffer | null>;
  readBase: (path: string) => Promise<Buffer | null>;
  /**
   * Changes files, all or none.
   * @throws OffprintError `usage` if a path is not allowed in a repository, or conflicts with another entry
   */
  apply: (changes: readonly OverlayChange[]) => Promise<void>;
  /** Paths that differ from the base, with their newest change. */
  changes: () => ReadonlyMap<string, OverlayChange>;
  /** Writes the current tree to the object database, verifies each change in it, and returns its ID. */
  tree: () => Promise<ObjectId>;
  /** Finds matches in text files, in path order. */
  search: (query: SearchQuery) => Promise<SearchResult>;
  /** Returns the paths of all text files that contain a text, ignoring case. */
  filesWith: (text: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** Returns the diff from the base as text, cut off at `maxBytes`. */
  diff: (maxBytes: number) => Promise<Readonly<{ text: string; wasCut: boolean }>>;
  /** Returns the number of lines added and removed per path; null for binary files. */
  lineCounts: () => Promise<ReadonlyMap<string, Readonly<{ added: number; removed: number }> | null>>;
  close: () => void;
}>;

export type SearchQuery = Readonly<{
  pattern: string;
  isExpression: boolean;
  ignoreCase: boolean;
  signal?: AbortSignal;
}>;
export type SearchMatch = Readonly<{ path: string; line: number; text: string }>;
export type SearchResult = Readonly<{
  /** At most 200 per file. */
  matches: readonly SearchMatch[];
  /** Paths of the files that have more matches than that. */
  cutFiles: ReadonlySet<string>;
  /** Whether the output was cut off, so that matches in further files are missing. */
  wasCut: boolean;
}>;

/** Larger files are not text written by people, so they are not searched, read or edited. */
export const MAX_TEXT_BYTES = 2 * 1024 * 1024;

const SEARCH_OUTPUT_BYTES = 2 * 1024 * 1024;
const MATCHES_PER_FILE = 200;

/**
 * Opens the files of a commit.
 * @throws OffprintError `conflict` if the commit contains entries that git itself would refuse to write: such a
 *   repository was crafted to deceive
 */
export async function openWorkspace(mirror: Mirror, base: ObjectId): Promise<Workspace> {
  const { git, repository } = mirror;
  const baseTreeId = objectId((await git.run('treeOf', [base], { repository })).toString().trim());
  const baseTree = await readTree(git, repository, baseTreeId);
  const scratch = path.join(mirror.folder, 'scratch');
  fs.mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const baseIndex = await indexOf(mirror, baseTreeId, baseTree.forged, scratch);
  const blobs = openBlobReader(git, repository);
  const overlay = new Map<string, OverlayChange>();
  const overlayEntries = new Map<string, TreeEntry>();
  let sorted: readonly string[] | undefined;
  let treeId: ObjectId | undefined;

  const entry = (name: string): TreeEntry | undefined => {
    const change = overlay.get(name);
    return change ? overlayEntries.get(name) : baseTree.entries.get(name);
  };

  const paths = (): readonly string[] => {
    sorted ??= [
      ...[...baseTree.entries.keys()].filter((name) => !overlay.has(name)),
      ...overlayEntries.keys(),
    ].sort();
    return sorted;
  };

  const readBase = async (name: string): Promise<Buffer | null> => {
    const found = baseTree.entries.get(name);
    return found?.kind === 'file' ? blobs.read(found.object) : null;
  };

  const read = async (name: string): Promise<Buffer | null> => {
    const change = overlay.get(name);
    return change ? change.content : readBase(name);
  };

  const apply: Workspace['apply'] = async (changes) => {
    const fault = changesFault(changes, entry, paths());
    if (fault !== null) throw new OffprintError('usage', fault);
    const written: [OverlayChange, TreeEntry | null][] = [];
    for (const change of changes) {
      if (change.content === null) {
        written.push([change, null]);
        continue;
      }
      const object = await writeBlob(repository, change.content);
      const sizeBytes = change.content.length;
      written.push([change, { kind: 'file', mode: change.mode, object, sizeBytes }]);
    }
    for (const [change, made] of written) {
      overlay.set(change.path, change);
      if (made) overlayEntries.set(change.path, made);
      else overlayEntries.delete(change.path);
      if (sameAsBase(change, made, baseTree.entries.get(change.path))) {
        overlay.delete(change.path);
        overlayEntries.delete(change.path);
      }
    }
    sorted = undefined;
    treeId = undefined;
  };

  const writeTree = async (): Promise<ObjectId> => {
    if (overlay.size === 0) return baseTreeId;
    return withIndex(scratch, async (indexFile) => {
      fs.writeFileSync(indexFile, baseIndex);
      const lines = [...overlay.keys()].map((name) => {
        const made = overlayEntries.get(name);
        return made
          ? `1${made.mode} ${made.object}\t${name}\0`
          : `00 ${'0'.repeat(baseTreeId.length)}\t${name}\0`;
      });
      // Deletions first, so that a folder can take the place of a file.
      const input = lines
        .sort((a, b) => Number(a.charAt(0)) - Number(b.charAt(0)))
        .map((line) => line.slice(1))
        .join('');
      await git.run('updateIndex', [], { repository, indexFile, input });
      const made = objectId((await git.run('writeTree', [], { repository, indexFile })).toString().trim());
      await verifyTree(made);
      return made;
    });
  };

  /** Compares the written tree with the changes: git silently drops paths that it rejects (research/agent.md 3.3). */
  const verifyTree = async (made: ObjectId): Promise<void> => {
    const output = await git.run('changes', [baseTreeId, made], { repository });
    const fields = output.toString('utf8').split('\0');
    const seen = new Map<string, string>();
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const [, mode = '', , object = '', status = ''] = fields[at]?.split(' ') ?? [];
      seen.set(fields[at + 1] ?? '', status === 'D' ? 'deleted' : `${mode} ${object}`);
    }
    const wanted = new Map(
      [...overlay.keys()].map((name) => {
        const found = overlayEntries.get(name);
        return [name, found ? `${found.mode} ${found.object}` : 'deleted'];
      }),
    );
    const wrong = [...new Set([...seen.keys(), ...wanted.keys()])].filter(
      (name) => seen.get(name) !== wanted.get(name),
    );
    if (wrong.length > 0) {
      throw new OffprintError(
        'internal',
        `The tree that git created does not match the changes to ${wrong
          .slice(0, 5)
          .map((name) => JSON.stringify(name))
          .join(', ')}. Nothing was committed.`,
      );
    }
  };

  const tree = async (): Promise<ObjectId> => {
    treeId ??= await writeTree();
    return treeId;
  };

  return {
    base,
    paths,
    entry,
    baseEntry: (name) => baseTree.entries.get(name),
    read,
    readBase,
    apply,
    changes: () => overlay,
    tree,
    search: async ({ pattern, isExpression, ignoreCase, signal }) => {
      const result = await git.attempt(
        'search',
        // One more than is kept shows which files have more.
        [await tree(), pattern, isExpression ? 'expression' : 'text', ignoreCase, MATCHES_PER_FILE + 1],
        {
          repository,
          maxOutputBytes: SEARCH_OUTPUT_BYTES,
          cutOutput: true,
          timeoutMs: 20_000,
          ...(signal && { signal }),
        },
      );
      // Status 1 is "nothing found" (git-grep(1)).
      if (result.status > 1) {
        throw new OffprintError(
          'usage',
          `The pattern is not valid: ${result.complaint.trim().slice(0, 300)}`,
        );
      }
      const matches = readMatches(result.output, result.wasCut).filter(
        (match) => (entry(match.path)?.sizeBytes ?? 0) <= MAX_TEXT_BYTES,
      );
      return { ...limitPerFile(matches), wasCut: result.wasCut };
    },
    filesWith: async (text, signal) => {
      const result = await git.attempt('filesWith', [await tree(), text], { repository, signal });
      // Status 1 is "nothing found" (git-grep(1)).
      if (result.status > 1) throw new Error(`git grep failed: ${result.complaint.trim().slice(0, 300)}`);
      const places = result.output.toString('utf8').split('\0').filter(Boolean);
      return places.map((place) => place.slice(place.indexOf(':') + 1));
    },
    diff: async (maxBytes) => {
      const result = await git.attempt('diff', [baseTreeId, await tree()], {
        repository,
        maxOutputBytes: maxBytes,
        cutOutput: true,
      });
      return { text: result.output.toString('utf8'), wasCut: result.wasCut };
    },
    lineCounts: async () => {
      const output = await git.run('countLines', [baseTreeId, await tree()], { repository });
      const counts = new Map<string, { added: number; removed: number } | null>();
      for (const line of output.toString('utf8').split('\0').filter(Boolean)) {
        const [added = '-', removed = '-', ...name] = line.split('\t');
        const binary = added === '-';
        counts.set(name.join('\t'), binary ? null : { added: Number(added), removed: Number(removed) });
      }
      return counts;
    },
    close: blobs.close,
  };
}

/**
 * Returns the content of an index of a tree. Refuses a forged tree: git itself refuses `.git` entries but accepts names
 * that occur twice, which readTree detects.
 */
function indexOf(
  { git, repository }: Mirror,
  tree: ObjectId,
  forged: string | null,
  scratch: string,
): Promise<Buffer> {
  return withIndex(scratch, async (indexFile) => {
    const read = await git.attempt('readTree', [tree], { repository, indexFile });
    if (read.status === 0 && forged === null) return fs.readFileSync(indexFile);
    const what =
      forged === null ? read.complaint.trim().slice(0, 200) : `${JSON.stringify(forged)} occurs twice`;
    throw new OffprintError(
      'conflict',
      `The repository contains entries that git refuses to write (${what}). Agents cannot work on this branch until these entries are removed.`,
    );
  });
}

/** Runs `work` with a temporary index file, and removes it afterwards. */
async function withIndex<T>(scratch: string, work: (indexFile: string) => Promise<T>): Promise<T> {
  const indexFile = path.join(scratch, `index.${process.pid}.${randomBytes(6).toString('hex')}`);
  try {
    return await work(indexFile);
  } finally {
    fs.rmSync(indexFile, { force: true });
    fs.rmSync(`${indexFile}.lock`, { force: true });
  }
}

function changesFault(
  changes: readonly OverlayChange[],
  entry: (path: string) => TreeEntry | undefined,
  paths: readonly string[],
): string | null {
  const removed = new Set(changes.filter((change) => change.content === null).map((change) => change.path));
  let clashOf: ReturnType<typeof pathClashes> | undefined;
  for (const change of changes) {
    const { path: name } = change;
    const existing = entry(name);
    if (existing && existing.kind !== 'file') {
      return `${JSON.stringify(name)} is a ${existing.kind === 'link' ? 'symbolic link' : 'submodule'}. Symbolic links and submodules cannot be changed.`;
    }
    if (change.content === null) {
      if (!existing) return `${JSON.stringify(name)} does not exist.`;
      continue;
    }
    if (existing) continue;
    const fault = pathFault(name);
    if (fault !== null) return `${JSON.stringify(name)} cannot be written. ${fault}`;
    clashOf ??= pathClashes([
      ...paths.filter((other) => !removed.has(other)),
      ...changes.filter((other) => other.content !== null).map((other) => other.path),
    ]);
    const clash = clashOf(name);
    if (clash !== null) {
      return `${JSON.stringify(name)} conflicts with ${JSON.stringify(clash)}: one path is inside the other, or some computers treat both as the same file.`;
    }
  }
  return null;
}

function sameAsBase(change: OverlayChange, made: TreeEntry | null, base: TreeEntry | undefined): boolean {
  if (change.content === null) return base === undefined;
  return base !== undefined && made !== null && base.object === made.object && base.mode === made.mode;
}

/** Parses `tree:path NUL line NUL text LF` (git grep -z). */
function readMatches(output: Buffer, wasCut: boolean): SearchMatch[] {
  const lines = output.toString('utf8').split('\n');
  lines.pop();
  // The last line was cut in the middle, so it is not a match.
  if (wasCut) lines.pop();
  return lines.flatMap((line) => {
    const [place = '', number = '', ...text] = line.split('\0');
    const name = place.slice(place.indexOf(':') + 1);
    return number === '' ? [] : [{ path: name, line: Number(number), text: text.join('\0') }];
  });
}

function limitPerFile(found: readonly SearchMatch[]): Pick<SearchResult, 'matches' | 'cutFiles'> {
  const counts = new Map<string, number>();
  const matches = found.filter(({ path }) => {
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    return count <= MATCHES_PER_FILE;
  });
  const cutFiles = [...counts].filter(([, count]) => count > MATCHES_PER_FILE).map(([path]) => path);
  return { matches, cutFiles: new Set(cutFiles) };
}

/** Returns the mode that a path keeps when its content changes. */
export function keptMode(entry: TreeEntry | undefined): FileMode {
  return entry?.mode === '100755' ? '100755' : '100644';
}

/** Returns the text of a file; null if it is not UTF-8 or contains NUL bytes. Such files are not edited. */
export function textOf(content: Buffer): string | null {
  return content.includes(0) ? null : utf8(content);
}
