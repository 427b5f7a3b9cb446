// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII itself
const ASCII_ONLY = /^[\x00-\x7f]*$/;

/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ς: 'σ',
};

/** Marks of Latin, Greek, Cyrillic, Hebrew and Arabic. Those of other scripts are letters in their own right. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0670]/g;

/**
 * Reduces spellings of a word to a common form, without case, diacritics and width (Unicode NFKC). Both the export and
 * the search in the browser use this function.
 */
export function fold(word: string): string {
  if (ASCII_ONLY.test(word)) return word.toLowerCase();
  return word
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(/[ßæœøđðþłħıŋς]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{M}\p{N}.+#]/gu, '') // numerals of some scripts decompose into signs
    .normalize('NFC');
}
