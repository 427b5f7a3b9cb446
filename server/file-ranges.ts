import fs from 'node:fs';

/** A byte range of a file. */
export type FileRange = Readonly<{ file: string; start: number; sizeBytes: number }>;

/** Reads a range. @throws file system errors; RangeError if the file ends before the range */
export function readRange(range: FileRange): Buffer {
  const descriptor = fs.openSync(range.file, 'r');
  try {
    return readExactly(descriptor, range);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Like readRange, for an open file. `file` is only used in the error. */
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

/** Writes all bytes at an offset, or at the current position. @throws file system errors */
export function writeAll(descriptor: number, bytes: Uint8Array, at?: number): void {
  for (let written = 0; written < bytes.length; ) {
    const position = at === undefined ? null : at + written;
    written += fs.writeSync(descriptor, bytes, written, bytes.length - written, position);
  }
}
