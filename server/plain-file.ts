import fs from 'node:fs';
import { OffprintError, systemCode } from './errors.ts';

/** Certificates and tokens are far smaller. */
const BYTES_MAX = 2 ** 20;

/**
 * Reads a file that a user named, completely. Rejects a file that is too large, and never blocks on a pipe or a device.
 * @param what start of the error message: `The certificates`
 * @throws OffprintError `usage`
 */
export function readPlainFile(file: string, what: string, maxBytes = BYTES_MAX): Buffer {
  const descriptor = openPlainFile(file, what);
  try {
    const { size } = fs.fstatSync(descriptor);
    if (size <= maxBytes) return fs.readFileSync(descriptor);
    throw new OffprintError('usage', `${what} ${file} is too large (${size} bytes). Use another file.`);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Opens a plain file. The caller must close the descriptor. @throws OffprintError `usage` */
export function openPlainFile(file: string, what: string): number {
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw new OffprintError(
      'usage',
      `${what} ${file} cannot be read (${systemCode(error)}). Check the path and its permissions.`,
      error,
    );
  }
  if (fs.fstatSync(descriptor).isFile()) return descriptor;
  fs.closeSync(descriptor);
  throw noPlainFile(file, what);
}

export function noPlainFile(file: string, what: string): OffprintError {
  return new OffprintError('usage', `${what} ${file} is a folder, pipe or device. Use a file.`);
}
