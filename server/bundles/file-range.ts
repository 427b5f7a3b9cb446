import type fs from 'node:fs';
import { buffersPassed } from '../passed-buffers.ts';

/** So many bytes of a file. */
export type FileRange = Readonly<{ offset: number; sizeBytes: number }>;

/** As long as a chunk gets. */
export const CHUNK_BYTES = 64 * 2 ** 10;

/**
 * The bytes of some ranges of a file, one after the other. Ends early where the file does.
 * @param buffer what is read into, over and over: a chunk holds until the next one is asked for (fileChunks says why).
 *   Left out: each chunk has its own
 */
export async function* bytesOf(
  file: fs.promises.FileHandle,
  ranges: readonly FileRange[],
  buffer?: Buffer,
): AsyncGenerator<Buffer> {
  for (const { offset, sizeBytes } of ranges) {
    for (let done = 0; done < sizeBytes; ) {
      const length = Math.min(CHUNK_BYTES, sizeBytes - done);
      const chunk = buffer?.subarray(0, length) ?? Buffer.allocUnsafe(length);
      const { bytesRead } = await file.read(chunk, 0, chunk.length, offset + done);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
      if (!buffer) buffersPassed(bytesRead);
      done += bytesRead;
    }
  }
}
