export type ImageCandidate = Readonly<{ url: string; descriptor: string }>;

/**
 * Splits a `srcset` value into its candidates (WHATWG HTML 4.8.4.3.10, "parse a srcset attribute"). A URL may contain
 * commas; only a comma at its end separates.
 */
export function parseSrcset(value: string): ImageCandidate[] {
  const candidates: ImageCandidate[] = [];
  let position = 0;
  const skip = (pattern: RegExp): void => {
    while (position < value.length && pattern.test(value.charAt(position))) position++;
  };
  for (;;) {
    skip(/[\s,]/);
    if (position >= value.length) return candidates;
    const urlStart = position;
    skip(/\S/);
    let url = value.slice(urlStart, position);
    let descriptor = '';
    if (url.endsWith(',')) {
      let end = url.length; // a regular expression would take quadratic time
      while (url.charAt(end - 1) === ',') end--;
      url = url.slice(0, end);
    } else {
      const descriptorStart = position;
      let depth = 0;
      while (position < value.length && (depth > 0 || value.charAt(position) !== ',')) {
        if (value.charAt(position) === '(') depth++;
        if (value.charAt(position) === ')') depth--;
        position++;
      }
      descriptor = value.slice(descriptorStart, position).trim();
    }
    if (url !== '') candidates.push({ url, descriptor });
  }
}

export function formatSrcset(candidates: readonly ImageCandidate[]): string {
  return candidates.map(({ url, descriptor }) => (descriptor ? `${url} ${descriptor}` : url)).join(', ');
}
