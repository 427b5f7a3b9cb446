/** Replaces invisible characters and bidirectional controls with their code points. */
export function showInvisibleCharacters(text: string): string {
  return text.replace(
    /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu,
    (sign) => `<U+${sign.codePointAt(0)?.toString(16).toUpperCase()}>`,
  );
}
