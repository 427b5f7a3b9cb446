import ssh2, { type FileEntryWithStats, type Stats } from 'ssh2';
import type { TargetFile } from '../target.ts';
import type { SftpConnection } from './sftp-connection.ts';

/** Request size that every server accepts (draft-ietf-secsh-filexfer-02). */
const REQUEST_BYTES = 2 ** 15;

/** Concurrent requests, to hide network latency. */
const AT_ONCE = 32;

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

export function isAbsent(error: unknown): boolean {
  return statusOf(error) === STATUS_CODE.NO_SUCH_FILE;
}

/** Status code of the server's response; undefined if there was none. */
export function statusOf(error: unknown): number | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' ? code : undefined;
}

/** Opens a file for `work` and always closes it. */
export async function withFile<T>(
  { sftp, ask, isOpen }: SftpConnection,
  path: string,
  mode: 'read' | 'write' | 'create',
  work: (handle: Buffer) => Promise<T>,
): Promise<T> {
  const { READ, WRITE, CREAT, EXCL } = OPEN_MODE;
  const flags = { read: READ, write: WRITE | CREAT, create: WRITE | CREAT | EXCL }[mode];
  const handle = await ask<Buffer>((done) => sftp.open(path, flags, done));
  try {
    return await work(handle);
  } finally {
    if (isOpen()) await ask((done) => sftp.close(handle, done));
  }
}

/** Undefined if there is none. Does not follow links. */
export async function lstatOf({ sftp, ask }: SftpConnection, path: string): Promise<Stats | undefined> {
  try {
    return await ask<Stats>((done) => sftp.lstat(path, done));
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Entries of a folder; none if there is no such folder. */
export async function entriesOf({ sftp, ask }: SftpConnection, path: string): Promise<FileEntryWithStats[]> {
  try {
    return await ask<FileEntryWithStats[]>((done) => sftp.readdir(path, done));
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** All files below a folder. */
export async function filesBelow(connection: SftpConnection, root: string): Promise<TargetFile[]> {
  const files: TargetFile[] = [];
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const { filename, attrs } of await entriesOf(connection, `${root}/${below}`)) {
      if (attrs.isDirectory()) waiting.push(`${below}${filename}/`);
      // Published files are never links.
      else files.push({ path: below + filename, sizeBytes: attrs.isFile() ? attrs.size : -1 });
    }
  }
  return files;
}

/** Removes a file, or a folder with its contents. */
export async function removeAll(connection: SftpConnection, path: string): Promise<void> {
  const { sftp, ask } = connection;
  const found = await lstatOf(connection, path);
  if (!found) return;
  if (!found.isDirectory()) return ask((done) => sftp.unlink(path, done));
  const entries = await entriesOf(connection, path);
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const some = entries.slice(at, at + AT_ONCE);
    await Promise.all(
      some.map(({ filename, attrs }) => {
        const each = `${path}/${filename}`;
        return attrs.isDirectory() ? removeAll(connection, each) : ask((done) => sftp.unlink(each, done));
      }),
    );
  }
  await ask((done) => sftp.rmdir(path, done));
}

/**
 * Writes from an offset on with concurrent requests.
 * @param onBytes called with the number of bytes the server has accepted
 */
export async function writeChunks(
  { sftp, ask }: SftpConnection,
  handle: Buffer,
  from: number,
  chunks: AsyncIterable<Buffer>,
  onBytes: (count: number) => void,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let place = from;
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += REQUEST_BYTES) {
        const piece = chunk.subarray(at, at + REQUEST_BYTES);
        const to = place;
        if (running.size >= AT_ONCE) await Promise.race(running);
        const writing: Promise<void> = ask((done) =>
          sftp.write(handle, piece, 0, piece.length, to, done),
        ).then(() => {
          running.delete(writing); // a failed one stays, so the next race rejects
          onBytes(piece.length);
        });
        writing.catch(() => {});
        running.add(writing);
        place += piece.length;
      }
    }
    await Promise.all(running);
  } finally {
    await Promise.allSettled(running);
  }
}

/** Reads a whole file with concurrent requests. */
export async function* readChunks(connection: SftpConnection, handle: Buffer): AsyncGenerator<Buffer> {
  const { sftp, ask } = connection;
  const { size } = await ask<Stats>((done) => sftp.fstat(handle, done));
  const block = async (place: number): Promise<Buffer> => {
    const buffer = Buffer.allocUnsafe(Math.min(REQUEST_BYTES, size - place));
    let filled = 0;
    while (filled < buffer.length) {
      const count = await ask<number>((done) =>
        sftp.read(handle, buffer, filled, buffer.length - filled, place + filled, done),
      );
      if (count === 0) break; // the file has become shorter
      filled += count;
    }
    return buffer.subarray(0, filled);
  };
  const ahead: Promise<Buffer>[] = [];
  for (let next = 0; next < size || ahead.length > 0; ) {
    while (next < size && ahead.length < AT_ONCE) {
      const reading = block(next);
      reading.catch(() => {});
      ahead.push(reading);
      next += REQUEST_BYTES;
    }
    const chunk = await ahead.shift();
    if (chunk && chunk.length > 0) yield chunk;
  }
}
