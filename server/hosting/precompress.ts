import fs from 'node:fs';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { ReleaseFile } from './release.ts';

const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);

/** Shorter files fit into one packet uncompressed. */
const MIN_BYTES = 1_000;
/** Files are compressed in one piece; larger ones are sent uncompressed. */
const MAX_BYTES = 32 * 2 ** 20;
/** Highest quality that still compresses about 10 MB a second (docs/benchmarks/hosting.md). */
const BROTLI_QUALITY = 9;

const COMPRESSIBLE =
  /^(text\/|image\/svg\+xml|application\/([\w.-]+\+)?(json|xml)|application\/(javascript|manifest\+json|wasm)|font\/(ttf|otf))/;

/** Whether compression makes files of this media type smaller. */
export function isCompressible(type: string): boolean {
  return COMPRESSIBLE.test(type);
}

/**
 * Writes `<file>.gz` and `<file>.br`, each only if it is smaller and the bundle has no file of that name.
 * @returns the sizes of the files written
 */
export async function precompress(
  file: string,
  isTaken: (end: '.gz' | '.br') => boolean,
): Promise<Pick<ReleaseFile, 'gzip' | 'brotli'>> {
  const { size } = await fs.promises.stat(file);
  if (size < MIN_BYTES || size > MAX_BYTES) return {};
  const content = await fs.promises.readFile(file);
  const sizes: { gzip?: number; brotli?: number } = {};
  const keep = async (end: '.gz' | '.br', compressed: Buffer): Promise<number | undefined> => {
    if (compressed.length >= size || isTaken(end)) return undefined;
    await fs.promises.writeFile(file + end, compressed, { flag: 'wx' });
    return compressed.length;
  };
  const zipped = await keep('.gz', await gzip(content, { level: 9 }));
  if (zipped !== undefined) sizes.gzip = zipped;
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: size,
  };
  const packed = await keep('.br', await brotli(content, { params }));
  if (packed !== undefined) sizes.brotli = packed;
  return sizes;
}
