import { createHash } from 'node:crypto';
import type { ManifestFile } from './manifest.ts';

/**
 * Identifies the content: SHA-256 in hex over a line `<sha256> <sizeBytes> <path>\n` per file, sorted by path as in the
 * archive. Equal content has the same digest on every machine.
 */
export function contentDigest(files: readonly ManifestFile[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.sha256} ${file.sizeBytes} ${file.path}\n`);
  return hash.digest('hex');
}
