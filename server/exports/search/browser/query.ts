import { fold } from '../words/fold.ts';
import { isUnspaced, partsOf, type Segmenter, splitWords } from '../words/split.ts';

/** A word of a query. */
export type SoughtWord = Readonly<{
  /** Folded; an identifier as one word. */
  text: string;
  /** The parts of an identifier, folded; otherwise just the word itself. */
  parts: readonly string[];
  isUnspaced: boolean;
  /** Whether it is the last word typed and may be incomplete. */
  isOpen: boolean;
}>;

const WORDS_MAX = 12;

/** Returns the distinct words of a query. */
export function readQuery(query: string, segment: Segmenter): SoughtWord[] {
  const words = new Map<string, SoughtWord>();
  const isOpen = /[\p{L}\p{M}\p{N}+#_]$/u.test(query);
  const split = splitWords(query, segment);
  split.forEach((word, index) => {
    const parts = isUnspaced(word.text) ? [fold(word.text)] : partsOf(word.text).map(fold);
    const text = fold(isUnspaced(word.text) ? word.text : partsOf(word.text).join(''));
    if (text === '') return;
    const sought = {
      text,
      parts,
      isUnspaced: isUnspaced(word.text),
      isOpen: isOpen && index === split.length - 1,
    };
    words.delete(text);
    words.set(text, sought);
  });
  return [...words.values()].slice(-WORDS_MAX);
}
