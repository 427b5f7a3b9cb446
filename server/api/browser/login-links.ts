import { createHash, randomBytes } from 'node:crypto';

/** How long a login link is valid. */
export const LOGIN_LINK_MS = 10 * 60_000;
/** Maximum number of unused links. The oldest is dropped. */
const LINKS_MAX = 50;

export type LoginLinks = Readonly<{
  /** Creates a token of 256 bits and its expiry time (ms since 1970). */
  make: () => { token: string; expiresAt: number };
  /** Returns true once for each valid token, and removes it. */
  redeem: (token: string) => boolean;
}>;

/** One-time tokens that open a browser session. Only their hashes are kept, in memory. */
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

/** Hashes a token. Tokens are looked up by hash, so the timing of a lookup reveals nothing about them. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
