import fs from 'node:fs';
import process from 'node:process';
import { OffprintError, systemCode } from '../errors.ts';
import { permissionFault } from './file-permissions.ts';

/** More than any secret has: a larger file was named by mistake. */
const BYTES_MAX = 65_536;

/**
 * Reads a file with a secret, provided that other users cannot read it. One line break at the end of a text is ignored,
 * so that editors and programs that write the file give the same secret.
 * @param named how the file was named, for messages: 'OFFPRINT_SECRET_FILE'
 * @throws OffprintError `usage`; no error reveals anything about the content
 */
export function readPrivateFile(file: string, named: string): Buffer {
  const refuse = (why: string, cause?: unknown): OffprintError =>
    new OffprintError('usage', `The file ${file}, specified by ${named}, ${why}`, cause);
  let descriptor: number;
  try {
    // O_NONBLOCK avoids waiting for a named pipe. Symbolic links are followed, since systemd and Kubernetes use them.
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

function withoutLineBreak(content: Buffer): Buffer {
  const isText = content.every((byte) => byte >= 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
  if (!isText) return content;
  let end = content.length;
  if (content[end - 1] === 0x0a) end -= 1;
  if (content[end - 1] === 0x0d) end -= 1;
  return content.subarray(0, end);
}
