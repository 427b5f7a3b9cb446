/**
 * Replaces straight quotes, hyphens and dots in running text with typographic quotes, dashes and ellipses, as the
 * format does.
 */
export function smartPunctuation(text: string): string {
  return text
    .replace(/(^|[\s([{“‘—–-])"(?=\S)/g, '$1“')
    .replace(/"/g, '”')
    .replace(/(^|[\s([{“—–-])'(?=\S)/g, '$1‘')
    .replace(/'/g, '’')
    .replace(/---/g, '—')
    .replace(/(?<=[\w\s])--(?=[\w\s])/g, '—')
    .replace(/\.\.\./g, '…');
}
