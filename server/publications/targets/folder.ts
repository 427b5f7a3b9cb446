import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { OffprintError, systemCode } from '../../errors.ts';
import { fileChunks } from '../../file-chunks.ts';
import { CURRENT, partFile, RELEASES, releaseFolder, versionOfPointer } from '../layout.ts';
import type { Target, TargetFile } from '../target.ts';
import { type FileSystemLimits, limitsAt, whyNoName } from './file-systems.ts';

const open = promisify(fs.open);

/** Where a file system has no such thing, or this user may not. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK', 'EXDEV', 'EACCES']);

export type FolderOptions = Readonly<{
  root: string;
  signal: AbortSignal;
  limits?: FileSystemLimits;
  /** Called before a file is read back, so that it does not come out of a cache. */
  beforeReading?: (file: string) => Promise<void>;
}>;

/**
 * A folder, local or mounted: files appear by rename, unchanged ones as hard links, and `current` is a symbolic link that
 * is switched by rename; a small file where the file system has no links.
 * @throws OffprintError `target-unreachable` when there is no such folder
 */
export async function openFolder(options: FolderOptions): Promise<Target> {
  const { root, signal, beforeReading } = options;
  const stat = await fs.promises.stat(root).catch((error: unknown) => {
    throw folderFault(error, root);
  });
  if (!stat.isDirectory())
    throw new OffprintError('target-refused', `${root} is no folder. Choose another target.`);
  const limits = options.limits ?? limitsAt(root);
  /** Whoever may read the folder may read what is put there, whatever this process keeps for itself elsewhere. */
  const mode = { file: stat.mode & 0o666, folder: stat.mode & 0o777 };
  /** Their names are not on the disk yet. */
  const unsettled = new Set<string>();

  const at = (given: string): string => path.join(root, ...given.split('/'));
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      throw folderFault(error, root);
    }
  };
  const makeRoom = async (file: string): Promise<void> => {
    const folder = path.dirname(file);
    const made = await fs.promises.mkdir(folder, { recursive: true });
    unsettled.add(root).add(folder);
    if (made === undefined) return;
    for (let below = folder; below.length >= made.length; below = path.dirname(below)) {
      await fs.promises.chmod(below, mode.folder).catch(noModes);
      unsettled.add(path.dirname(below));
    }
  };
  const takeName = async (from: string, to: string): Promise<void> => {
    await makeRoom(to);
    await fs.promises.rename(from, to);
  };

  return {
    capabilities: () =>
      guarded(async () => {
        const { bavail, bsize, blocks } = await fs.promises.statfs(root);
        return {
          pointer: (await hasLinks(root)) ? 'link' : 'file',
          resumesFiles: true,
          copies: true,
          freeBytes: blocks === 0 ? null : bavail * bsize,
          maxFileBytes: limits.maxFileBytes,
          exclusiveLock: true,
        };
      }),
    cannotHold: (file) => whyNoName(file, limits),
    list: (folder) => guarded(() => listFolder(at(folder), signal)),
    names: (folder) =>
      guarded(async () => {
        const entries = await fs.promises.readdir(at(folder), { withFileTypes: true }).catch(noneIfAbsent);
        return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
      }),
    read: (file) =>
      guarded(async () => {
        await beforeReading?.(at(file));
        const fd = await open(at(file), 'r').catch(nullIfAbsent);
        return fd === null ? null : guardedChunks(fileChunks(fd, signal), root, signal);
      }),
    write: (file, content, onBytes) =>
      guarded(async () => {
        const part = at(partFile(file));
        await makeRoom(part);
        const handle = await fs.promises.open(part, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o644);
        try {
          const { size } = await handle.stat();
          const from = size <= file.sizeBytes ? size : 0;
          await handle.truncate(from);
          onBytes(from);
          let place = from;
          for await (const chunk of content(from)) {
            signal.throwIfAborted();
            for (let done = 0; done < chunk.length; ) {
              const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, place);
              done += bytesWritten;
              place += bytesWritten;
            }
            onBytes(chunk.length);
          }
          await handle.chmod(mode.file).catch(noModes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await takeName(part, at(file.path));
      }),
    copy: (from, to) =>
      guarded(async () => {
        const part = at(partFile({ path: to, sha256: 'copy' }));
        await makeRoom(part);
        await fs.promises.rm(part, { force: true });
        try {
          await fs.promises.link(at(from), part);
        } catch (error) {
          if (systemCode(error) === 'ENOENT') return false;
          if (!NO_LINKS.has(systemCode(error) ?? '')) throw error;
          await fs.promises.copyFile(at(from), part, fs.constants.COPYFILE_FICLONE);
          await fs.promises.chmod(part, mode.file).catch(noModes);
          await syncFile(part);
        }
        // Where both names are of one file already, rename leaves both.
        await fs.promises.rm(at(to), { force: true });
        await takeName(part, at(to));
        return true;
      }),
    create: (file, text) =>
      guarded(async () => {
        await makeRoom(at(file));
        try {
          await fs.promises.writeFile(at(file), text, { flag: 'wx', flush: true });
          return true;
        } catch (error) {
          if (systemCode(error) === 'EEXIST') return false;
          throw error;
        }
      }),
    remove: (file) =>
      guarded(async () => {
        await fs.promises.rm(at(file), { recursive: true, force: true, maxRetries: 3 });
        unsettled.add(path.dirname(at(file)));
      }),
    settle: () =>
      guarded(async () => {
        for (const folder of unsettled) await syncFile(folder);
        unsettled.clear();
      }),
    current: () =>
      guarded(async () => {
        const pointer = at(CURRENT);
        const found = await fs.promises.lstat(pointer).catch(nullIfAbsent);
        if (found?.isSymbolicLink()) {
          return versionOfPointer((await fs.promises.readlink(pointer)).replaceAll('\\', '/'));
        }
        return found?.isFile() ? versionOfPointer(await fs.promises.readFile(pointer, 'utf8')) : null;
      }),
    switchTo: (version) =>
      guarded(async () => {
        const next = at(`.${CURRENT}-${randomBytes(4).toString('hex')}`);
        if ((await fs.promises.lstat(at(CURRENT)).catch(nullIfAbsent))?.isDirectory())
          throw notOurs(at(CURRENT));
        try {
          if (await linkOrFile(next, version)) await fs.promises.chmod(next, mode.file).catch(noModes);
          await fs.promises.rename(next, at(CURRENT));
        } finally {
          await fs.promises.rm(next, { force: true });
        }
        unsettled.add(root);
      }),
    close: async () => {},
  };
}

/** Windows lets few users make links: there, as on FAT, the pointer is a file. @returns whether it is one */
async function linkOrFile(place: string, version: string): Promise<boolean> {
  try {
    await fs.promises.symlink(path.join(RELEASES, version), place, 'dir');
    return false;
  } catch (error) {
    if (!NO_LINKS.has(systemCode(error) ?? '')) throw error;
    await fs.promises.writeFile(place, `${releaseFolder(version)}\n`, { flush: true });
    return true;
  }
}

/** FAT has no modes, and of what others have made there they are others' to change. */
function noModes(error: unknown): void {
  if (!NO_LINKS.has(systemCode(error) ?? '')) throw error;
}

async function hasLinks(root: string): Promise<boolean> {
  const probe = path.join(root, `.offprint-probe-${randomBytes(4).toString('hex')}`);
  try {
    await fs.promises.symlink(RELEASES, probe, 'dir');
    return true;
  } catch (error) {
    if (NO_LINKS.has(systemCode(error) ?? '')) return false;
    throw error;
  } finally {
    await fs.promises.rm(probe, { force: true });
  }
}

async function listFolder(root: string, signal: AbortSignal): Promise<TargetFile[]> {
  const files: TargetFile[] = [];
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    signal.throwIfAborted();
    const entries = await fs.promises
      .readdir(path.join(root, below), { withFileTypes: true })
      .catch(noneIfAbsent);
    for (const entry of entries) {
      const name = below + entry.name;
      if (entry.isDirectory()) waiting.push(`${name}/`);
      else {
        const { size } = await fs.promises.lstat(path.join(root, name));
        files.push({ path: name, sizeBytes: entry.isFile() ? size : -1 }); // a link is never what was written
      }
    }
  }
  return files;
}

async function* guardedChunks(
  chunks: AsyncIterable<Buffer>,
  root: string,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    signal.throwIfAborted();
    throw folderFault(error, root);
  }
}

/** Folders too, where the system can do that. */
async function syncFile(file: string): Promise<void> {
  const handle = await fs.promises.open(file, 'r').catch(nullIfAbsent);
  await handle?.sync().catch((error: unknown) => {
    if (!['EINVAL', 'EPERM', 'EISDIR', 'ENOTSUP', 'EBADF'].includes(systemCode(error) ?? '')) throw error;
  });
  await handle?.close();
}

function noneIfAbsent(error: unknown): never[] {
  if (systemCode(error) === 'ENOENT') return [];
  throw error;
}

function nullIfAbsent(error: unknown): null {
  if (systemCode(error) === 'ENOENT') return null;
  throw error;
}

function notOurs(file: string): OffprintError {
  return new OffprintError(
    'conflict',
    `${file} is a folder that Offprint did not make. Move it away, or choose another folder as target.`,
  );
}

/** What the system says, as what it means for a publication. */
export function folderFault(error: unknown, root: string): unknown {
  const code = systemCode(error);
  if (error instanceof OffprintError || code === undefined) return error;
  const where = (error as NodeJS.ErrnoException).path ?? root;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new OffprintError(
        'target-full',
        `There is no room on ${root} (${code}). Make room, then go on with the publication: what is there already stays.`,
        error,
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new OffprintError(
        'target-refused',
        `${where} cannot be written (${code}). Give the user of Offprint the right to, or choose another target.`,
        error,
      );
    case 'EISDIR':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ENOTEMPTY':
    case 'ELOOP':
      return new OffprintError(
        'conflict',
        `${where} on the target is something else than Offprint put there (${code}). Look at it, and move it away.`,
        error,
      );
    case 'ENAMETOOLONG':
    case 'EINVAL':
    case 'EFBIG':
      return new OffprintError('target-refused', `The target cannot hold ${where} (${code}).`, error);
    default:
      return new OffprintError(
        'target-unreachable',
        `${root} is not there, or does not answer (${code}). Look whether it is mounted, then try again.`,
        error,
      );
  }
}
