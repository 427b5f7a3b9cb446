import fs from 'node:fs';
import path from 'node:path';
import { OffprintError } from '../../errors.ts';

/** Layout of a local repository, read without its configuration. */
export type LocalLayout = Readonly<{
  /** Real path of the folder with its objects, refs and HEAD. */
  gitFolder: string;
  /** Content of HEAD: a branch, or a commit. */
  head: string;
  /** Whether no files are checked out from it. */
  isBare: boolean;
  /** Permission bits of its files, such as 0o664. New files get the same. */
  fileMode: number;
}>;

/**
 * Parts of a git folder that are data (gitrepository-layout(5)). The others, configuration and hooks, are instructions.
 */
export const DATA = ['objects', 'refs', 'logs', 'worktrees', 'packed-refs'] as const;

/**
 * Inspects a local repository through the file system only. Git is not run there, since it would start by reading the
 * repository's configuration.
 * @param folder a bare repository, or a folder that contains `.git`
 * @throws OffprintError `origin-unreadable` if it is not a repository, points outside its own folder, is incomplete, or
 *   is in an unsupported format
 */
export function layoutOf(folder: string): LocalLayout {
  const gitFolder = gitFolderOf(folder);
  for (const name of ['HEAD', 'shallow', ...DATA]) requirePlain(path.join(gitFolder, name));
  requireWhole(folder, gitFolder);
  const head = fs.readFileSync(path.join(gitFolder, 'HEAD'), 'utf8');
  if (!/^(ref: refs\/[^\s~^:?*[\\]+|[0-9a-f]{40}|[0-9a-f]{64})\n?$/.test(head)) {
    throw refusal(
      `${gitFolder} is damaged: its HEAD file is not valid. Check the repository with: git fsck.`,
    );
  }
  const usesReftable = fs.existsSync(path.join(gitFolder, 'reftable'));
  if (usesReftable || usesSha256(gitFolder, head)) {
    throw refusal(
      `${gitFolder} is in an unsupported format (${usesReftable ? 'reftable' : 'SHA-256 objects'}). Use a copy in the standard format: ${usesReftable ? 'git clone --bare --ref-format=files' : 'git fast-export and git fast-import can make one, but git clone --bare cannot'}.`,
    );
  }
  return {
    gitFolder,
    head,
    isBare: path.basename(gitFolder) !== '.git' && !fs.existsSync(path.join(gitFolder, 'index')),
    fileMode: (fs.statSync(path.join(gitFolder, 'objects')).mode & 0o666) | 0o600,
  };
}

function refusal(sentence: string): OffprintError {
  return new OffprintError('origin-unreadable', sentence);
}

/** Returns the folder itself for a bare repository, otherwise its `.git` folder. */
function gitFolderOf(folder: string): string {
  const inside = path.join(folder, '.git');
  const found = fs.lstatSync(inside, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) {
    throw refusal(
      `${inside} points to a repository elsewhere. Use that repository itself, not a work tree, submodule or link that points to it.`,
    );
  }
  const place = found ? inside : folder;
  if (fs.existsSync(path.join(place, 'commondir'))) {
    throw refusal(
      `${folder} is a linked work tree. Use the repository it belongs to (git rev-parse --git-common-dir shows where it is).`,
    );
  }
  const isRepository = ['HEAD', 'objects', 'refs'].every((name) => fs.existsSync(path.join(place, name)));
  if (isRepository) return fs.realpathSync(place);
  throw refusal(
    `${folder} is not a git repository. Use the folder of a bare repository, or one that contains a .git folder.`,
  );
}

/** Refuses links and special files: git would follow a link out of the repository, and wait forever at a pipe. */
function requirePlain(place: string): void {
  const found = fs.lstatSync(place, { throwIfNoEntry: false });
  if (found) requirePlainEntry(place, found);
}

function requirePlainEntry(place: string, entry: fs.Stats | fs.Dirent): void {
  if (entry.isSymbolicLink()) {
    throw refusal(
      `${place} is a link, which may point outside the repository. Make a copy without links: git clone --bare --no-local.`,
    );
  }
  if (entry.isFile()) return;
  if (!entry.isDirectory()) {
    throw refusal(`${place} is neither a file nor a folder. Remove it from the repository.`);
  }
  for (const inner of fs.readdirSync(place, { withFileTypes: true })) {
    requirePlainEntry(path.join(place, inner.name), inner);
  }
}

/**
 * Refuses incomplete repositories: git would read missing objects elsewhere, or fetch them as the configuration says.
 */
function requireWhole(folder: string, gitFolder: string): void {
  const alternates = path.join(gitFolder, 'objects/info/alternates');
  if (fs.existsSync(alternates) && fs.readFileSync(alternates, 'utf8').trim() !== '') {
    throw refusal(
      `${folder} borrows objects from another repository. Copy those objects into this repository with git repack -a -d, then delete ${alternates}.`,
    );
  }
  if (fs.existsSync(path.join(gitFolder, 'shallow'))) {
    throw refusal(`${folder} is a shallow clone. Fetch its full history with: git fetch --unshallow.`);
  }
  const packs = path.join(gitFolder, 'objects/pack');
  if (fs.existsSync(packs) && fs.readdirSync(packs).some((name) => name.endsWith('.promisor'))) {
    throw refusal(
      `${folder} is a partial clone. Use a full clone instead: git clone --bare, without --filter.`,
    );
  }
}

/** Detects SHA-256 by the length of an object ID, which is the same throughout a repository. */
function usesSha256(gitFolder: string, head: string): boolean {
  const packed = path.join(gitFolder, 'packed-refs');
  if (fs.existsSync(packed) && /^[0-9a-f]{64} /m.test(fs.readFileSync(packed, 'latin1'))) return true;
  return SHA256.test(head) || SHA256.test(someLooseRef(path.join(gitFolder, 'refs')) ?? '');
}

const SHA256 = /^[0-9a-f]{64}\n?$/;

function someLooseRef(folder: string): string | null {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    const found = entry.isDirectory() ? someLooseRef(place) : fs.readFileSync(place, 'latin1');
    if (found !== null && /^[0-9a-f]/.test(found)) return found;
  }
  return null;
}
