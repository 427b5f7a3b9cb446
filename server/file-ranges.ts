import fs from 'node:fs';

/** A part of a file. */
export type FileRange = Readonly<{ file: string; start: number; sizeBytes: number }>;

/** @throws what the file system throws, and RangeError when the file ends before the range does */
export function readRange(range: FileRange): Buffer {
  const descriptor = fs.openSync(range.file, 'r');
  try {
    return readExactly(descriptor, range);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The same of a file that is open already: `file` is its name in the error. */
export function readExactly(descriptor: number, { file, start, sizeBytes }: FileRange): Buffer {
  const bytes = Buffer.allocUnsafeSlow(sizeBytes);
  for (let done = 0; done < sizeBytes; ) {
    const read = fs.readSync(descriptor, bytes, done, sizeBytes - done, start + done);
    const end = start + done;
    if (read === 0) throw new RangeError(`${file} ends after ${end} ${end === 1 ? 'byte' : 'bytes'}.`);
    done += read;
  }
  return bytes;
}

/** Writes all of the bytes, at a place in the file or where the last ones ended. @throws what the file system throws */
export function writeAll(descriptor: number, bytes: Uint8Array, at?: number): void {
  for (let written = 0; written < bytes.length; ) {
    const position = at === undefined ? null : at + written;
    written += fs.writeSync(descriptor, bytes, written, bytes.length - written, position);
  }
}
