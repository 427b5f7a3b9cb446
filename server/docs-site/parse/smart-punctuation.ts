/** Typographic quotes, dashes and ellipses in the running text of a page, as the format has them. */
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
