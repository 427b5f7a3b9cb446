import fs from 'node:fs';
import path from 'node:path';
import { OffprintError } from '../../errors.ts';

/** What is known of a repository on this computer without reading its configuration. */
export type LocalLayout = Readonly<{
  /** Its objects, refs and HEAD, as a real path. */
  gitFolder: string;
  /** What HEAD says: a branch, or a commit. */
  head: string;
  /** Whether nobody works on files that are checked out from it. */
  isBare: boolean;
  /** Permission bits of files there, such as 0o664: what is added to it gets the same. */
  fileMode: number;
}>;

/** Parts of a git folder that are data (gitrepository-layout(5)). The others are orders: configuration and hooks. */
export const DATA = ['objects', 'refs', 'logs', 'worktrees', 'packed-refs'] as const;

/**
 * Looks at a repository on this computer with the file system alone: git is not run there, since it would begin by
 * reading what the repository orders.
 * @param folder a bare repository, or one that holds `.git`
 * @throws OffprintError `origin-unreadable` for what is no repository, leads outside its own folder, is incomplete, or
 *   has a form that git 2.38 does not read
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

/** Of a bare repository the folder itself, else `.git` in it. */
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

/** Git would read and write behind a link, and wait at a pipe for ever. */
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

/** Objects that are missing here would be read elsewhere, or fetched by what the configuration says. */
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

/** Told by the length of an object id, the same for all of a repository. */
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
