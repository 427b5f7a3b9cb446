import type { Writable } from 'node:stream';

/** Resolves when a stream that ended, well or not, has let go of its file: only then can Windows remove it. */
export async function closed(stream: Writable): Promise<void> {
  if (!stream.closed) await new Promise<void>((resolve) => stream.once('close', () => resolve()));
}
