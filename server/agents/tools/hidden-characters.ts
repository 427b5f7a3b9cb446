/**
 * Characters that people do not see but models read: tags (U+E0000 to U+E007F), direction overrides, zero-width spaces,
 * and control characters, including those that tools but no editors treat as line ends (U+0085, U+2028, U+001C).
 * Joiners inside words and emoji are left alone, because scripts need them.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u2028\u2029\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|(?<!^)\ufeff/gu;

/** Replaces every hidden character with a code such as `⟨U+200B⟩`, so that a model notices it and does not obey it. */
export function revealHidden(text: string): string {
  return text.replace(HIDDEN, (character) => `⟨U+${codePoint(character)}⟩`);
}

/** Returns the code points of the hidden characters in a text, without duplicates. */
export function hiddenCharacters(text: string): string[] {
  return [...new Set([...text.matchAll(HIDDEN)].map(([character]) => `U+${codePoint(character)}`))];
}

function codePoint(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
