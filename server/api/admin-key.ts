import { createHash, randomBytes } from 'node:crypto';
import zlib from 'node:zlib';

/** Prefix of every API key. */
export const KEY_PREFIX = 'offp_';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 256 bits in base 62. */
const SECRET_LENGTH = 43;
/** CRC-32 in base 62. */
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** Creates an API key: the prefix, 256 random bits, and a checksum that tells a typing error from an unknown key. */
export function newAdminKey(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  return KEY_PREFIX + secret + checksum(secret);
}

/** Returns true if the text can be an API key: its prefix, length and checksum are right. */
export function isWellFormed(key: string): boolean {
  if (!SHAPE.test(key)) return false;
  const secret = key.slice(KEY_PREFIX.length, -CHECKSUM_LENGTH);
  return key.endsWith(checksum(secret));
}

/**
 * Returns the SHA-256 of a key, the only form in which a key is stored. Its 256 random bits make a slow hash
 * unnecessary.
 */
export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function checksum(secret: string): string {
  return base62(BigInt(zlib.crc32(KEY_PREFIX + secret)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text.padStart(length, '0');
}
