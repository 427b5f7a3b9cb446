import type { Writable } from 'node:stream';

/** Resolves once an ended or failed stream has closed its file. Windows cannot remove the file before that. */
export async function closed(stream: Writable): Promise<void> {
  if (!stream.closed) await new Promise<void>((resolve) => stream.once('close', () => resolve()));
}
