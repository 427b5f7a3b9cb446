import { networkOf } from '../connection-limits.ts';

/** Wrong keys that a client may show within a minute before it is told to wait. */
const WRONG_KEYS_MAX = 20;
const WINDOW_MS = 60_000;
/** Clients that are remembered at most. */
const CLIENTS_MAX = 10_000;

export type WrongKeyLimit = Readonly<{
  /** Counts a wrong key. @returns how many seconds the client has to wait; undefined: it may go on */
  count: (address: string) => number | undefined;
}>;

/** Slows down guessing. It is asked about wrong keys alone, so that a right key is never kept waiting by others. */
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
