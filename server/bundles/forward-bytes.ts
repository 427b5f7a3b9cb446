import { cutOff } from './reading-faults.ts';

/**
 * A stream of bytes taken apart from its first to its last. Whatever is asked for beyond its end is a cut-off archive. What is
 * given holds until something else is asked for: the source may use its buffer again.
 */
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

  /** The next chunk takes the place of the one before, of which nothing is left. False at the end. */
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
