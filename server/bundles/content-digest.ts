import { createHash } from 'node:crypto';
import type { ManifestFile } from './manifest.ts';

/**
 * Names the content: SHA-256 in hex over a line `<sha256> <sizeBytes> <path>\n` for each file, sorted by path as
 * in the archive. Equal on every machine for equal content.
 */
export function contentDigest(files: readonly ManifestFile[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.sha256} ${file.sizeBytes} ${file.path}\n`);
  return hash.digest('hex');
}
