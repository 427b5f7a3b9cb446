import { DELTA_SIGNATURE_FILE, DELTA_SUMS_FILE } from './delta.ts';
import type { SigningKey } from './ed25519.ts';
import { signatureOf } from './signature.ts';

/**
 * Files that signing adds to a delta, by path and in order: the SHA-256 and path of each entry, one per line in
 * `sha256sum` format, and the signature of that list.
 * @param files entries of the unsigned delta, by path and in order
 */
export function deltaSignatureFiles(
  files: ReadonlyMap<string, Readonly<{ sha256: string }>>,
  key: SigningKey,
): Map<string, Buffer> {
  const lines = [...files].map(([name, { sha256 }]) => `${sha256}  ${name}\n`);
  const sums = Buffer.from(lines.join(''));
  return new Map([
    [DELTA_SUMS_FILE, sums],
    [DELTA_SIGNATURE_FILE, Buffer.from(signatureOf(sums, key))],
  ]);
}
