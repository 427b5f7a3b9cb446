import { createPrivateKey, type KeyObject, verify } from 'node:crypto';
import type { Handover } from './key-handover.ts';
import { exactPublicKey, keyObjectOf, type PublicKey, publicKeyOf } from './public-key.ts';

/** What signs: held in memory only, sealed elsewhere (installation-signing-key.ts). */
export type SigningKey = Readonly<{
  /** PKCS #8, DER, as base64. */
  privateKey: string;
  /** How this key came after the ones before it, oldest first. */
  handovers: readonly Handover[];
}>;

/** The public key that belongs to a signing key. */
export function publicKeyOfSigner({ privateKey }: SigningKey): PublicKey {
  return publicKeyOf(keyOf(privateKey));
}

/** @param privateKey see SigningKey */
export function keyOf(privateKey: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(privateKey, 'base64'), type: 'pkcs8', format: 'der' });
}

const SIGNATURE_BYTES = 64;

/** Whether an Ed25519 signature, in canonical base64, is that of a key. */
export function signatureHolds(content: Uint8Array, key: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.length !== SIGNATURE_BYTES || bytes.toString('base64') !== signature) return false;
  return exactPublicKey(key) !== undefined && verify(null, content, keyObjectOf(key), bytes);
}
