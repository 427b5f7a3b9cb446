import type fs from 'node:fs';

/** So many bytes of a file. */
export type FileRange = Readonly<{ offset: number; sizeBytes: number }>;

const CHUNK_BYTES = 256 * 2 ** 10;

/** The bytes of some ranges of a file, one after the other. Ends early where the file does. */
export async function* bytesOf(
  file: fs.promises.FileHandle,
  ranges: readonly FileRange[],
): AsyncGenerator<Buffer> {
  for (const { offset, sizeBytes } of ranges) {
    for (let done = 0; done < sizeBytes; ) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, sizeBytes - done));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset + done);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      done += bytesRead;
    }
  }
}
