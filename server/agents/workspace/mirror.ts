import fs from 'node:fs';
import path from 'node:path';
import { type Git, type GitAccess, openGit } from './git.ts';
import { type BranchName, localRef, type ObjectId, objectId, remoteRef } from './git-arguments.ts';
import { onRemote, removeViews } from './local-repository.ts';
import type { Remote } from './remote.ts';

/**
 * Private copy of a project's repository: bare, and without its configuration and hooks. Branches of the remote are
 * under `refs/remotes/origin/`, our own under `refs/heads/`, so fetched and written branches never collide.
 */
export type Mirror = Readonly<{
  folder: string;
  repository: string;
  git: Git;
  remote: Remote;
  /**
   * Fetches the branches of the remote.
   * @throws OffprintError with git's message
   */
  refresh: (access: GitAccess, signal?: AbortSignal) => Promise<void>;
  /** Returns the commit of a remote branch as of the last refresh; null if there is none. */
  baseCommit: (branch: BranchName) => Promise<ObjectId | null>;
  /** Returns the commit of one of our own branches; null if there is none. */
  ownCommit: (branch: BranchName) => Promise<ObjectId | null>;
  /** Returns every ref and its object. They must not change while a job only reads. */
  refs: () => Promise<ReadonlyMap<string, string>>;
}>;

/** Opens the mirror in a folder, creating it if needed. Does not fetch yet. */
export async function openMirror(
  options: Readonly<{ folder: string; remote: Remote; program?: string }>,
): Promise<Mirror> {
  const folder = path.resolve(options.folder);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const git = await openGit({ folder, ...(options.program && { program: options.program }) });
  const repository = path.join(folder, 'mirror.git');
  if (!fs.existsSync(path.join(repository, 'HEAD'))) {
    // Create it under another name, then rename it, so that a killed start leaves no incomplete repository.
    const fresh = path.join(folder, `mirror.${process.pid}.new`);
    fs.rmSync(fresh, { recursive: true, force: true });
    await git.run('init', [fresh], { repository: null });
    fs.rmSync(repository, { recursive: true, force: true });
    fs.renameSync(fresh, repository);
  }
  const { remote } = options;
  removeViews(folder);

  const resolve = async (ref: ReturnType<typeof localRef>): Promise<ObjectId | null> => {
    const result = await git.attempt('resolve', [ref], { repository });
    return result.status === 0 ? objectId(result.output.toString().trim()) : null;
  };

  return {
    folder,
    repository,
    git,
    remote,
    refresh: async (access, signal) => {
      const run = { repository, access, timeoutMs: 30 * 60_000, ...(signal && { signal }) };
      await onRemote({ remote, folder, git }, (url) => git.run('fetch', [url], run));
    },
    baseCommit: (branch) => resolve(remoteRef(branch)),
    ownCommit: (branch) => resolve(localRef(branch)),
    refs: async () => {
      const output = await git.run('listRefs', [], { repository });
      const lines = output.toString('utf8').split('\n').filter(Boolean);
      return new Map(
        lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]),
      );
    },
  };
}
