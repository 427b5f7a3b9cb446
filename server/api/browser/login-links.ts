import { createHash, randomBytes } from 'node:crypto';

/** How long a login link waits to be opened. */
export const LOGIN_LINK_MS = 10 * 60_000;
/** Links that wait at the same time; the oldest gives way. */
const LINKS_MAX = 50;

export type LoginLinks = Readonly<{
  /** A new token of 256 bits, and when it ends (ms since 1970). */
  make: () => { token: string; expiresAt: number };
  /** True once for each token that waits; it is gone then. */
  redeem: (token: string) => boolean;
}>;

/** Tokens that open a browser session once. Only hashes are kept, in memory. */
export function loginLinks(now: () => number = Date.now): LoginLinks {
  const waiting = new Map<string, number>();
  return {
    make: () => {
      const token = randomBytes(32).toString('base64url');
      const expiresAt = now() + LOGIN_LINK_MS;
      for (const [hash, ends] of waiting) if (ends <= now()) waiting.delete(hash);
      const oldest = waiting.keys().next().value;
      if (waiting.size >= LINKS_MAX && oldest !== undefined) waiting.delete(oldest);
      waiting.set(hashOf(token), expiresAt);
      return { token, expiresAt };
    },
    redeem: (token) => {
      const hash = hashOf(token);
      const ends = waiting.get(hash);
      waiting.delete(hash);
      return ends !== undefined && ends > now();
    },
  };
}

/** A map by hash is asked in constant time as far as the token goes: nothing of it can be found out bit by bit. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
