import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { agentFolder, certificateFile } from '../../agent-jobs/folder.ts';
import type { RepositoryAccess } from '../../agent-jobs/task.ts';
import { openBlobReader } from '../../agents/workspace/blob-reader.ts';
import { branchName, type ObjectId, objectId } from '../../agents/workspace/git-arguments.ts';
import type { Mirror } from '../../agents/workspace/mirror.ts';
import { parseRemote } from '../../agents/workspace/remote.ts';
import type { OpenMirror } from '../../agents/workspace/shared-mirror.ts';
import { readTree, type TreeEntry } from '../../agents/workspace/tree.ts';
import { asOffprintError, OffprintError } from '../../errors.ts';
import { jobFolder } from '../../store/job-folder.ts';
import { runBuild } from './build.ts';
import type { BuildLimits } from './build-sandbox.ts';
import type { RepositoryOrigin } from './repository-origin.ts';

export type CheckOutContext = Readonly<{
  dataFolder: string;
  projectId: string;
  jobId: string;
  openMirror: OpenMirror;
  /** Access to the repository; absent if it requires none. */
  access?: RepositoryAccess | undefined;
  /** Files and folders that a build must not see, besides the data folder. */
  hidden: readonly string[];
  buildLimits: BuildLimits;
  signal: AbortSignal;
}>;

export type CheckOut = Readonly<{
  folder: string;
  commit: string;
  /** Number of links and submodules, which are not followed. */
  leftOut: number;
  remove: () => void;
}>;

/**
 * Writes the files of a branch to a temporary folder, and builds the site there if the origin has a build command.
 * Uses the commit at which the job first saw the branch, so a resumed job exports the same content.
 * Links and submodules are left out; filters and hooks of the repository are not run.
 * @throws OffprintError `origin-unreadable`; the reason of the signal
 */
export async function checkOut(origin: RepositoryOrigin, context: CheckOutContext): Promise<CheckOut> {
  const { dataFolder, jobId, signal } = context;
  const place = path.join(checkOutsFolder(dataFolder), jobId);
  const remove = (): void => removeCheckOut(place);
  remove();
  try {
    const { mirror, commit } = await pinned(origin, context);
    const out = await writeSources(origin, mirror, commit, place, context);
    return { ...out, commit, remove };
  } catch (error) {
    remove();
    if (signal.aborted) throw error;
    const fault = asOffprintError(error);
    if (fault.code !== 'internal') throw fault;
    throw new OffprintError(
      'origin-unreadable',
      `The repository ${origin.repository} cannot be exported: ${fault.message}`,
      error,
    );
  }
}

/**
 * Writes the files of a commit or tree, and builds the site there if the origin has a build command.
 * @param place a folder that does not exist yet
 * @throws OffprintError `origin-unreadable`; the reason of the signal
 */
export async function writeSources(
  origin: Pick<RepositoryOrigin, 'ref' | 'folder' | 'build'>,
  mirror: Mirror,
  tree: ObjectId,
  place: string,
  {
    dataFolder,
    hidden,
    buildLimits,
    signal,
  }: Pick<CheckOutContext, 'dataFolder' | 'hidden' | 'buildLimits' | 'signal'>,
): Promise<Readonly<{ folder: string; leftOut: number }>> {
  fs.mkdirSync(place, { recursive: true, mode: 0o700 });
  const leftOut = await writeFiles(mirror, tree, place, buildLimits.diskBytes, signal);
  if (origin.build !== undefined)
    await runBuild(place, origin.build, [dataFolder, ...hidden], buildLimits, signal);
  const folder = folderWithin(place, origin.folder ?? '');
  if (folder === undefined) {
    throw new OffprintError(
      'origin-unreadable',
      `The branch ${origin.ref} has no folder ${origin.folder}${origin.build === undefined ? '' : ' after the build'}. Check which folder the project's origin specifies.`,
    );
  }
  return { folder, leftOut };
}

/** Returns the folder in which branches are checked out. Nothing in it outlives the process. */
export function checkOutsFolder(dataFolder: string): string {
  return path.join(dataFolder, 'checkouts');
}

/**
 * Removes a checkout, or the folder of all checkouts. Builds may have made folders that even this process may not
 * read.
 */
export function removeCheckOut(place: string): void {
  try {
    fs.rmSync(place, REMOVE);
  } catch {
    // By another program, because paths may be longer than system calls accept.
    execFileSync('chmod', ['-R', 'u+rwx', place], { stdio: 'ignore' });
    fs.rmSync(place, REMOVE);
  }
}

const REMOVE = { recursive: true, force: true, maxRetries: 5 };

/** Returns the folder with the site, unless a build has replaced it with a link to another place. */
function folderWithin(place: string, folder: string): string | undefined {
  try {
    const real = fs.realpathSync(path.join(place, folder));
    const root = fs.realpathSync(place);
    return real === root || real.startsWith(root + path.sep) ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the commit at which a job first saw the branch, so that a resumed job exports the same content. */
async function pinned(
  origin: RepositoryOrigin,
  context: CheckOutContext,
): Promise<{ mirror: Mirror; commit: ObjectId }> {
  const pin = path.join(jobFolder(context.dataFolder, context.jobId), 'commit');
  if (fs.existsSync(pin)) {
    const mirror = await mirrorOfOrigin(origin, context);
    const commit = objectId(fs.readFileSync(pin, 'utf8').trim());
    const known = await mirror.git.attempt('treeOf', [commit], { repository: mirror.repository });
    if (known.status === 0) return { mirror, commit };
  }
  const { mirror, commit } = await newestCommit(origin, context);
  fs.mkdirSync(path.dirname(pin), { recursive: true });
  fs.writeFileSync(`${pin}.new`, commit);
  fs.renameSync(`${pin}.new`, pin);
  return { mirror, commit };
}

type MirrorContext = Pick<CheckOutContext, 'dataFolder' | 'projectId' | 'openMirror' | 'access' | 'signal'>;

function mirrorOfOrigin(
  { repository }: RepositoryOrigin,
  { dataFolder, projectId, openMirror }: MirrorContext,
): Promise<Mirror> {
  const remote = parseRemote(repository);
  const name = createHash('sha256').update(remote.url).digest('hex').slice(0, 16);
  return openMirror({ folder: path.join(agentFolder(dataFolder, projectId), name), remote });
}

/**
 * Fetches a branch and returns its current commit.
 * @throws OffprintError `origin-unreadable`
 */
export async function newestCommit(
  origin: RepositoryOrigin,
  context: MirrorContext,
): Promise<{ mirror: Mirror; commit: ObjectId }> {
  const { dataFolder, projectId, access, signal } = context;
  const { repository, ref } = origin;
  const own = agentFolder(dataFolder, projectId);
  const mirror = await mirrorOfOrigin(origin, context);
  await mirror.refresh(
    {
      ...(access?.authorization && { authorization: access.authorization }),
      ...(access?.caBundle && { caFile: certificateFile(own, access.caBundle) }),
    },
    signal,
  );
  const branch = branchName(ref);
  const commit = branch === null ? null : await mirror.baseCommit(branch);
  if (commit === null) {
    throw new OffprintError(
      'origin-unreadable',
      `The repository ${repository} has no branch "${ref}". Check the project's origin.`,
    );
  }
  return { mirror, commit };
}

async function writeFiles(
  { git, repository }: Mirror,
  commit: ObjectId,
  place: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<number> {
  const { entries, forged } = await readTree(git, repository, commit);
  const bad = forged ?? [...entries.keys()].find((name) => !isPlain(name));
  if (bad !== undefined) {
    throw new OffprintError(
      'origin-unreadable',
      `The repository contains a file with an unsafe name: ${JSON.stringify(bad)}. Remove it from the branch.`,
    );
  }
  requireRoom(entries, maxBytes);
  let leftOut = 0;
  const blobs = openBlobReader(git, repository);
  const folders = new Set<string>();
  try {
    for (const [name, { kind, mode, object }] of entries) {
      signal.throwIfAborted();
      if (kind !== 'file') {
        leftOut++;
        continue;
      }
      const file = path.join(place, name);
      const parent = path.dirname(file);
      if (!folders.has(parent)) fs.mkdirSync(parent, { recursive: true });
      folders.add(parent);
      fs.writeFileSync(file, await blobs.read(object), {
        flag: 'wx',
        mode: mode === '100755' ? 0o755 : 0o644,
      });
    }
    return leftOut;
  } finally {
    blobs.close();
  }
}

/**
 * Checks the sizes before anything is written: a few kilobytes of Git objects can unpack to gigabytes.
 * @throws OffprintError `origin-unreadable`
 */
export function requireRoom(entries: ReadonlyMap<string, TreeEntry>, maxBytes: number): void {
  if (entries.size > FILES_MAX) {
    throw new OffprintError(
      'origin-unreadable',
      `The branch has ${entries.size} files, but the limit is ${FILES_MAX}. Check out the branch yourself and export the folder.`,
    );
  }
  let sum = 0;
  for (const [name, { sizeBytes }] of entries) {
    sum += sizeBytes;
    if (sizeBytes <= FILE_MAX_BYTES && sum <= maxBytes) continue;
    throw new OffprintError(
      'origin-unreadable',
      sizeBytes > FILE_MAX_BYTES
        ? `${name} is larger than ${FILE_MAX_BYTES / MIB} MiB, the limit for a file in a repository. Check out the branch yourself and export the folder.`
        : `The files in the branch total more than ${Math.round(maxBytes / MIB)} MiB. Raise the buildDiskMegabytes setting.`,
    );
  }
}

const MIB = 2 ** 20;
const FILES_MAX = 500_000;
/** Files are read into memory whole. */
const FILE_MAX_BYTES = 512 * MIB;

/** Whether a name stays within its folder and is not a file of git. */
function isPlain(name: string): boolean {
  if (process.platform === 'win32' && /[\\:*?"<>|]/.test(name)) return false;
  return name
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && !/^\.git$/i.test(part));
}
