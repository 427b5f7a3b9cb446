import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { closed } from './closed.ts';
import type { ZipEntry } from './zip.ts';

/** Content of a file with its checksums, ready to be added to an archive. */
export type Packable = Readonly<{
  data: Uint8Array;
  /** 0 is stored, 8 is deflate. */
  method: 0 | 8;
  crc32: number;
  sha256: string;
  /** Size before compression. */
  sizeBytes: number;
}>;

/** Computes the checksums of a file and compresses it if that makes it smaller. */
export function packable(bytes: Buffer, path: string, compress: boolean): Packable {
  const deflated =
    compress && worthDeflating(path) ? zlib.deflateRawSync(bytes, { level: DEFLATE_LEVEL }) : undefined;
  const smaller = deflated !== undefined && deflated.length < bytes.length;
  return {
    data: smaller ? deflated : bytes,
    method: smaller ? 8 : 0,
    crc32: zlib.crc32(bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
  };
}

/** Archive entry with this content. */
export function packedEntry(path: string, content: Packable): ZipEntry {
  const { method, crc32, sizeBytes, data } = content;
  return { path, method, crc32, sizeBytes, compressedBytes: data.length, data };
}

/** Level 5 takes 27 % less time than 6 for 1.6 % more bytes on Sphinx output (docs/decisions/0003). */
const DEFLATE_LEVEL = 5;

/**
 * False for formats that are already compressed: deflating them saves 5 % of size for 20 % of time (research on Sphinx
 * output).
 */
export function worthDeflating(path: string): boolean {
  return !/\.(png|jpe?g|gif|webp|avif|woff2?|mp4|webm|mp3|ogg|zip|gz|tgz|bz2|xz|zst|br|7z|epub|docx|xlsx|pptx)$/i.test(
    path,
  );
}

/** Opaque files of this size or larger are streamed instead of held in memory. */
export const STREAM_FROM_BYTES = 8 * 2 ** 20;

export type SetAside = Readonly<{
  crc32: number;
  sha256: string;
  sizeBytes: number;
  /** Size and SHA-256 of the written bytes: as read, or deflated. */
  writtenBytes: number;
  writtenSha256: string;
}>;

/**
 * Reads a large file to the end for its checksums and writes it to `file`, deflated if requested; without a `file`,
 * only reads it. Deflate output does not depend on how its input is chunked, so this and `packable` produce the same
 * bytes.
 */
export async function setAside(
  source: Readable,
  { file, deflate, signal }: Readonly<{ file: string | undefined; deflate: boolean; signal: AbortSignal }>,
): Promise<SetAside> {
  const hash = createHash('sha256');
  const written = createHash('sha256');
  let crc32 = 0;
  let sizeBytes = 0;
  let writtenBytes = 0;
  const checked = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      crc32 = zlib.crc32(chunk, crc32);
      hash.update(chunk);
      sizeBytes += chunk.length;
      yield chunk;
    }
  };
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      writtenBytes += chunk.length;
      if (deflate) written.update(chunk);
      yield chunk;
    }
  };
  const output =
    file === undefined
      ? new Writable({ write: (_chunk, _encoding, done) => done() })
      : fs.createWriteStream(file, { mode: 0o600 });
  try {
    if (deflate) {
      const deflating = zlib.createDeflateRaw({ level: DEFLATE_LEVEL });
      await pipeline(source, checked, deflating, counted, output, { signal });
    } else {
      await pipeline(source, checked, counted, output, { signal });
    }
  } catch (error) {
    await closed(output);
    throw error;
  }
  const sha256 = hash.digest('hex');
  const writtenSha256 = deflate ? written.digest('hex') : sha256;
  return { crc32, sha256, sizeBytes, writtenBytes, writtenSha256 };
}
