import { expect, it } from 'vitest';
import { forwardBytes } from './forward-bytes.ts';
import { isCutOff } from './reading-faults.ts';

const TEXT = 'abcdefghijklmnopqrstuvwxyz';

/** Like fileChunks, reuses one buffer for every chunk. */
async function* chunksOf(size: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(size);
  for (let at = 0; at < TEXT.length; at += size) {
    buffer.fill('?');
    yield buffer.subarray(0, buffer.write(TEXT.slice(at, at + size)));
  }
}

it.each([1, 3, 7, 26, 40])(
  'takes a source apart that uses one buffer of %i bytes for all chunks',
  async (size) => {
    const reader = forwardBytes(chunksOf(size));
    expect(String(await reader.peek(5))).toBe('abcde');
    expect(String(await reader.take(4))).toBe('abcd');
    expect(String(await reader.take(10))).toBe('efghijklmn');
    expect(String(await reader.peek(2))).toBe('op');
    let passed = '';
    for await (const chunk of reader.pass(10)) passed += chunk;
    expect(passed).toBe('opqrstuvwx');
    expect(String(await reader.peek(9))).toBe('yz');
    expect(reader.position()).toBe(24);
    await expect(reader.take(3)).rejects.toSatisfy(isCutOff);
  },
);
