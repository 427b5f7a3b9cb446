import fs from 'node:fs';
import { addAbortSignal, pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { OffprintError } from '../errors.ts';
import type { BundleFormat } from '../store/bundles.ts';
import { type ArchiveWriter, createArchive } from './archive.ts';
import { packable, packedEntry, STREAM_FROM_BYTES, setAside, worthDeflating } from './deflate.ts';
import { MANIFEST_FILE } from './own-files.ts';
import { type ArchiveEntry, archiveKind, digestOfFile, readArchive } from './read.ts';
import { readingFault } from './reading-faults.ts';
import { writeWhole } from './whole-file.ts';
import type { Archived } from './zip.ts';

export type ConvertTask = Readonly<{
  from: string;
  /** Expected SHA-256 of `from`, if known. */
  sha256?: string;
  out: string;
  format: BundleFormat;
}>;

/**
 * Repacks a bundle in the other format. The result has the same bytes as an export in that format on a machine of the
 * same architecture. Large files are streamed, one at a time.
 * @throws OffprintError `usage` if `from` cannot be read or has that format already, `integrity` if it is damaged or
 *   not a bundle; as writeWhole; the signal's reason
 */
export async function convertBundle(
  { from, sha256, out, format }: ConvertTask,
  signal: AbortSignal,
): Promise<Archived> {
  if (archiveKind(from) === format) {
    throw new OffprintError('usage', `${from} is already a ${format}. Use it as is.`);
  }
  await assertUndamaged(from, sha256, signal);
  return writeWhole(out, async ({ unfinished, scratch }) => {
    const archive = await createArchive(unfinished, format);
    try {
      let isBundle = false;
      for await (const entry of readArchive(from)) {
        signal.throwIfAborted();
        await addEntry(archive, entry, scratch, signal);
        isBundle ||= entry.path === MANIFEST_FILE;
      }
      if (!isBundle) {
        throw new OffprintError(
          'integrity',
          `${from} has no ${MANIFEST_FILE}, so it is incomplete or not an Offprint bundle.`,
        );
      }
      return await archive.finish();
    } catch (error) {
      await archive.abandon().catch(() => {});
      if (signal.aborted) throw signal.reason;
      throw readingFault(from, error);
    }
  });
}

/** Compares the SHA-256 of the whole archive: the checksums inside it do not cover its names. */
export async function assertUndamaged(
  file: string,
  sha256: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (sha256 === undefined || (await digestOfFile(file, signal)).sha256 === sha256) return;
  throw new OffprintError(
    'integrity',
    `${file} is damaged (its SHA-256 does not match). Fetch the bundle again.`,
  );
}

export async function addEntry(
  archive: ArchiveWriter,
  entry: ArchiveEntry,
  scratch: string,
  signal: AbortSignal,
): Promise<void> {
  const { path, sizeBytes } = entry;
  const source = await entry.open();
  if (sizeBytes < STREAM_FROM_BYTES) {
    await archive.add(packedEntry(path, packable(await buffer(source), path, archive.compresses)));
  } else if (archive.compresses) {
    await addLarge(archive, path, source, scratch, signal);
  } else {
    const data = addAbortSignal(signal, source);
    await archive.add({ path, method: 0, crc32: 0, sizeBytes, compressedBytes: sizeBytes, data });
  }
}

/**
 * Adds a large file. A zip entry starts with its checksum and sizes, so the content goes to a scratch file until they
 * are known.
 */
async function addLarge(
  archive: ArchiveWriter,
  path: string,
  source: Readable,
  scratch: string,
  signal: AbortSignal,
): Promise<void> {
  const deflate = worthDeflating(path);
  const { crc32, sizeBytes, writtenBytes } = await setAside(source, { file: scratch, deflate, signal });
  const smaller = deflate && writtenBytes < sizeBytes;
  const aside = fs.createReadStream(scratch, { highWaterMark: 2 ** 20 });
  const asItCame = (): Readable => pipeline(aside, zlib.createInflateRaw(), () => {}); // errors reach the reader
  await archive.add({
    path,
    method: smaller ? 8 : 0,
    crc32,
    sizeBytes,
    compressedBytes: smaller ? writtenBytes : sizeBytes,
    data: deflate && !smaller ? asItCame() : aside,
  });
}
