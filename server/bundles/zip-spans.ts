import { createHash, type Hash } from 'node:crypto';
import type fs from 'node:fs';
import type { Entry, ZipFile } from 'yauzl';
import { OffprintError } from '../errors.ts';
import { openZip } from './open-zip.ts';
import { readingFault } from './reading-faults.ts';

/** An entry and its position in a zip archive: a local header at `offset`, then the compressed data. */
export type PlacedEntry = Readonly<{
  path: string;
  method: 0 | 8;
  crc32: number;
  /** Size before compression. */
  sizeBytes: number;
  compressedBytes: number;
  offset: number;
}>;

/** A part of a zip archive: an entry, or the bytes between and after the entries (the central directory). */
export type ZipSpan =
  | Readonly<{ kind: 'entry'; entry: PlacedEntry; header: Buffer; dataSha256: string }>
  | Readonly<{ kind: 'other'; offset: number; sizeBytes: number }>;

/**
 * Reads a zip archive in a single forward pass; every byte is in exactly one span. Nothing is inflated. Memory grows
 * with the number of entries, not with their sizes.
 * @param whole hash to update with all bytes of the archive, if needed
 * @throws OffprintError `integrity` if it is not a zip archive or its entries overlap; the signal's reason
 */
export async function* zipSpans(
  file: string,
  whole: Hash | undefined,
  signal: AbortSignal,
): AsyncGenerator<ZipSpan> {
  const { zip, handle } = await openZip(file).catch((error: unknown) => {
    throw readingFault(file, error);
  });
  try {
    const { size } = await handle.stat();
    const entries = await placedEntries(file, zip, signal);
    const reader = forwardReader(file, handle, whole, signal);
    for (const entry of entries) {
      if (entry.offset < reader.position()) throw malformed(file, `"${entry.path}" overlaps another entry`);
      const gap = await other(reader, entry.offset);
      if (gap) yield gap;
      const header = await localHeader(file, reader, entry);
      const data = createHash('sha256');
      await reader.pass(entry.compressedBytes, (chunk) => data.update(chunk));
      // Binary string: half the memory of hex, and there may be a million.
      yield { kind: 'entry', entry, header, dataSha256: data.digest('binary') };
    }
    const rest = await other(reader, size);
    if (rest) yield rest;
  } finally {
    zip.close();
  }
}

/** Entries of an archive in order of their position. @throws OffprintError `integrity` */
export async function placedEntries(file: string, zip: ZipFile, signal: AbortSignal): Promise<PlacedEntry[]> {
  const placed: PlacedEntry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted();
      const found = placedEntry(entry);
      if (!found) throw malformed(file, `"${entry.fileName}" uses an unsupported compression method`);
      placed.push(found);
    }
  } catch (error) {
    throw signal.aborted ? error : readingFault(file, error);
  }
  return placed.sort((a, b) => a.offset - b.offset);
}

/** Undefined if the entry is neither stored nor deflated. */
export function placedEntry(entry: Entry): PlacedEntry | undefined {
  const { compressionMethod: method } = entry;
  if (method !== 0 && method !== 8) return undefined;
  return {
    path: entry.fileName,
    method,
    crc32: entry.crc32,
    sizeBytes: entry.uncompressedSize,
    compressedBytes: entry.compressedSize,
    offset: entry.relativeOffsetOfLocalHeader,
  };
}

/** Span of the bytes before `end`; undefined if there are none. */
async function other(reader: ForwardReader, end: number): Promise<ZipSpan | undefined> {
  const offset = reader.position();
  if (end === offset) return undefined;
  await reader.pass(end - offset, () => {});
  return { kind: 'other', offset, sizeBytes: end - offset };
}

/** Reads a local header (APPNOTE 4.3.7). */
async function localHeader(file: string, reader: ForwardReader, entry: PlacedEntry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const keep = (chunk: Buffer): number => chunks.push(Buffer.from(chunk));
  await reader.pass(30, keep);
  const fixed = Buffer.concat(chunks);
  if (fixed.readUInt32LE(0) !== 0x04034b50) throw malformed(file, `"${entry.path}" has no local header`);
  await reader.pass(fixed.readUInt16LE(26) + fixed.readUInt16LE(28), keep);
  return Buffer.concat(chunks);
}

type ForwardReader = Readonly<{
  position: () => number;
  /** Reads the next bytes; chunks are valid only during the call. */
  pass: (sizeBytes: number, use: (chunk: Buffer) => void) => Promise<void>;
}>;

function forwardReader(
  file: string,
  handle: fs.promises.FileHandle,
  whole: Hash | undefined,
  signal: AbortSignal,
): ForwardReader {
  const buffer = Buffer.allocUnsafe(2 ** 20);
  let position = 0;
  let unread = buffer.subarray(0, 0);
  return {
    position: () => position,
    pass: async (sizeBytes, use) => {
      const end = position + sizeBytes;
      while (position < end) {
        if (unread.length === 0) {
          signal.throwIfAborted();
          const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
          if (bytesRead === 0) throw malformed(file, 'it is incomplete');
          unread = buffer.subarray(0, bytesRead);
          whole?.update(unread);
        }
        const chunk = unread.subarray(0, end - position);
        use(chunk);
        position += chunk.length;
        unread = unread.subarray(chunk.length);
      }
    },
  };
}

function malformed(file: string, why: string): OffprintError {
  return new OffprintError(
    'integrity',
    `${file} is damaged (${why}). Fetch the bundle again from its source.`,
  );
}
