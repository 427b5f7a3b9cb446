import fs from 'node:fs';
import path from 'node:path';
import { pipeline, Readable } from 'node:stream';
import zlib from 'node:zlib';
import { OffprintError } from '../errors.ts';
import { readRange } from '../file-ranges.ts';
import { archiveFile, type Release, type ReleaseFile, siteFolder } from './release.ts';

export type Coding = 'br' | 'gzip' | 'identity';
const END_OF_CODING = { br: '.br', gzip: '.gz', identity: '' } as const;

/** Size of a file in a coding in which it is available. */
export function sizeIn({ sizeBytes, gzip, brotli }: ReleaseFile, coding: Coding): number {
  return (coding === 'br' ? brotli : coding === 'gzip' ? gzip : undefined) ?? sizeBytes;
}

/** Reads a whole file. @throws OffprintError `integrity` if it differs from what was verified; system errors */
export function readContent(release: Release, file: ReleaseFile, coding: Coding): Buffer {
  const content = file.entry
    ? readEntry(release, file, file.entry, coding)
    : fs.readFileSync(placeOf(release, file, coding));
  if (content.length === sizeIn(file, coding)) return content;
  throw damaged(file);
}

/**
 * Streams a range of a file, both ends inclusive; with gzip, always all of it. Damage is reported as a stream error.
 */
export function streamContent(
  release: Release,
  file: ReleaseFile,
  coding: Coding,
  { start, end }: Readonly<{ start: number; end: number }>,
): Readable {
  const { entry } = file;
  if (!entry) return fs.createReadStream(placeOf(release, file, coding), { start, end });
  const bytes =
    coding === 'gzip' ? gzipBytes(release, file, entry) : partOfEntry(release, file, entry, start, end);
  return Readable.from(bytes, { objectMode: false });
}

type Entry = NonNullable<ReleaseFile['entry']>;

/** Header that, with the trailer, turns a deflated entry into a gzip file (RFC 1952) without recompressing it. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const GZIP_TRAILER_BYTES = 8;
export const GZIP_FRAME_BYTES = GZIP_HEADER.length + GZIP_TRAILER_BYTES;

function gzipTrailer({ sizeBytes }: ReleaseFile, { crc32 }: Entry): Buffer {
  const trailer = Buffer.alloc(GZIP_TRAILER_BYTES);
  trailer.writeUInt32LE(crc32, 0);
  trailer.writeUInt32LE(sizeBytes % 2 ** 32, 4);
  return trailer;
}

function readEntry({ folder }: Release, file: ReleaseFile, entry: Entry, coding: Coding): Buffer {
  const stored = readRange({ file: archiveFile(folder), start: entry.offset, sizeBytes: entry.storedBytes });
  if (coding === 'gzip') return Buffer.concat([GZIP_HEADER, stored, gzipTrailer(file, entry)]);
  const content = entry.isDeflated
    ? zlib.inflateRawSync(stored, { maxOutputLength: Math.max(1, file.sizeBytes) })
    : stored;
  if (zlib.crc32(content) === entry.crc32) return content;
  throw damaged(file);
}

async function* gzipBytes(release: Release, file: ReleaseFile, entry: Entry): AsyncGenerator<Buffer> {
  yield GZIP_HEADER;
  yield* storedBytes(release, entry) as AsyncIterable<Buffer>;
  yield gzipTrailer(file, entry);
}

async function* partOfEntry(
  release: Release,
  file: ReleaseFile,
  entry: Entry,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const stored = storedBytes(release, entry);
  const content = entry.isDeflated ? pipeline(stored, zlib.createInflateRaw(), () => {}) : stored;
  const isWhole = start === 0 && end >= file.sizeBytes - 1;
  let crc32 = 0;
  let at = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (isWhole) crc32 = zlib.crc32(chunk, crc32);
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    at += chunk.length;
    if (part.length > 0) yield part;
    if (at > end && !isWhole) return;
  }
  if (at <= end || (isWhole && crc32 !== entry.crc32)) throw damaged(file);
}

function storedBytes({ folder }: Release, { offset, storedBytes: sizeBytes }: Entry): fs.ReadStream {
  return fs.createReadStream(archiveFile(folder), { start: offset, end: offset + sizeBytes - 1 });
}

function placeOf(release: Release, file: ReleaseFile, coding: Coding): string {
  return path.join(siteFolder(release), ...(file.path + END_OF_CODING[coding]).split('/'));
}

function damaged({ path: name }: ReleaseFile): OffprintError {
  return new OffprintError('integrity', `${name} has changed on disk since it was verified.`);
}
