/** Why an address looks like a crawler trap. */
export type Trap = 'repeated segments' | 'address too long';

/** No legitimate path repeats a segment more often. */
const REPEATS_MAX = 4;

/** Servers refuse longer addresses; the longest legitimate ones have a few hundred characters. */
export const ADDRESS_MAX = 2000;

/**
 * Detects addresses that grow without end: `/a/b/a/b/a/b/…` from links that are relative by mistake, `//////`.
 * Calendars and the like look legitimate one by one; the caps stop them.
 */
export function trapOf(url: string): Trap | undefined {
  if (url.length > ADDRESS_MAX) return 'address too long';
  const segments = url.replace(/[?#].*$/s, '').split('/');
  if (segments.length <= REPEATS_MAX) return undefined;
  const counts = new Map<string, number>();
  for (const segment of segments.slice(1, -1)) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > REPEATS_MAX) return 'repeated segments';
    counts.set(segment, count);
  }
  return undefined;
}
