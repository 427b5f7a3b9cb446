import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import tar from 'tar-stream';
import type { Entry, ZipFile } from 'yauzl';
import { OffprintError } from '../errors.ts';
import { openPlainFile } from '../plain-file.ts';
import { archiveFolder, withoutFolder } from './archive-folder.ts';
import { openZip } from './open-zip.ts';
import { damagedEntry, readingFault } from './reading-faults.ts';
import { AT_ONCE_MAX_BYTES, type UnpackTask, unpackEntries } from './unpack-entries.ts';
import { type PlacedEntry, placedEntry } from './zip-spans.ts';

/** A file in an archive. `open` may be called once, before the next entry is requested. */
export type ArchiveEntry = Readonly<{
  path: string;
  sizeBytes: number;
  open: () => Promise<Readable>;
  /** Position in a zip archive; absent if encrypted or neither stored nor deflated. */
  placed?: PlacedEntry;
}>;

/**
 * Yields the files of a bundle in archive order, with paths relative to the folder that contains all of them, if there
 * is one. Rejects links, other special entries, and entries that would escape the destination folder or overwrite each
 * other: a bundle has none.
 * @throws OffprintError `usage` if the file cannot be read, `integrity` if it is not an archive, is damaged or
 *   dangerous
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const kind = archiveKind(file);
  const files = new Set<string>();
  const folders = new Set<string>();
  try {
    const folder = await archiveFolder(file, kind);
    if (folder !== undefined) assertHarmless(folder);
    for await (const { path: whole, placed, ...entry } of kind === 'zip' ? readZip(file) : readTarGz(file)) {
      const path = withoutFolder(whole, folder);
      assertHarmless(path);
      assertAlone(path, files, folders);
      yield { ...entry, path, ...(placed && { placed: { ...placed, path } }) };
    }
  } catch (error) {
    throw readingFault(file, error);
  }
}

/**
 * Unpacks a bundle. Checks zip entries against their CRC; comparing files with the manifest happens elsewhere.
 * @param unpack handles small entries of a zip archive in batches, several concurrently
 * @throws as readArchive
 */
export async function unpackArchive(
  file: string,
  folder: string,
  signal?: AbortSignal,
  unpack: (task: UnpackTask) => Promise<void> = async (task) => unpackEntries(task),
): Promise<void> {
  const running = new Set<Promise<void>>();
  let batch: PlacedEntry[] = [];
  const unpackBatch = async (): Promise<void> => {
    if (batch.length === 0) return;
    if (running.size >= BATCHES_AT_ONCE) await Promise.race(running);
    const task: Promise<void> = unpack({ archive: file, folder, entries: batch }).then(() => {
      running.delete(task); // a failed one stays, so the wait below rejects
    });
    task.catch(() => {});
    running.add(task);
    batch = [];
  };
  try {
    for await (const entry of readArchive(file)) {
      signal?.throwIfAborted();
      const { placed, sizeBytes } = entry;
      if (placed && Math.max(sizeBytes, placed.compressedBytes) <= AT_ONCE_MAX_BYTES) {
        batch.push(placed);
        if (batch.length === BATCH_ENTRIES) await unpackBatch();
        continue;
      }
      const target = path.join(folder, ...entry.path.split('/'));
      await fs.promises.mkdir(path.dirname(target), { recursive: true });
      try {
        await pipeline(await entry.open(), fs.createWriteStream(target, { flags: 'wx' }));
      } catch (error) {
        throw readingFault(file, error);
      }
    }
    await unpackBatch();
    await Promise.all(running);
  } finally {
    await Promise.allSettled(running);
  }
}

/** Large enough to be worth a thread task, small enough to let other tasks run in between. */
const BATCH_ENTRIES = 32;
const BATCHES_AT_ONCE = 16;

/** Computes the SHA-256 in hex and the length of a stream; with `keep`, also returns its content. */
export async function digestOf(
  stream: Readable,
  keep: boolean,
): Promise<{ sha256: string; sizeBytes: number; bytes: Buffer[] }> {
  const hash = createHash('sha256');
  const bytes: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    sizeBytes += chunk.length;
    if (keep && sizeBytes <= KEPT_BYTES) bytes.push(chunk);
  }
  return { sha256: hash.digest('hex'), sizeBytes, bytes };
}

/** Computes the SHA-256 in hex and the size of a file. @throws the signal's reason */
export async function digestOfFile(
  file: string,
  signal: AbortSignal,
): Promise<{ sha256: string; sizeBytes: number }> {
  signal.throwIfAborted();
  const handle = await fs.promises.open(file);
  try {
    const hash = createHash('sha256');
    // One buffer for the whole file: a stream allocates one per chunk, which adds up to 100 MB before garbage
    // collection.
    const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
    let sizeBytes = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, sizeBytes);
      signal.throwIfAborted();
      if (bytesRead === 0) return { sha256: hash.digest('hex'), sizeBytes };
      hash.update(buffer.subarray(0, bytesRead));
      sizeBytes += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

const READ_BYTES = 2 ** 20;

/**
 * Maximum content that digestOf keeps, to read manifests from it. Only with millions of files would a manifest be
 * longer.
 */
const KEPT_BYTES = 512 * 2 ** 20;

/**
 * Detects the format from the first bytes.
 * @throws OffprintError `usage` if it cannot be read, `integrity` if it is neither
 */
export function archiveKind(file: string): 'zip' | 'tar.gz' {
  if (!fs.existsSync(file)) throw new OffprintError('usage', `There is no file ${file}. Check the path.`);
  const descriptor = openPlainFile(file, 'The bundle');
  try {
    const buffer = Buffer.alloc(4);
    const bytesRead = fs.readSync(descriptor, buffer, 0, 4, 0);
    if (bytesRead === 4 && buffer.readUInt32LE(0) === 0x04034b50) return 'zip';
    if (bytesRead >= 2 && buffer.readUInt16BE(0) === 0x1f8b) return 'tar.gz';
    throw new OffprintError(
      'integrity',
      `${file} is neither a zip nor a tar.gz archive. Fetch the bundle again from its source.`,
    );
  } finally {
    fs.closeSync(descriptor);
  }
}

async function* readZip(file: string): AsyncGenerator<ArchiveEntry> {
  const { zip } = await openZip(file);
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      const unixMode = entry.externalFileAttributes >>> 16;
      if (unixMode !== 0 && (unixMode & 0o170000) !== 0o100000 && (unixMode & 0o170000) !== 0) {
        throw new OffprintError(
          'integrity',
          `${file} contains "${entry.fileName}", which is not a regular file. Do not unpack it.`,
        );
      }
      const placed = entry.isEncrypted() ? undefined : placedEntry(entry);
      yield {
        path: entry.fileName,
        sizeBytes: entry.uncompressedSize,
        open: () => inflated(zip, entry),
        ...(placed && { placed }),
      };
    }
  } finally {
    zip.close();
  }
}

/** Opens the content of an entry, checked against its size and checksum. */
export async function inflated(zip: ZipFile, entry: Entry): Promise<Readable> {
  const stream = await zip.openReadStreamPromise(entry);
  return stream.pipe(new CheckCrc(entry.crc32, entry.fileName, stream));
}

/** Passes the content of an entry through and compares its checksum at the end, which yauzl does not do. */
export class CheckCrc extends Transform {
  #crc = 0;
  readonly #expected: number;
  readonly #name: string;
  readonly #source: Readable;

  constructor(expected: number, name: string, source: Readable) {
    super();
    this.#expected = expected;
    this.#name = name;
    this.#source = source;
    source.on('error', (error) => this.destroy(error));
  }

  override _transform(
    chunk: Buffer,
    _encoding: string,
    done: (error: Error | null, chunk: Buffer) => void,
  ): void {
    this.#crc = zlib.crc32(chunk, this.#crc);
    done(null, chunk);
  }

  /** Releases the archive when the reader stops early. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#source.destroy();
    done(error);
  }

  override _flush(done: (error: Error | null) => void): void {
    done(this.#crc === this.#expected ? null : damagedEntry(this.#name));
  }
}

async function* readTarGz(file: string): AsyncGenerator<ArchiveEntry> {
  const extract = tar.extract();
  const feeding = pipeline(fs.createReadStream(file), zlib.createGunzip(), extract);
  feeding.catch(() => {}); // surfaces in the loop
  for await (const entry of extract) {
    const { name, size, type } = entry.header;
    if (type === 'directory') {
      entry.resume();
      continue;
    }
    if (type !== 'file' && type !== 'contiguous-file') {
      throw new OffprintError(
        'integrity',
        `${file} contains "${name}", which is not a regular file. Do not unpack it.`,
      );
    }
    yield { path: name, sizeBytes: size ?? 0, open: () => Promise.resolve(Readable.from(entry)) };
    entry.resume();
  }
  await feeding;
}

/** @throws OffprintError `integrity` if a file of that name would end up outside the folder it is unpacked into */
export function assertHarmless(entryPath: string): void {
  const names = entryPath.split('/');
  const leaves = entryPath.includes('\\') || entryPath.includes('\0') || /^[A-Za-z]:/.test(entryPath);
  if (leaves || names.some((name) => name === '' || name === '.' || name === '..')) {
    throw new OffprintError(
      'integrity',
      `The archive contains "${entryPath}", which would be written outside the destination folder. Do not unpack it. Fetch the bundle again from its source.`,
    );
  }
}

/** Rejects a file that would replace another file or a folder when unpacked. @throws OffprintError `integrity` */
export function assertAlone(entryPath: string, files: Set<string>, folders: Set<string>): void {
  const ancestors = [...entryPath.matchAll(/\//g)].map(({ index }) => entryPath.slice(0, index));
  if (files.has(entryPath) || folders.has(entryPath) || ancestors.some((folder) => files.has(folder))) {
    throw new OffprintError(
      'integrity',
      `The archive contains "${entryPath}" twice, or as both a file and a folder. Fetch the bundle again from its source.`,
    );
  }
  files.add(entryPath);
  for (const folder of ancestors) folders.add(folder);
}
