/** Wrong keys that an address may show within a minute before it is told to wait. */
const WRONG_KEYS_MAX = 20;
const WINDOW_MS = 60_000;
/** Addresses that are remembered at most. */
const ADDRESSES_MAX = 10_000;

export type WrongKeyLimit = Readonly<{
  /** Counts a wrong key of an address. @returns how many seconds the address has to wait; undefined: it may go on */
  count: (address: string) => number | undefined;
}>;

/** Slows down guessing. It is asked about wrong keys alone, so that a right key is never kept waiting by others. */
export function wrongKeyLimit(): WrongKeyLimit {
  const wrong = new Map<string, number[]>();
  return {
    count: (address) => {
      const now = Date.now();
      const recent = (wrong.get(address) ?? []).filter((at) => at > now - WINDOW_MS);
      if (recent.length >= WRONG_KEYS_MAX) {
        return Math.max(1, Math.ceil(((recent[0] ?? now) + WINDOW_MS - now) / 1000));
      }
      recent.push(now);
      wrong.delete(address);
      wrong.set(address, recent);
      const oldest = wrong.keys().next().value;
      if (wrong.size > ADDRESSES_MAX && oldest !== undefined) wrong.delete(oldest);
      return undefined;
    },
  };
}
