import { cutOff } from './reading-faults.ts';

/** A stream of bytes taken apart from its first to its last. Whatever is asked for beyond its end is a cut-off archive. */
export type ForwardBytes = Readonly<{
  /** The next bytes, as few as fit into memory. @throws OffprintError `integrity`, which isCutOff knows */
  take: (sizeBytes: number) => Promise<Buffer>;
  /** The same in chunks as they come: for what may be long. */
  pass: (sizeBytes: number) => AsyncGenerator<Buffer>;
  /** The next bytes without taking them; fewer where the stream ends. */
  peek: (sizeBytes: number) => Promise<Buffer>;
  /** How many were taken. */
  position: () => number;
}>;

export function forwardBytes(source: AsyncIterable<Buffer>): ForwardBytes {
  const chunks = source[Symbol.asyncIterator]();
  let unread: Buffer = Buffer.alloc(0);
  let position = 0;

  /** Makes sure that so many are there, if the stream has them. */
  const fill = async (sizeBytes: number): Promise<void> => {
    if (unread.length >= sizeBytes) return;
    const parts = unread.length > 0 ? [unread] : [];
    let length = unread.length;
    while (length < sizeBytes) {
      const next = await chunks.next();
      if (next.done) break;
      parts.push(next.value);
      length += next.value.length;
    }
    const [only = unread] = parts;
    unread = parts.length > 1 ? Buffer.concat(parts, length) : only; // copied only where it has to be
  };
  const cut = (sizeBytes: number): Buffer => {
    const bytes = unread.subarray(0, sizeBytes);
    unread = unread.subarray(bytes.length);
    position += bytes.length;
    return bytes;
  };

  return {
    position: () => position,
    peek: async (sizeBytes) => {
      await fill(sizeBytes);
      return unread.subarray(0, sizeBytes);
    },
    take: async (sizeBytes) => {
      await fill(sizeBytes);
      if (unread.length < sizeBytes) throw cutOff();
      return cut(sizeBytes);
    },
    pass: async function* (sizeBytes) {
      for (let left = sizeBytes; left > 0; ) {
        await fill(1);
        if (unread.length === 0) throw cutOff();
        const bytes = cut(left);
        left -= bytes.length;
        yield bytes;
      }
    },
  };
}
