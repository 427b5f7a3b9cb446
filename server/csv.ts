/**
 * A line of CSV (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe before it: names come from
 * elsewhere.
 */
export function csvLine(values: readonly string[]): string {
  return `${values.map(field).join(',')}\r\n`;
}

function field(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
