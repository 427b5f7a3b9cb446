import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { OffprintError, systemCode } from '../../errors.ts';
import { fileChunks } from '../../file-chunks.ts';
import { CURRENT, partFile, versionOfPointer } from '../layout.ts';
import type { Target } from '../target.ts';
import { type FileSystemLimits, limitsAt, whyNoName } from './file-systems.ts';
import { folderFault, noneIfAbsent, notOurs, nullIfAbsent } from './folder-faults.ts';
import {
  guardedChunks,
  hasLinks,
  linkOrFile,
  listFolder,
  NO_LINKS,
  noModes,
  syncFile,
} from './folder-files.ts';

const open = promisify(fs.open);

export type FolderOptions = Readonly<{
  root: string;
  signal: AbortSignal;
  limits?: FileSystemLimits;
  /** Called before a file is read back, to avoid reading from a cache. */
  beforeReading?: (file: string) => Promise<void>;
}>;

/**
 * A local or mounted folder. Files appear by rename, unchanged ones are hard links, and `current` is a symbolic link
 * switched by rename, or a small file where the file system has no links.
 * @throws OffprintError `target-unreachable` if there is no such folder
 */
export async function openFolder(options: FolderOptions): Promise<Target> {
  const { root, signal, beforeReading } = options;
  const stat = await fs.promises.stat(root).catch((error: unknown) => {
    throw folderFault(error, root);
  });
  if (!stat.isDirectory())
    throw new OffprintError('target-refused', `${root} is not a folder. Choose another target.`);
  const limits = options.limits ?? limitsAt(root);
  /** Published files get the permissions of the folder, whatever the umask of this process. */
  const mode = { file: stat.mode & 0o666, folder: stat.mode & 0o777 };
  /** Folders with names that are not on disk yet. */
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
        // rename(2) does nothing if both names are hard links to the same file.
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
