import { networkOf } from '../connection-limits.ts';

/** Invalid keys that a client may send within a minute before it has to wait. */
const WRONG_KEYS_MAX = 20;
const WINDOW_MS = 60_000;
/** Maximum number of clients remembered. */
const CLIENTS_MAX = 10_000;

export type WrongKeyLimit = Readonly<{
  /** Counts an invalid key. @returns seconds that the client has to wait; undefined: it may continue */
  count: (address: string) => number | undefined;
}>;

/** Slows down guessing of keys. Only invalid keys are counted, so others never delay a valid key. */
export function wrongKeyLimit(): WrongKeyLimit {
  const wrong = new Map<string, number[]>();
  return {
    count: (address) => {
      const client = networkOf(address);
      const now = Date.now();
      const recent = (wrong.get(client) ?? []).filter((at) => at > now - WINDOW_MS);
      if (recent.length >= WRONG_KEYS_MAX) {
        return Math.max(1, Math.ceil(((recent[0] ?? now) + WINDOW_MS - now) / 1000));
      }
      recent.push(now);
      wrong.delete(client);
      wrong.set(client, recent);
      const oldest = wrong.keys().next().value;
      if (wrong.size > CLIENTS_MAX && oldest !== undefined) wrong.delete(oldest);
      return undefined;
    },
  };
}
