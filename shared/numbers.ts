const numbers = new Intl.NumberFormat('en');

/** A count for people: `12,345`. */
export function formatNumber(value: number): string {
  return numbers.format(value);
}
