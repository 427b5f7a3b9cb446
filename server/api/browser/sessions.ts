import { randomBytes } from 'node:crypto';
import { hashOf } from './login-links.ts';

/** A session that nobody used for so long is over. */
export const SESSION_IDLE_MS = 12 * 3_600_000;
/** Sessions at the same time; the one that was used longest ago gives way. */
const SESSIONS_MAX = 200;

export type Sessions = Readonly<{
  /** Opens a session. @returns what its cookie holds: 256 bits */
  open: () => string;
  /** Whether a session is open; asking is using it. */
  isOpen: (value: string) => boolean;
  end: (value: string) => void;
}>;

/** Browser sessions, in memory: they end with the server. Only hashes of their cookies are kept. */
export function browserSessions(now: () => number = Date.now): Sessions {
  const lastUsed = new Map<string, number>();
  const touch = (hash: string): void => {
    lastUsed.delete(hash);
    lastUsed.set(hash, now());
  };
  return {
    open: () => {
      const value = randomBytes(32).toString('base64url');
      touch(hashOf(value));
      const oldest = lastUsed.keys().next().value;
      if (lastUsed.size > SESSIONS_MAX && oldest !== undefined) lastUsed.delete(oldest);
      return value;
    },
    isOpen: (value) => {
      const hash = hashOf(value);
      const used = lastUsed.get(hash);
      if (used === undefined) return false;
      if (used + SESSION_IDLE_MS <= now()) {
        lastUsed.delete(hash);
        return false;
      }
      touch(hash);
      return true;
    },
    end: (value) => {
      lastUsed.delete(hashOf(value));
    },
  };
}
