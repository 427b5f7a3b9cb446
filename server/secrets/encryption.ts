import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * A 32-byte key that seals secrets, and the fingerprint by which the store knows it (16 hex digits that reveal
 * nothing).
 */
export type MasterKey = Readonly<{ fingerprint: string; key: Buffer }>;

/**
 * Result of sealing: AES-256-GCM with a random 96-bit nonce (NIST SP 800-38D §8.2.2) and the 16-byte tag at the end.
 */
export type Box = Readonly<{ nonce: Uint8Array; ciphertext: Uint8Array }>;

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Makes a master key of these 32 bytes and takes ownership of them: they are zeroed when the vault is closed. */
export function masterKeyOf(key: Buffer): MasterKey {
  if (key.length !== KEY_BYTES) throw new RangeError(`A master key must be ${KEY_BYTES} bytes long.`);
  return { fingerprint: derive(key, 'offprint master key fingerprint', 8).toString('hex'), key };
}

export function newMasterKey(): MasterKey {
  return masterKeyOf(randomBytes(KEY_BYTES));
}

/** Derives a key or name from a full-strength secret (HKDF-SHA256, RFC 5869). `purpose` keeps uses apart. */
export function derive(secret: Uint8Array, purpose: string, bytes = KEY_BYTES): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, bytes));
}

/** @param bound text that the result is bound to: decryption needs the same one */
export function encrypt(key: Uint8Array, bound: string, plaintext: Uint8Array): Box {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound));
  return {
    nonce,
    ciphertext: Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]),
  };
}

/** Returns the plaintext; undefined if the key, bound text, nonce or ciphertext do not match. */
export function decrypt(key: Uint8Array, bound: string, { nonce, ciphertext }: Box): Buffer | undefined {
  if (nonce.length !== NONCE_BYTES || ciphertext.length < TAG_BYTES) return undefined;
  const body = ciphertext.subarray(0, -TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(bound))
    .setAuthTag(ciphertext.subarray(-TAG_BYTES));
  const plaintext = decipher.update(body);
  try {
    return Buffer.concat([plaintext, decipher.final()]);
  } catch {
    return undefined; // the tag does not match: OpenSSL gives no details
  } finally {
    plaintext.fill(0);
  }
}
