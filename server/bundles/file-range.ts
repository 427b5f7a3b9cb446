import type fs from 'node:fs';
import { buffersPassed } from '../passed-buffers.ts';

export type FileRange = Readonly<{ offset: number; sizeBytes: number }>;

/** Maximum size of a chunk. */
export const CHUNK_BYTES = 64 * 2 ** 10;

/**
 * Yields the bytes of several ranges of a file in turn. Stops early if the file ends.
 * @param buffer reused for every chunk, so a chunk is valid only until the next one is requested (see fileChunks). If
 *   omitted, each chunk has its own buffer
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
