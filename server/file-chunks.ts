import fs from 'node:fs';
import { promisify } from 'node:util';

const read = promisify(fs.read);

const CHUNK_BYTES = 256 * 2 ** 10;

/**
 * Reads an open file to its end into one reused buffer: a chunk is valid until the next one is requested. A stream
 * would allocate a buffer per chunk, up to 130 MB before garbage collection (docs/benchmarks/large-bundle.md).
 * Closes the file.
 * @param from offset of the first byte
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

/** Copies each chunk so that it stays valid, for streams, which read ahead. */
export async function* ownChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}
