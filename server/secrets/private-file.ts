import fs, { type Stats } from 'node:fs';
import process from 'node:process';
import { OffprintError, systemCode } from '../errors.ts';

/** More than any secret has: another file was named by mistake. */
const BYTES_MAX = 65_536;

/**
 * Reads a file that holds a secret, if nobody else can read it. One line break at the end of a text does not count,
 * so that a file made by an editor and one made by a program give the same secret.
 * @param named how the file was named, for the sentence: 'OFFPRINT_SECRET_FILE'
 * @throws OffprintError `usage`; no error says anything of the content
 */
export function readPrivateFile(file: string, named: string): Buffer {
  const refuse = (why: string, cause?: unknown): OffprintError =>
    new OffprintError('usage', `The file ${file}, specified by ${named}, ${why}`, cause);
  let descriptor: number;
  try {
    // Not to wait for the other end of a named pipe; systemd and Kubernetes give symbolic links, which are followed.
    descriptor = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw refuse(
      `cannot be opened (${systemCode(error) ?? error}). Use a file that Offprint can read.`,
      error,
    );
  }
  try {
    const stats = fs.fstatSync(descriptor);
    const fault = permissionFault(stats, process.getuid?.());
    if (fault !== undefined) throw refuse(fault);
    if (stats.size > BYTES_MAX)
      throw refuse(`contains ${stats.size} bytes, which is too many for a secret. Use another file.`);
    return withoutLineBreak(fs.readFileSync(descriptor));
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * What is wrong with who may read or write a secret's file, as the end of a sentence.
 *
 * It belongs to this user with mode 0600 or 0400. Or it belongs to root, who can read everything anyway, and reaches
 * this user through its group or an access list: so systemd hands credentials to a service with a user of its own
 * (0400 and an ACL, which `stat` shows as 0440: systemd, src/core/exec-credential.c), and Kubernetes with `fsGroup`.
 * Docker's default, 0444, is for everybody in the container: refused, since uid and mode can be set there.
 * @param uid of this process; undefined on Windows, whose files have no such modes
 */
export function permissionFault(
  stats: Pick<Stats, 'uid' | 'mode' | 'isFile'>,
  uid: number | undefined,
): string | undefined {
  if (!stats.isFile()) return 'is not a regular file. Use a regular file.';
  if (uid === undefined) return undefined;
  const viaRoot = stats.uid === 0 && uid !== 0;
  if (stats.uid !== uid && !viaRoot) {
    return `belongs to another user (uid ${stats.uid}, but Offprint runs as uid ${uid}). Change its owner: chown ${uid}`;
  }
  if ((stats.mode & (viaRoot ? 0o037 : 0o077)) !== 0) {
    const mode = (stats.mode & 0o7777).toString(8).padStart(4, '0');
    return `is open to other users (mode ${mode}). Remove their access: chmod 0400 (in Docker, set the secret's uid and mode)`;
  }
  return undefined;
}

function withoutLineBreak(content: Buffer): Buffer {
  const isText = content.every((byte) => byte >= 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
  if (!isText) return content;
  let end = content.length;
  if (content[end - 1] === 0x0a) end -= 1;
  if (content[end - 1] === 0x0d) end -= 1;
  return content.subarray(0, end);
}
