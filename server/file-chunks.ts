import fs from 'node:fs';
import { promisify } from 'node:util';

const read = promisify(fs.read);

const CHUNK_BYTES = 256 * 2 ** 10;

/**
 * The bytes of an open file to its last, read into one buffer: a chunk holds until the next one is asked for. A stream
 * leaves a buffer behind for each chunk, up to 130 MB before they are collected (docs/benchmarks/large-bundle.md).
 * Closes the file.
 * @param from place of the first byte
 * @throws the reason of the signal
 */
export async function* fileChunks(fd: number, signal?: AbortSignal, from = 0): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  try {
    for (let place = from; ; ) {
      signal?.throwIfAborted();
      const { bytesRead } = await read(fd, buffer, 0, buffer.length, place);
      signal?.throwIfAborted();
      if (bytesRead === 0) return;
      place += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    fs.closeSync(fd);
  }
}

/** Chunks that outlast the next one: for streams, which read ahead. */
export async function* ownChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}
