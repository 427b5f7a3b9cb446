import { createHmac, timingSafeEqual } from 'node:crypto';
import { isLinkExpired } from './link-lifetime.ts';

/** A key that signs links. Its id is part of the link, so keys can be replaced while older links still work. */
export type LinkKey = Readonly<{ id: string; secret: Uint8Array }>;

export type LinkTarget = Readonly<{
  /** Path of the linked resource, percent-encoded: `/bundles/se_…/docs.zip`. */
  path: string;
  /** Seconds since 1970. */
  expires: number;
}>;

export type LinkFault = 'incomplete' | 'altered' | 'expired' | 'unknown key';

/**
 * Returns the query that makes a path a signed link (only characters of RFC 4648 §5: safe in shells and `helm --set`).
 */
export function signLink(target: LinkTarget, key: LinkKey): string {
  return `expires=${target.expires}&key=${key.id}&signature=${signatureOf(target, key).toString('base64url')}`;
}

/**
 * Returns what is wrong with a signed link; undefined if it is valid. Checks the expiry last, so only links signed here
 * are reported as expired.
 * @param nowMs milliseconds since 1970
 */
export function linkFault(
  path: string,
  query: URLSearchParams,
  keyOf: (id: string) => LinkKey | undefined,
  nowMs: number,
): LinkFault | undefined {
  const [expires, id, signature] = ['expires', 'key', 'signature'].map((name) => single(query, name));
  if (!expires || !id || !signature || !/^[1-9]\d{0,11}$/.test(expires)) return 'incomplete';
  const key = keyOf(id);
  if (!key) return 'unknown key';
  const expected = signatureOf({ path, expires: Number(expires) }, key);
  const given = Buffer.from(signature, 'base64url');
  // Compares bytes and text: several base64url texts can decode to the same bytes.
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'altered';
  if (expected.toString('base64url') !== signature) return 'altered';
  return isLinkExpired(Number(expires), nowMs) ? 'expired' : undefined;
}

/** HMAC-SHA256 over one line for each part of the link that is signed. */
function signatureOf({ path, expires }: LinkTarget, key: LinkKey): Buffer {
  const text = ['offprint-link-1', 'GET', path, String(expires), key.id].join('\n');
  return createHmac('sha256', key.secret).update(text).digest();
}

function single(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  return values.length === 1 ? values[0] : undefined;
}
