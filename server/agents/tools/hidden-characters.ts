/**
 * Characters that people do not see and models read: tags (U+E0000 to U+E007F), direction overrides, zero-width
 * spaces, and control characters, at which tools end lines that no editor ends (U+0085, U+2028, U+001C). Joiners inside
 * words and emoji are left alone, scripts need them.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u2028\u2029\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|(?<!^)\ufeff/gu;

/** The text with every hidden character as `⟨U+200B⟩`, so that a model sees that it is there and does not obey it. */
export function revealHidden(text: string): string {
  return text.replace(HIDDEN, (character) => `⟨U+${codePoint(character)}⟩`);
}

/** Code points of hidden characters in a text, each once. */
export function hiddenCharacters(text: string): string[] {
  return [...new Set([...text.matchAll(HIDDEN)].map(([character]) => `U+${codePoint(character)}`))];
}

function codePoint(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
