import fs from 'node:fs';
import path from 'node:path';
import { type Git, type GitAccess, openGit } from './git.ts';
import { type BranchName, localRef, type ObjectId, objectId, remoteRef } from './git-arguments.ts';
import { onRemote, removeViews } from './local-repository.ts';
import type { Remote } from './remote.ts';

/**
 * The private copy of a project's repository: bare, without a work tree, its configuration and hooks left behind.
 * Branches of the remote lie under `refs/remotes/origin/`, ours under `refs/heads/`: what is fetched and what is
 * written never meet.
 */
export type Mirror = Readonly<{
  folder: string;
  repository: string;
  git: Git;
  remote: Remote;
  /**
   * Brings the branches of the remote up to date.
   * @throws OffprintError with what git said
   */
  refresh: (access: GitAccess, signal?: AbortSignal) => Promise<void>;
  /** The commit of a branch of the remote, as of the last refresh; null when there is none. */
  baseCommit: (branch: BranchName) => Promise<ObjectId | null>;
  /** The commit of a branch of ours; null when there is none. */
  ownCommit: (branch: BranchName) => Promise<ObjectId | null>;
  /** Every ref and its object: what must not have changed when a job only read. */
  refs: () => Promise<ReadonlyMap<string, string>>;
}>;

/** Opens the mirror in a folder, creating it when it is not there. Nothing is fetched yet. */
export async function openMirror(
  options: Readonly<{ folder: string; remote: Remote; program?: string }>,
): Promise<Mirror> {
  const folder = path.resolve(options.folder);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const git = await openGit({ folder, ...(options.program && { program: options.program }) });
  const repository = path.join(folder, 'mirror.git');
  if (!fs.existsSync(path.join(repository, 'HEAD'))) {
    // Made beside and renamed, so that a killed start leaves no half repository.
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
