/**
 * Formats a line of CSV (RFC 4180). Values that a spreadsheet would evaluate as a formula get a leading apostrophe,
 * because names are untrusted.
 */
export function csvLine(values: readonly string[]): string {
  return `${values.map(field).join(',')}\r\n`;
}

function field(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
