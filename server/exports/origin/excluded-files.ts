import fs from 'node:fs';
import type { ListingReason, UnreferencedReason } from '../site/skip-reasons.ts';
import { isInside } from './folder-limits.ts';
import { isForeignHardLink } from './hard-links.ts';

/** A folder of packages: pages refer to files in it, or it was left there. */
export const PACKAGES_FOLDER = 'node_modules';

const BACKUP = /~$|^#.*#$|\.(bak|orig|rej|old|swp|swo|tmp)$|^(thumbs\.db|desktop\.ini)$/i;
const SOURCE_MAP = /\.(m?js|cjs|css)\.map$/i;
const COMPRESSED = /\.(gz|br|zst)$/i;
/** What hosts keep compressed alone, and browsers ask for by its own name. */
const COMPRESSED_ALONE = /\.(x?html?|css|m?js|svg|wasm)\.(gz|br|zst)$/i;

/**
 * What a name says of a file that nobody wrote for readers.
 * @param beside the names in the same folder
 */
export function unreferencedReason(
  name: string,
  beside: ReadonlySet<string>,
): UnreferencedReason | undefined {
  if (BACKUP.test(name)) return 'editor backup';
  if (SOURCE_MAP.test(name)) return 'source map';
  const isTwin = COMPRESSED.test(name) && beside.has(name.replace(COMPRESSED, ''));
  return isTwin || COMPRESSED_ALONE.test(name) ? 'precompressed copy' : undefined;
}

/** `.well-known` is meant to be published (RFC 8615). */
export function isHidden(name: string): boolean {
  return name.startsWith('.') && name !== '.well-known';
}

/** Whether a hidden file is the environment of a program, where its passwords are: nobody means to publish it. */
export function isEnvironment(name: string): boolean {
  return /^\.env(\.(?!example$|sample$|template$|dist$|defaults$).*)?$/i.test(name);
}

/** Names of files that hold passwords or private keys and nothing else. */
const SECRET_NAME =
  /^id_(rsa|dsa|ecdsa|ed25519)$|\.(p12|pfx|jks|keystore|kdbx|ppk)$|^(secrets?|credentials?)(\.(json|ya?ml|toml|ini|env|txt))?$/i;

/** Names of files that may: what is in them decides. */
const MAYBE_SECRET_NAME = /\.(key|pem|priv|asc|p8)$|service.?account.*\.json$/i;

const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-|^0\x82/;

/** Private keys come early in their files; as DER they begin with a long sequence (X.690 §8.1.3). */
const LOOKED_AT_BYTES = 16 * 1024;

/**
 * Whether a file looks as if it held a private key or passwords: by its name, or by its first bytes where the name may
 * mean another thing (a certificate, a presentation). A file that cannot be read is none.
 */
export function looksSecret(name: string, file: string | Buffer): boolean {
  if (isEnvironment(name) || SECRET_NAME.test(name)) return true;
  return MAYBE_SECRET_NAME.test(name) && PRIVATE_KEY.test(beginningOf(file));
}

function beginningOf(file: string | Buffer): string {
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, 'r');
  } catch {
    return '';
  }
  try {
    const bytes = Buffer.alloc(LOOKED_AT_BYTES);
    return bytes.toString('latin1', 0, fs.readSync(descriptor, bytes, 0, bytes.length, 0));
  } catch {
    return '';
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The real paths of the folder, and of what is no part of it: the data folder. */
export type Bounds = Readonly<{ root: string; closed: string | null }>;

/** @param real the real path of a file or folder */
export function outOf({ root, closed }: Bounds, real: string): ListingReason | undefined {
  if (!isInside(root, real)) return 'leads out of the folder';
  return closed !== null && isInside(closed, real) ? 'Offprint data folder' : undefined;
}

/** @param uid the owner of the folder in which it stands */
export function unfit(stat: fs.Stats, uid: number): ListingReason | undefined {
  if (stat.isDirectory()) return undefined;
  if (!stat.isFile()) return 'not a regular file';
  return isForeignHardLink(stat, uid) ? 'hard link owned by another user' : undefined;
}
