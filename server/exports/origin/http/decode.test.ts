import { randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decoded } from './decode.ts';

async function* inChunks(bytes: Buffer, size = 1000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const held: Buffer[] = [];
  for await (const chunk of chunks) held.push(chunk);
  return Buffer.concat(held);
}

const content = Buffer.concat([Buffer.from('<p>words</p>'.repeat(3000)), randomBytes(5000)]);

describe('content', () => {
  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['identity', (bytes) => bytes],
    ['gzip', zlib.gzipSync],
    ['X-GZIP', zlib.gzipSync],
    ['br', zlib.brotliCompressSync],
    ['zstd', zlib.zstdCompressSync],
    ['deflate', zlib.deflateSync],
    ['gzip, br', (bytes) => zlib.brotliCompressSync(zlib.gzipSync(bytes))],
  ])('in the encoding %s is what it was', async (encoding, encode) => {
    expect((await all(decoded(inChunks(encode(content)), encoding))).equals(content)).toBe(true);
  });

  it('without an encoding passes as it is', async () => {
    expect((await all(decoded(inChunks(content), undefined))).equals(content)).toBe(true);
  });

  it.each([
    ['plain text in the place of gzip', 'gzip', Buffer.from('plain'), 'undecodable'],
    ['half of it', 'gzip', zlib.gzipSync(content).subarray(0, 3000), 'truncated'],
    ['an unknown encoding', 'compress', content, 'undecodable'],
    ['encodings upon encodings', 'gzip, gzip, gzip', content, 'undecodable'],
  ])('that is %s fails by its reason', async (_what, encoding, bytes, reason) => {
    await expect(all(decoded(inChunks(bytes), encoding))).rejects.toMatchObject({ reason });
  });

  it.each([
    ['gzip', zlib.gzipSync(Buffer.alloc(100 * 2 ** 20))],
    ['br', zlib.brotliCompressSync(Buffer.alloc(100 * 2 ** 20))],
    ['zstd', zlib.zstdCompressSync(Buffer.alloc(100 * 2 ** 20))],
  ])('that is a bomb (%s) ends before it goes off', async (encoding, bomb) => {
    let length = 0;
    const reading = async (): Promise<void> => {
      for await (const chunk of decoded(inChunks(bomb, 64), encoding)) length += chunk.length;
    };
    await expect(reading()).rejects.toMatchObject({ reason: 'too large' });
    expect(length).toBeLessThan(40 * 2 ** 20);
  });

  it('ends with the fault of its transfer, not with one of its own', async () => {
    const broken = async function* (): AsyncGenerator<Buffer> {
      yield zlib.gzipSync(content).subarray(0, 3000);
      throw new Error('the line broke');
    };
    await expect(all(decoded(broken(), 'gzip'))).rejects.toThrow('the line broke');
  });
});
