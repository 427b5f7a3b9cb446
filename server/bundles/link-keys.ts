import { randomBytes } from 'node:crypto';
import { OffprintError } from '../errors.ts';
import type { LinkKey } from './signed-link.ts';

/** Sealed storage of the keys (server/secrets/sealed-secrets.ts). */
export type SecretKeeper = Readonly<{
  get: (name: string) => Promise<Buffer | undefined>;
  set: (name: string, value: Uint8Array) => Promise<void>;
  delete: (name: string) => Promise<boolean>;
  names: () => string[];
}>;

export type LinkKeyFact = Readonly<{ id: string; createdAt: string; signs: boolean }>;

export type LinkKeys = Readonly<{
  /** Returns the key that signs new links; creates one if there is none. @throws OffprintError `secrets-locked` */
  current: () => Promise<LinkKey>;
  /** Returns a key by id; undefined if it was revoked or never existed. */
  find: (id: string) => Promise<LinkKey | undefined>;
  /** Oldest first. */
  list: () => LinkKeyFact[];
  /** Signs with a new key from now on; links of the older ones work until they expire. */
  rotate: () => Promise<LinkKeyFact>;
  /** Revokes a key: its links stop working immediately. @throws OffprintError `not-found` */
  revoke: (id: string) => Promise<void>;
}>;

const PREFIX = 'link-key/';
const SECRET_BYTES = 32;

/** Key ring for signing links. A key's id contains its creation time; the newest key signs. */
export function linkKeys(secrets: SecretKeeper): LinkKeys {
  /** Cache of unsealed keys. */
  const unsealed = new Map<string, LinkKey>();
  let making: Promise<LinkKey> | undefined;

  const ids = (): string[] =>
    secrets
      .names()
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => name.slice(PREFIX.length))
      .sort();

  const find = async (id: string): Promise<LinkKey | undefined> => {
    // The store decides, not the cache: a key revoked while it was being read must not be used.
    if (!ids().includes(id)) return undefined;
    const known = unsealed.get(id);
    if (known) return known;
    const secret = await secrets.get(PREFIX + id);
    if (!secret) return undefined;
    const key = { id, secret };
    unsealed.set(id, key);
    return key;
  };

  const make = async (): Promise<LinkKey> => {
    const newest = ids().at(-1);
    // Ensures that the new key is the newest even within one millisecond or after the clock was set back.
    const at = Math.max(Date.now(), newest === undefined ? 0 : madeAt(newest) + 1);
    const key = {
      id: `${at.toString(36)}-${randomBytes(4).toString('hex')}`,
      secret: randomBytes(SECRET_BYTES),
    };
    await secrets.set(PREFIX + key.id, key.secret);
    unsealed.set(key.id, key);
    return key;
  };

  return {
    find,
    current: async () => {
      const newest = ids().at(-1);
      const key = newest === undefined ? undefined : await find(newest);
      if (key) return key;
      making ??= make().finally(() => {
        making = undefined;
      });
      return making;
    },
    list: () => {
      const all = ids();
      return all.map((id) => factOf(id, id === all.at(-1)));
    },
    rotate: async () => factOf((await make()).id, true),
    revoke: async (id) => {
      unsealed.delete(id);
      if (!ids().includes(id) || !(await secrets.delete(PREFIX + id))) {
        throw new OffprintError(
          'not-found',
          `There is no link key ${id}. List the link keys with: offprint links`,
        );
      }
    },
  };
}

function factOf(id: string, signs: boolean): LinkKeyFact {
  return { id, createdAt: new Date(madeAt(id)).toISOString(), signs };
}

/** Milliseconds since 1970. */
function madeAt(id: string): number {
  return Number.parseInt(id.split('-')[0] ?? '0', 36);
}
