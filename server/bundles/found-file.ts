import { createHash, hash } from 'node:crypto';
import { formatNumber } from '../../shared/numbers.ts';
import { OffprintError } from '../errors.ts';

/** A file of a bundle as it was found: in an archive, in a stream, in a folder. */
export type FoundFile = Readonly<{
  path: string;
  sizeBytes: number;
  /** In hex. */
  sha256: string;
  /** The archive's own checksum differs, or what was compressed cannot be read: it is not what was packed. */
  isDamaged?: true;
  /** What it holds, where that was asked for. */
  bytes?: Buffer;
}>;

/** How much of a file is kept: a longer one is refused. Undefined: only its SHA-256 is wanted. */
export type Keep = (path: string) => number | undefined;

/**
 * Reads the content of a file to its end, a chunk at a time.
 * @throws OffprintError `integrity` when there is more than may be kept; what the chunks throw
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

/** The same for a small file that is in memory. */
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
