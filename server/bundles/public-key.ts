import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { OffprintError } from '../errors.ts';

/**
 * A public key for checking bundle signatures (Ed25519, RFC 8032), as base64 of its SubjectPublicKeyInfo (RFC 8410): 60
 * characters, exactly one encoding per key.
 */
export type PublicKey = string;

/** RFC 8410 §4: prefix of the 32 key bytes. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const RAW_BYTES = 32;

/** Longer texts cannot be a key. */
const TEXT_MAX = 4_000;

/** Returns the text if it is the canonical encoding of a key, otherwise undefined. */
export function exactPublicKey(text: string): PublicKey | undefined {
  const der = Buffer.from(text, 'base64');
  if (der.length !== SPKI_PREFIX.length + RAW_BYTES || der.toString('base64') !== text) return undefined;
  return der.subarray(0, SPKI_PREFIX.length).equals(SPKI_PREFIX) ? text : undefined;
}

/** Public half of a key pair, given either half. */
export function publicKeyOf(key: KeyObject): PublicKey {
  return (key.type === 'private' ? createPublicKey(key) : key)
    .export({ type: 'spki', format: 'der' })
    .toString('base64');
}

export function keyObjectOf(key: PublicKey): KeyObject {
  return createPublicKey({ key: Buffer.from(key, 'base64'), type: 'spki', format: 'der' });
}

/**
 * Parses a key as people pass it on: PEM (`-----BEGIN PUBLIC KEY-----`), its base64 alone, or the text of the QR code.
 * @throws OffprintError `usage`
 */
export function parsePublicKey(text: string): PublicKey {
  const given = text.trim();
  if (/PRIVATE KEY/.test(given)) {
    throw new OffprintError(
      'usage',
      'This is a private key, which its owner must never share. Ask for the public key, which they can print with: offprint trust',
    );
  }
  const found = given.length > TEXT_MAX ? undefined : (ofQrText(given) ?? ofPem(given));
  const key = found === undefined ? undefined : exactPublicKey(found);
  if (key !== undefined) return key;
  throw new OffprintError(
    'usage',
    'This is not an Offprint public key. Use the output of offprint trust: the lines from BEGIN PUBLIC KEY to END PUBLIC KEY, or the text of the QR code.',
  );
}

function ofPem(text: string): string | undefined {
  const [, body] = /^-----BEGIN PUBLIC KEY-----\s([^-]+)-----END PUBLIC KEY-----$/.exec(text) ?? [];
  return (body ?? text).replace(/\s/g, '');
}

function ofQrText(text: string): string | undefined {
  const [, raw] = /^offprint-key:1:([\w-]{43})$/.exec(text) ?? [];
  return raw && Buffer.concat([SPKI_PREFIX, Buffer.from(raw, 'base64url')]).toString('base64');
}

/** PEM form, as openssl accepts it. */
export function pemOf(key: PublicKey): string {
  return `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----\n`;
}

/** Text for a small QR code (58 characters). */
export function qrTextOf(key: PublicKey): string {
  const raw = Buffer.from(key, 'base64').subarray(SPKI_PREFIX.length);
  return `offprint-key:1:${raw.toString('base64url')}`;
}

/** SHA-256 in hex of the DER key, the same as `openssl pkey -pubin -outform DER | sha256sum`. */
export function fingerprintOf(key: PublicKey): string {
  return createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex');
}

/** Fingerprint for reading aloud: 16 groups of four. */
export function spokenFingerprint(fingerprint: string): string {
  return fingerprint.replace(/.{4}(?=.)/g, '$& ');
}
