import fs from 'node:fs';
import { Readable } from 'node:stream';
import yauzl, { type ZipFile } from 'yauzl';
import { noPlainFile } from '../plain-file.ts';
import { bytesOf } from './file-range.ts';

/** A zip archive opened for reading; `zip.close()` closes its file once pending reads have ended. */
export type OpenZip = Readonly<{ zip: ZipFile; handle: fs.promises.FileHandle }>;

/**
 * Opens a zip archive. Reads its directory in large blocks: yauzl alone makes two system calls per entry, which takes a
 * minute for a million entries.
 */
export async function openZip(file: string): Promise<OpenZip> {
  const { O_RDONLY, O_NONBLOCK = 0 } = fs.constants; // opening a pipe would block
  const handle = await fs.promises.open(file, O_RDONLY | O_NONBLOCK);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw noPlainFile(file, 'The bundle');
    const { size } = stat;
    const zip = await yauzl.fromRandomAccessReaderPromise(new ReadAhead(handle), size, {
      autoClose: false,
      lazyEntries: true,
      strictFileNames: true,
    });
    return { zip, handle };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const WINDOW_BYTES = 128 * 2 ** 10;

/** Reads ahead when reads are sequential, as in the directory. */
class ReadAhead extends yauzl.RandomAccessReader {
  readonly #handle: fs.promises.FileHandle;
  #window = Buffer.alloc(0);
  #windowAt = 0;
  /** End of the last read outside the window. */
  #end = 0;

  constructor(handle: fs.promises.FileHandle) {
    super();
    this.#handle = handle;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const bytes = bytesOf(this.#handle, [{ offset: start, sizeBytes: end - start }]);
    return Readable.from(bytes, { objectMode: false });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#fill(buffer.subarray(offset, offset + length), position).then(
      (bytesRead) => done(null, bytesRead),
      (error: Error) => done(error),
    );
  }

  override close(done: (error: Error | null) => void): void {
    this.#handle.close().then(() => done(null), done);
  }

  async #fill(target: Buffer, position: number): Promise<number> {
    const inside = position >= this.#windowAt && position <= this.#windowAt + this.#window.length;
    if (!inside && position !== this.#end) {
      const { bytesRead } = await this.#handle.read(target, 0, target.length, position);
      this.#end = position + bytesRead;
      return bytesRead;
    }
    if (position + target.length > this.#windowAt + this.#window.length || !inside) {
      const size = Math.max(WINDOW_BYTES, target.length);
      const { buffer, bytesRead } = await this.#handle.read(Buffer.allocUnsafe(size), 0, size, position);
      this.#window = buffer.subarray(0, bytesRead);
      this.#windowAt = position;
    }
    const from = position - this.#windowAt;
    return this.#window.copy(target, 0, from, from + target.length);
  }
}
