import { createPrivateKey, type KeyObject, sign, verify } from 'node:crypto';
import { exactPublicKey, keyObjectOf, type PublicKey, publicKeyOf } from './public-key.ts';

/** The owner of `from` says that `to` signs from now on; `signature` is made with `from`. Both keys as base64. */
export type Handover = Readonly<{ from: PublicKey; to: PublicKey; signature: string }>;

/** What signs: held in memory only, sealed elsewhere (installation-key.ts). */
export type SigningKey = Readonly<{
  /** PKCS #8, DER, as base64. */
  privateKey: string;
  /** How this key came after the ones before it, oldest first. */
  handovers: readonly Handover[];
}>;

/** What a signature file says, its signatures checked. */
export type Signature = Readonly<{ key: PublicKey; handovers: readonly Handover[] }>;

/** Longer signature files are not read: each handover takes 220 bytes. */
export const SIGNATURE_BYTES_MAX = 64 * 2 ** 10;

const FIRST_LINE = 'offprint-signature 1';

/**
 * The text of a signature file (docs/bundle-format.md). Ed25519 is deterministic (RFC 8032 §5.1.6): the same key and
 * content give the same text.
 * @param content the exact bytes that are signed
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
 * Checks a signature file against what it signs. It has one spelling, and every signature in it has to hold: whatever
 * is changed in it is found. Says nothing about whether its key is trusted.
 * @returns undefined when it does not hold
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
  if (!holds(content, key, signature)) return undefined;
  const isChain = handovers.every(({ to }, index) => to === (handovers[index + 1]?.from ?? key));
  return isChain && handovers.every(handoverHolds) ? { key, handovers } : undefined;
}

/** @param old signs the statement that the owner of `to` signs from now on */
export function makeHandover(old: SigningKey, to: PublicKey): Handover {
  const key = keyOf(old.privateKey);
  const from = publicKeyOf(key);
  return { from, to, signature: sign(null, handoverText(from, to), key).toString('base64') };
}

export function publicKeyOfSigner({ privateKey }: SigningKey): PublicKey {
  return publicKeyOf(keyOf(privateKey));
}

function keyOf(privateKey: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(privateKey, 'base64'), type: 'pkcs8', format: 'der' });
}

function handoverHolds({ from, to, signature }: Handover): boolean {
  return holds(handoverText(from, to), from, signature);
}

/** No manifest and no list of sums begins like this: a signature of one is never one of the other. */
function handoverText(from: PublicKey, to: PublicKey): Buffer {
  return Buffer.from(`offprint-key-handover 1\n${from}\n${to}\n`);
}

const SIGNATURE_BYTES = 64;

function holds(content: Uint8Array, key: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.length !== SIGNATURE_BYTES || bytes.toString('base64') !== signature) return false;
  return exactPublicKey(key) !== undefined && verify(null, content, keyObjectOf(key), bytes);
}
