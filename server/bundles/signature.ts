import { sign } from 'node:crypto';
import { keyOf, type SigningKey, signatureHolds } from './ed25519.ts';
import { type Handover, handoversLeadTo } from './key-handover.ts';
import { type PublicKey, publicKeyOf } from './public-key.ts';

/** Content of a signature file whose signatures are valid. */
export type Signature = Readonly<{ key: PublicKey; handovers: readonly Handover[] }>;

/** Maximum size of a signature file; each handover takes 220 bytes. */
export const SIGNATURE_BYTES_MAX = 64 * 2 ** 10;

const FIRST_LINE = 'offprint-signature 1';

/**
 * Creates the text of a signature file (docs/bundle-format.md). Ed25519 is deterministic (RFC 8032 §5.1.6): the same
 * key and content produce the same text.
 * @param content the exact bytes to sign
 */
export function signatureOf(content: Uint8Array, { privateKey, handovers }: SigningKey): string {
  const key = keyOf(privateKey);
  const lines = [
    FIRST_LINE,
    `key ${publicKeyOf(key)}`,
    `signature ${sign(null, content, key).toString('base64')}`,
    ...handovers.map(({ from, to, signature }) => `handover ${from} ${to} ${signature}`),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Checks a signature file against the signed content. The file has exactly one encoding and every signature in it must
 * be valid, so any change is detected. Does not check whether the key is trusted.
 * @returns undefined if it is not valid
 */
export function checkedSignature(content: Uint8Array, file: Uint8Array): Signature | undefined {
  const text = Buffer.from(file).toString('latin1');
  const match = /^offprint-signature 1\nkey (\S+)\nsignature (\S+)\n((?:handover \S+ \S+ \S+\n)*)$/.exec(
    text,
  );
  if (!match || file.length > SIGNATURE_BYTES_MAX) return undefined;
  const [, key = '', signature = '', rest = ''] = match;
  const lines = rest.split('\n').slice(0, -1);
  const handovers = lines.map((line): Handover => {
    const [, from = '', to = '', by = ''] = line.split(' ');
    return { from, to, signature: by };
  });
  if (!signatureHolds(content, key, signature)) return undefined;
  return handoversLeadTo(handovers, key) ? { key, handovers } : undefined;
}
