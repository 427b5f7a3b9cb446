import { randomBytes } from 'node:crypto';
import ssh2 from 'ssh2';
import { CURRENT, PARTS, partFile, releaseFolder, versionOfPointer } from '../layout.ts';
import { type Content, contentOf, type OutgoingFile, readText, type Target, writeText } from '../target.ts';
import { whyNoName } from './file-systems.ts';
import {
  connectSftp,
  privateKeyIn,
  refused,
  type SftpAddress,
  type SftpConnection,
} from './sftp-connection.ts';
import {
  copyThere,
  FSYNC,
  freeBytes,
  hasLinks,
  offersCopies,
  POSIX_RENAME,
  symlink,
} from './sftp-extensions.ts';
import { fullDisk, notOurs, sftpFault } from './sftp-faults.ts';
import {
  entriesOf,
  filesBelow,
  isAbsent,
  lstatOf,
  readChunks,
  removeAll,
  statusOf,
  withFile,
  writeChunks,
} from './sftp-files.ts';

const { STATUS_CODE } = ssh2.utils.sftp;

/** Fixed length of a pointer that is overwritten in place: one request, with nothing left of the previous one. */
const POINTER_BYTES = 128;

export type SftpOptions = Omit<SftpAddress, 'privateKey'> &
  Readonly<{
    /** In OpenSSH, PEM or PuTTY format. */
    privateKey?: string | undefined;
    passphrase?: string | undefined;
  }>;

const LIMITS = { name: 'SFTP', maxFileBytes: null, windowsNames: false };

/**
 * A folder on an SFTP server. `current` is a symbolic link if the server can rename over existing files, otherwise a
 * small file overwritten by a single request. Unchanged files are hard links or copied on the server.
 * @throws OffprintError `target-refused` (host key, credentials), `target-unreachable`
 */
export async function openSftp(options: SftpOptions, signal: AbortSignal): Promise<Target> {
  const { privateKey, passphrase, ...rest } = options;
  const address = {
    ...rest,
    privateKey: privateKey === undefined ? undefined : privateKeyIn(privateKey, passphrase),
  };
  const { host, pathname } = new URL(options.url);
  const root = rootOf(pathname);
  const at = (path: string): string => (root === '/' ? `/${path}` : `${root}/${path}`);
  let connecting: Promise<SftpConnection> | undefined;
  const made = new Map<string, Promise<void>>();

  /** Reconnects if the connection was lost. */
  const connected = async (): Promise<SftpConnection> => {
    const known = await connecting?.catch(() => undefined);
    if (!known?.isOpen()) connecting = connectSftp(address, signal);
    return (await connecting) as SftpConnection;
  };
  const guarded = async <T>(path: string, work: (connection: SftpConnection) => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    try {
      const connection = await connected();
      return await work(connection).catch(async (error: unknown) => {
        throw (await fullDisk(connection, error, { root, host })) ?? error;
      });
    } catch (error) {
      signal.throwIfAborted();
      throw sftpFault(error, host, path);
    }
  };

  /** Creates each folder once, parents first. */
  const makeFolder = (connection: SftpConnection, folder: string): Promise<void> => {
    const known = made.get(folder);
    if (known || folder === '') return known ?? Promise.resolve();
    const making = makeFolder(connection, parentOf(folder)).then(async () => {
      try {
        await connection.ask((done) => connection.sftp.mkdir(at(folder), done));
      } catch (error) {
        if (!(await lstatOf(connection, at(folder)))) throw error;
      }
    });
    made.set(folder, making);
    making.catch(() => made.delete(folder));
    return making;
  };

  /** Renames a file over another, atomically if the server supports it. */
  const takeName = async (connection: SftpConnection, from: string, to: string): Promise<void> => {
    const { sftp, ask, offers } = connection;
    await makeFolder(connection, parentOf(to));
    if (offers(POSIX_RENAME)) return ask((done) => sftp.ext_openssh_rename(at(from), at(to), done));
    if (await lstatOf(connection, at(to))) await ask((done) => sftp.unlink(at(to), done));
    await ask((done) => sftp.rename(at(from), at(to), done));
  };

  const writePart = (
    connection: SftpConnection,
    file: OutgoingFile,
    content: Content,
    onBytes: (count: number) => void,
  ): Promise<void> =>
    withFile(connection, at(partFile(file)), 'write', async (handle) => {
      const { sftp, ask, offers } = connection;
      const { size } = await ask<ssh2.Stats>((done) => sftp.fstat(handle, done));
      const from = size <= file.sizeBytes ? size : 0;
      if (from < size) await ask((done) => sftp.fsetstat(handle, { size: 0 }, done));
      onBytes(from);
      try {
        await writeChunks(connection, handle, from, content(from), onBytes);
        if (offers(FSYNC)) await ask((done) => sftp.ext_openssh_fsync(handle, done));
      } catch (error) {
        const neededBytes = file.sizeBytes - from;
        throw (await fullDisk(connection, error, { root, host, neededBytes })) ?? error;
      }
    });

  const overwritePointer = (connection: SftpConnection, version: string): Promise<void> =>
    withFile(connection, at(CURRENT), 'write', (handle) => {
      const text = `${releaseFolder(version)}\n`.padEnd(POINTER_BYTES, '\n');
      return writeChunks(connection, handle, 0, contentOf(Buffer.from(text))(0), () => {});
    });

  const target: Target = {
    capabilities: () =>
      guarded('', async (connection) => ({
        pointer: (await hasLinks(connection, at(`.offprint-probe-${randomBytes(4).toString('hex')}`)))
          ? 'link'
          : 'file',
        resumesFiles: true,
        copies: offersCopies(connection),
        freeBytes: await freeBytes(connection, root),
        maxFileBytes: null,
        exclusiveLock: true,
      })),
    cannotHold: (path) => whyNoName(path, LIMITS),
    list: (folder) => guarded(folder, (connection) => filesBelow(connection, at(folder))),
    names: (folder) =>
      guarded(folder, async (connection) =>
        (await entriesOf(connection, at(folder)))
          .filter(({ attrs }) => attrs.isFile())
          .map(({ filename }) => filename),
      ),
    read: (path) =>
      guarded(path, async (connection) => {
        const { sftp, ask } = connection;
        try {
          const handle = await ask<Buffer>((done) => sftp.open(at(path), 'r', done));
          return answered(connection, handle, path);
        } catch (error) {
          if (isAbsent(error)) return null;
          throw error;
        }
      }),
    write: (file, content, onBytes) =>
      guarded(file.path, async (connection) => {
        await makeFolder(connection, PARTS);
        await writePart(connection, file, content, onBytes);
        await takeName(connection, partFile(file), file.path);
      }),
    copy: (from, to) =>
      guarded(to, async (connection) => {
        const part = partFile({ path: to, sha256: 'copy' });
        await makeFolder(connection, PARTS);
        await removeAll(connection, at(part));
        if (!(await copyThere(connection, at(from), at(part)))) return false;
        // rename(2) does nothing if both names are hard links to the same file.
        await removeAll(connection, at(to));
        await takeName(connection, part, to);
        return true;
      }),
    create: (path, text) =>
      guarded(path, async (connection) => {
        await makeFolder(connection, parentOf(path));
        try {
          await withFile(connection, at(path), 'create', (handle) =>
            writeChunks(connection, handle, 0, contentOf(Buffer.from(text))(0), () => {}),
          );
          return true;
        } catch (error) {
          if (statusOf(error) === STATUS_CODE.FAILURE && (await lstatOf(connection, at(path)))) return false;
          throw error;
        }
      }),
    remove: (path) =>
      guarded(path, async (connection) => {
        for (const folder of [...made.keys()])
          if (folder === path || folder.startsWith(`${path}/`)) made.delete(folder);
        await removeAll(connection, at(path));
      }),
    settle: async () => {}, // each file has already been flushed, if the server supports it
    current: () =>
      guarded(CURRENT, async (connection) => {
        const { sftp, ask } = connection;
        const found = await lstatOf(connection, at(CURRENT));
        if (found?.isSymbolicLink())
          return versionOfPointer(await ask<string>((done) => sftp.readlink(at(CURRENT), done)));
        return found?.isFile() ? versionOfPointer((await readText(target, CURRENT)) ?? '') : null;
      }),
    switchTo: (version) =>
      guarded(CURRENT, async (connection) => {
        const { sftp, ask } = connection;
        if ((await lstatOf(connection, at(CURRENT)))?.isDirectory()) throw notOurs(at(CURRENT), host);
        if (!connection.offers(POSIX_RENAME)) return overwritePointer(connection, version);
        const next = `.${CURRENT}-${randomBytes(4).toString('hex')}`;
        if (!(await symlink(connection, releaseFolder(version), at(next))))
          return writeText(target, CURRENT, `${releaseFolder(version)}\n`);
        await ask((done) => sftp.ext_openssh_rename(at(next), at(CURRENT), done));
      }),
    close: async () => (await connecting?.catch(() => undefined))?.end(),
  };

  async function* answered(connection: SftpConnection, handle: Buffer, path: string): AsyncGenerator<Buffer> {
    try {
      yield* readChunks(connection, handle);
    } catch (error) {
      signal.throwIfAborted();
      throw sftpFault(error, host, path);
    } finally {
      if (connection.isOpen())
        await connection.ask((done) => connection.sftp.close(handle, done)).catch(() => {});
    }
  }

  await guarded('', async (connection) => {
    const found = await connection
      .ask<ssh2.Stats>((done) => connection.sftp.stat(root, done))
      .catch((error: unknown) => {
        if (!isAbsent(error)) throw error;
      });
    if (found?.isDirectory()) return;
    throw refused(`${host} has no folder ${root}. Create it first, or correct the address.`);
  });
  return target;
}

/** Converts the path of an address: `/srv/docs` is absolute, `/~/docs` is relative to the user's home folder. */
function rootOf(pathname: string): string {
  const path = decodeURIComponent(pathname).replace(/\/+$/, '');
  if (path === '/~') return '.';
  return path.startsWith('/~/') ? path.slice(3) : path || '/';
}

function parentOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}
