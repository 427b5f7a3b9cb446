/** Why an address looks like one that a site makes up without end. */
export type Trap = 'repeated segments' | 'address too long';

/** More often than this no honest path says the same. */
const REPEATS_MAX = 4;

/** Servers refuse longer ones; the longest honest ones have some hundred characters. */
export const ADDRESS_MAX = 2000;

/**
 * Addresses that grow by themselves: `/a/b/a/b/a/b/…` of links that are relative by mistake, `//////`. Calendars and
 * the like look honest one by one: they end at the caps.
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
