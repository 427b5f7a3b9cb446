import { cutOff } from './reading-faults.ts';

/**
 * Forward-only reader of a byte stream. Reading past the end means that the archive is cut off. A returned buffer is
 * valid only until the next call, because the source may reuse it.
 */
export type ForwardBytes = Readonly<{
  /**
   * Returns the next bytes in one buffer, so only for sizes that fit in memory.
   * @throws OffprintError `integrity`, recognized by isCutOff
   */
  take: (sizeBytes: number) => Promise<Buffer>;
  /** Like `take`, but in chunks as they arrive, for long content. */
  pass: (sizeBytes: number) => AsyncGenerator<Buffer>;
  /** Returns the next bytes without consuming them; fewer at the end of the stream. */
  peek: (sizeBytes: number) => Promise<Buffer>;
  /** Number of bytes consumed. */
  position: () => number;
}>;

export function forwardBytes(source: AsyncIterable<Buffer>): ForwardBytes {
  const chunks = source[Symbol.asyncIterator]();
  let unread: Buffer = Buffer.alloc(0);
  let position = 0;

  /** Replaces the used-up chunk with the next one. False at the end. */
  const next = async (): Promise<boolean> => {
    const { done, value } = await chunks.next();
    if (done) return false;
    unread = value;
    return true;
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
      while (unread.length < sizeBytes) {
        const before = Buffer.from(unread);
        unread = unread.subarray(unread.length);
        const isMore = await next();
        unread = before.length === 0 ? unread : Buffer.concat([before, unread]);
        if (!isMore) break;
      }
      return unread.subarray(0, sizeBytes);
    },
    take: async (sizeBytes) => {
      if (unread.length >= sizeBytes) return cut(sizeBytes);
      const bytes = Buffer.allocUnsafe(sizeBytes);
      for (let done = 0; done < sizeBytes; ) {
        if (unread.length === 0 && !(await next())) throw cutOff();
        done += cut(sizeBytes - done).copy(bytes, done);
      }
      return bytes;
    },
    pass: async function* (sizeBytes) {
      for (let left = sizeBytes; left > 0; ) {
        if (unread.length === 0 && !(await next())) throw cutOff();
        const bytes = cut(left);
        left -= bytes.length;
        yield bytes;
      }
    },
  };
}
