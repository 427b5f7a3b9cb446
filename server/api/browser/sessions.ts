import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hashOf } from './login-links.ts';

/** A session ends after this much time without use. */
export const SESSION_IDLE_MS = 12 * 3_600_000;
/** Maximum number of sessions. The least recently used one is dropped. */
const SESSIONS_MAX = 200;

/** Secrets of a browser session, 256 bits each. */
export type SessionSecrets = Readonly<{
  /** Kept in a cookie that scripts cannot read. On its own it only gives access to the files of the interface. */
  cookie: string;
  /** Kept in the storage of the interface's origin. API calls send it as a header, together with the cookie. */
  token: string;
}>;

export type Sessions = Readonly<{
  open: () => SessionSecrets;
  /** Whether a session is open. If so, its idle time starts again. */
  use: (cookie: string, token: string) => boolean;
  /** Whether a session is open. @param token omitted if the cookie alone is enough */
  isOpen: (cookie: string, token?: string) => boolean;
  end: (cookie: string) => void;
}>;

/** Browser sessions, in memory: they end with the server. Only hashes of their secrets are kept. */
export function browserSessions(now: () => number = Date.now): Sessions {
  /** By the cookie's hash, least recently used first. */
  const sessions = new Map<string, Readonly<{ tokenHash: string; usedAt: number }>>();

  const find = (cookie: string, token?: string) => {
    const hash = hashOf(cookie);
    const session = sessions.get(hash);
    if (session === undefined) return undefined;
    if (session.usedAt + SESSION_IDLE_MS <= now()) {
      sessions.delete(hash);
      return undefined;
    }
    if (token !== undefined && !isSame(hashOf(token), session.tokenHash)) return undefined;
    return { hash, session };
  };
  const touch = (hash: string, tokenHash: string): void => {
    sessions.delete(hash);
    sessions.set(hash, { tokenHash, usedAt: now() });
  };

  return {
    open: () => {
      const secrets = { cookie: secret(), token: secret() };
      touch(hashOf(secrets.cookie), hashOf(secrets.token));
      const oldest = sessions.keys().next().value;
      if (sessions.size > SESSIONS_MAX && oldest !== undefined) sessions.delete(oldest);
      return secrets;
    },
    use: (cookie, token) => {
      const found = find(cookie, token);
      if (found) touch(found.hash, found.session.tokenHash);
      return found !== undefined;
    },
    isOpen: (cookie, token) => find(cookie, token) !== undefined,
    end: (cookie) => {
      sessions.delete(hashOf(cookie));
    },
  };
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
