import { createHash } from 'node:crypto';

/** Returns a short hash of a file's content. Tools use it to check that the file is still as the model read it. */
export function contentHash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}
