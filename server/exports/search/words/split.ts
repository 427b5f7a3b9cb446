/** A word and its position in a text. */
export type Word = Readonly<{ text: string; start: number }>;

/** Splits a run of text in a script without spaces into words. */
export type Segmenter = (run: string) => Iterable<{ segment: string; index: number; isWordLike?: boolean }>;

/**
 * A word is a run of letters, digits and underscores, so that an identifier is one word. Numbers keep their dots
 * (`3.11`), and `C++`, `C#` their signs.
 */
const WORD = /\p{N}+(?:\.\p{N}+)+|[\p{L}\p{M}\p{N}_]+(?:\+\+|#(?![\p{L}\p{N}]))?/gu;

const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{scx=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');

/** Whether a word is in a script without spaces. */
export function isUnspaced(word: string): boolean {
  return word.charCodeAt(0) > 0xdff && HAS_UNSPACED.test(word);
}

/** Longer words are data; their beginning is enough to find them. */
export const WORD_MAX = 64;

/** Splits text into words. Both the export and the search in the browser use this function. */
export function splitWords(text: string, segment: Segmenter): Word[] {
  const words: Word[] = [];
  for (const { 0: run, index } of text.matchAll(WORD)) {
    if (!HAS_UNSPACED.test(run)) words.push({ text: run.slice(0, WORD_MAX), start: index });
    else {
      for (const { 0: part, index: offset } of run.matchAll(UNSPACED_RUN)) {
        if (!isUnspaced(part)) words.push({ text: part.slice(0, WORD_MAX), start: index + offset });
        else {
          for (const found of segment(part)) {
            words.push({ text: found.segment, start: index + offset + found.index });
          }
        }
      }
    }
  }
  return words;
}

/**
 * Splits an identifier at underscores and changes of case: `parseHTMLText_v2` is parse, HTML, Text, v2. Any other word
 * is its own only part.
 */
export function partsOf(word: string): string[] {
  if (!/_|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u.test(word)) return [word];
  return word
    .split(/_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .filter((part) => part !== '');
}
