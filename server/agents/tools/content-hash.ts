import { createHash } from 'node:crypto';

/** Short name of a content, by which a tool sees that a file is still the one that the model has read. */
export function contentHash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}
