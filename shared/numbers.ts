/** Formats an integer for people: `12,345`. Does not use Intl, whose first use takes 25 ms. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
