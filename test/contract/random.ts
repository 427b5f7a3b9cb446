/** A seeded source of randomness, reproducible for the same seed. */
export type Random = Readonly<{
  /** A number from 0 up to, not including, 1. */
  next: () => number;
  /** A whole number from 0 up to, not including, `limit`. */
  below: (limit: number) => number;
  chance: (probability: number) => boolean;
  /** One item of a non-empty list. */
  pick: <T>(list: readonly T[]) => T;
}>;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
  };
}
