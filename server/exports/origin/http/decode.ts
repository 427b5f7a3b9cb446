import { Readable, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { systemCode } from '../../../errors.ts';
import { FetchError } from './fetched.ts';

/** Content codings that this client decodes (RFC 9110 §8.4.1, RFC 8878, RFC 7932). */
export const ACCEPT_ENCODING = 'gzip, br, zstd';

/** Text rarely compresses to less than a hundredth. Beyond this ratio it is a decompression bomb. */
const RATIO_MAX = 500;
const RATIO_FROM_BYTES = 8 * 2 ** 20;

/** Honest servers apply one encoding; stacked encodings are a trick. */
const ENCODINGS_MAX = 2;

/**
 * Decodes the content coding of a response. Nothing is decoded further than it is read, so a reader that limits the
 * output also limits the work.
 * @throws FetchError `undecodable`, `too large` (a decompression bomb), while it is read
 */
export async function* decoded(
  body: AsyncIterable<Buffer>,
  contentEncoding: string | undefined,
): AsyncGenerator<Buffer> {
  const encodings = (contentEncoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (encodings.length === 0) {
    yield* body;
    return;
  }
  if (encodings.length > ENCODINGS_MAX)
    throw new FetchError('undecodable', 'The response is encoded too many times');
  let inBytes = 0;
  let transferFault: unknown;
  const counted = async function* (): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of body) {
        inBytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      transferFault = error;
      throw error;
    }
  };
  const source = Readable.from(counted(), { objectMode: false });
  const decoders = encodings.reverse().map(decoderOf);
  let out: Readable = source;
  for (const decoder of decoders) {
    const from = out;
    from.on('error', (error) => decoder.destroy(error));
    out = from.pipe(decoder);
  }
  let outBytes = 0;
  try {
    for await (const chunk of out as AsyncIterable<Buffer>) {
      outBytes += chunk.length;
      if (outBytes > RATIO_FROM_BYTES && outBytes > inBytes * RATIO_MAX) {
        throw new FetchError('too large', `The response unpacks to more than ${RATIO_MAX} times its size`);
      }
      yield chunk;
    }
  } catch (error) {
    if (transferFault !== undefined) throw transferFault;
    if (error instanceof FetchError) throw error;
    if (systemCode(error) === 'Z_BUF_ERROR')
      throw new FetchError('truncated', 'The compressed response ended early');
    throw new FetchError('undecodable', `The response cannot be decoded (${String(error)})`);
  } finally {
    source.destroy();
    for (const decoder of decoders) decoder.destroy();
  }
}

function decoderOf(encoding: string): Transform {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    case 'zstd':
      return zlib.createZstdDecompress();
    default:
      throw new FetchError('undecodable', `The response has an unknown encoding: ${encoding}`);
  }
}
