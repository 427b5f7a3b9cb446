/** A count for people: `12,345`. `value` is whole. Not by Intl, which takes 25 ms when it is first used. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
