import { createHash, hash } from 'node:crypto';
import { formatNumber } from '../../shared/numbers.ts';
import { OffprintError } from '../errors.ts';

/** A file of a bundle as found in an archive, a stream or a folder. */
export type FoundFile = Readonly<{
  path: string;
  sizeBytes: number;
  /** In hex. */
  sha256: string;
  /** The archive's own checksum does not match, or the compressed data cannot be read. */
  isDamaged?: true;
  /** Its content, if requested. */
  bytes?: Buffer;
}>;

/** Returns how many bytes of a file to keep; a longer file is rejected. Undefined: only its SHA-256 is needed. */
export type Keep = (path: string) => number | undefined;

/**
 * Reads the content of a file to the end, chunk by chunk.
 * @throws OffprintError `integrity` if it is longer than the limit of `keep`; errors of `chunks`
 */
export async function foundFile(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  keep: Keep,
): Promise<FoundFile> {
  const sha256 = createHash('sha256');
  const keptMax = keep(path);
  const kept: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sha256.update(chunk);
    sizeBytes += chunk.length;
    if (keptMax === undefined) continue;
    if (sizeBytes > keptMax) throw tooLong(path, keptMax);
    kept.push(Buffer.from(chunk));
  }
  const found = { path, sizeBytes, sha256: sha256.digest('hex') };
  return keptMax === undefined ? found : { ...found, bytes: Buffer.concat(kept) };
}

/** Like foundFile, for a small file in memory. */
export function foundBytes(path: string, content: Buffer, keep: Keep): FoundFile {
  const keptMax = keep(path);
  if (keptMax !== undefined && content.length > keptMax) throw tooLong(path, keptMax);
  const found = { path, sizeBytes: content.length, sha256: hash('sha256', content) };
  return keptMax === undefined ? found : { ...found, bytes: Buffer.from(content) };
}

function tooLong(path: string, keptMax: number): OffprintError {
  return new OffprintError(
    'integrity',
    `${path} is larger than ${formatNumber(keptMax)} bytes, the maximum allowed. Do not unpack the bundle. Fetch it again from its source.`,
  );
}
