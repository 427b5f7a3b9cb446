import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A 32-byte key that seals secrets, with the name by which the store knows it (16 hex digits that tell nothing). */
export type MasterKey = Readonly<{ fingerprint: string; key: Buffer }>;

/** What sealing gives: AES-256-GCM with a random 96-bit nonce (NIST SP 800-38D §8.2.2), its 16-byte tag at the end. */
export type Box = Readonly<{ nonce: Uint8Array; ciphertext: Uint8Array }>;

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The master key of these 32 bytes, which it takes over: they are zeroed when the vault is closed. */
export function masterKeyOf(key: Buffer): MasterKey {
  if (key.length !== KEY_BYTES) throw new RangeError(`A master key must be ${KEY_BYTES} bytes long.`);
  return { fingerprint: derive(key, 'offprint master key fingerprint', 8).toString('hex'), key };
}

export function newMasterKey(): MasterKey {
  return masterKeyOf(randomBytes(KEY_BYTES));
}

/** A key or name made from a secret of full strength (HKDF-SHA256, RFC 5869); `purpose` keeps uses apart. */
export function derive(secret: Uint8Array, purpose: string, bytes = KEY_BYTES): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, bytes));
}

/** @param bound what the result is bound to: it opens with the same text only */
export function encrypt(key: Uint8Array, bound: string, plaintext: Uint8Array): Box {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound));
  return {
    nonce,
    ciphertext: Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]),
  };
}

/** The plaintext, or undefined when key, bound text, nonce or ciphertext are not those of `encrypt`. */
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
    return undefined; // the tag does not fit: OpenSSL says no more than that
  } finally {
    plaintext.fill(0);
  }
}
