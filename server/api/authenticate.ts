import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AdminKey } from '../store/keys.ts';
import { hashOfKey, isWellFormed } from './admin-key.ts';
import { ApiError } from './api-error.ts';
import type { Caller } from './endpoint.ts';
import { wrongKeyLimit } from './wrong-key-limit.ts';

/** Precision of a key's last use. */
const TOUCH_EVERY_MS = 60_000;

export type KeyRing = Readonly<{
  find: (hash: Uint8Array) => AdminKey | undefined;
  touch: (id: string) => void;
}>;

export type Authenticator = Readonly<{
  /**
   * @param ownerSecret the secret of this launch, if the request came over the private socket
   * @throws ApiError 401, 429
   */
  callerOf: (request: IncomingMessage, ownerSecret: string | undefined) => Caller;
  /** Whether the key of a request is still valid. Counts neither as a use of the key nor as an attempt. */
  isStillAuthorized: (request: IncomingMessage, ownerSecret: string | undefined) => boolean;
}>;

/**
 * Identifies callers by the Authorization header alone (RFC 6750 §2.1): no cookies, no query parameters. Invalid keys
 * from an address never delay a valid key from the same address.
 */
export function authenticator(keys: KeyRing): Authenticator {
  const limit = wrongKeyLimit();

  const refuse = (request: IncomingMessage, sentence: string): ApiError => {
    const seconds = limit.count(request.socket.remoteAddress ?? 'socket');
    if (seconds !== undefined) {
      return new ApiError(
        429,
        `Too many invalid keys from this address. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
        { 'retry-after': String(seconds) },
      );
    }
    return unauthorized(sentence);
  };

  return {
    callerOf: (request, ownerSecret) => {
      const header = request.headers.authorization;
      if (header === undefined) {
        throw unauthorized(
          'Send an API key in this header: Authorization: Bearer offp_… (to create one: offprint keys create)',
        );
      }
      const token = bearerToken(header);
      if (token === undefined) {
        throw unauthorized('Send the API key in this header: Authorization: Bearer offp_…');
      }
      if (ownerSecret !== undefined && isSame(token, ownerSecret)) return OWNER;
      if (!isWellFormed(token)) {
        throw refuse(
          request,
          'This is not a valid API key: a character is wrong or missing. Copy the whole key again.',
        );
      }
      const key = keys.find(hashOfKey(token));
      if (!key) throw refuse(request, 'This API key is unknown. Create one with: offprint keys create');
      if (key.revokedAt !== null) {
        throw refuse(request, `The API key "${key.name}" was revoked on ${key.revokedAt}. Use another one.`);
      }
      if (isExpired(key)) {
        throw refuse(request, `The API key "${key.name}" expired on ${key.expiresAt}. Use another one.`);
      }
      if (Date.now() - Date.parse(key.lastUsedAt ?? '1970-01-01') > TOUCH_EVERY_MS) keys.touch(key.id);
      return { id: key.id, scopes: key.scopes, isOwner: false };
    },
    isStillAuthorized: (request, ownerSecret) => {
      const token = bearerToken(request.headers.authorization ?? '');
      if (token === undefined) return false;
      if (ownerSecret !== undefined && isSame(token, ownerSecret)) return true;
      const key = keys.find(hashOfKey(token));
      return key !== undefined && key.revokedAt === null && !isExpired(key);
    },
  };
}

function bearerToken(header: string): string | undefined {
  return /^bearer +([^\s]+) *$/i.exec(header)?.[1];
}

function isExpired({ expiresAt }: AdminKey): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}

/** The owner of the data folder: programs of this user, and browsers that have logged in. */
export const OWNER: Caller = { id: 'owner', scopes: ['admin'], isOwner: true };

function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(hashOfKey(given), hashOfKey(secret));
}

function unauthorized(sentence: string): ApiError {
  return new ApiError(401, sentence, { 'www-authenticate': 'Bearer realm="offprint"' });
}
