import { createPrivateKey, type KeyObject, verify } from 'node:crypto';
import type { Handover } from './key-handover.ts';
import { exactPublicKey, keyObjectOf, type PublicKey, publicKeyOf } from './public-key.ts';

/** A key that signs. Unsealed in memory only; stored sealed (installation-signing-key.ts). */
export type SigningKey = Readonly<{
  /** PKCS #8, DER, as base64. */
  privateKey: string;
  /** Handovers from earlier keys to this one, oldest first. */
  handovers: readonly Handover[];
}>;

/** Public key of a signing key. */
export function publicKeyOfSigner({ privateKey }: SigningKey): PublicKey {
  return publicKeyOf(keyOf(privateKey));
}

/** @param privateKey see SigningKey */
export function keyOf(privateKey: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(privateKey, 'base64'), type: 'pkcs8', format: 'der' });
}

const SIGNATURE_BYTES = 64;

/** Whether an Ed25519 signature, in canonical base64, was made with this key. */
export function signatureHolds(content: Uint8Array, key: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.length !== SIGNATURE_BYTES || bytes.toString('base64') !== signature) return false;
  return exactPublicKey(key) !== undefined && verify(null, content, keyObjectOf(key), bytes);
}
