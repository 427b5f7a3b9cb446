import { compoundParts, joiningOf } from '../words/compounds.ts';
import { fold } from '../words/fold.ts';
import { isUnspaced, partsOf } from '../words/split.ts';
import { stemOf } from '../words/stems.ts';

/** Every word of a site, folded and numbered. Grows with the vocabulary, not with the text. */
export type Lexicon = Readonly<{
  /** The numbers of what a word stands for as it is written: itself, and the parts of an identifier. */
  formsOf: (written: string, language: string) => readonly number[];
  /** To be called when all words are known. */
  close: () => ClosedLexicon;
}>;

/** A word, and what it has in common with its other forms. */
export type Form = Readonly<{ text: string; stem: string }>;

export type ClosedLexicon = Readonly<{
  forms: readonly Form[];
  /** The numbers of the words under which a word is found: itself, and the parts of a compound. */
  foundAs: (form: number) => readonly number[];
}>;

export function openLexicon(): Lexicon {
  const forms: (Form & { language: string })[] = [];
  const numbers = new Map<string, number>();
  /** The first form of each stem. */
  const byStem = new Map<string, number>();
  const remembered = new Map<string, Map<string, readonly number[]>>();

  /** The first page, by path, that has a word decides what its language is. */
  const numberOf = (text: string, stem: string, language: string): number => {
    let number = numbers.get(text);
    if (number === undefined) {
      number = forms.length;
      numbers.set(text, number);
      forms.push({ text, stem, language });
      if (!byStem.has(stem)) byStem.set(stem, number);
    }
    return number;
  };

  const read = (word: string, language: string): readonly number[] => {
    if (isUnspaced(word)) return [numberOf(fold(word), fold(word), UNSPACED)];
    const parts = partsOf(word).filter((part) => fold(part) !== '');
    const found = parts.map((part) => numberOf(fold(part), stemOf(part, language), language));
    const whole = fold(parts.join(''));
    if (parts.length > 1) found.push(numberOf(whole, whole, ''));
    return [...new Set(found)];
  };

  /** Nearly always the language of the word before. */
  let last = { language: '', words: new Map<string, readonly number[]>() };
  const wordsOf = (language: string): Map<string, readonly number[]> => {
    if (language !== last.language) {
      last = { language, words: remembered.get(language) ?? new Map() };
      remembered.set(language, last.words);
    }
    return last.words;
  };

  return {
    formsOf(written, language) {
      const words = wordsOf(language);
      let found = words.get(written);
      if (!found) {
        found = read(written, language);
        words.set(written, found);
      }
      return found;
    },
    close() {
      remembered.clear();
      last = { language: '', words: new Map() };
      const foundAs = forms.map(({ text, language }, number) => {
        const joining = joiningOf(language, language === UNSPACED);
        if (!joining) return [number];
        const parts = compoundParts(text, joining, (part) => {
          const known = numbers.get(part);
          return known ?? (language === UNSPACED ? undefined : byStem.get(stemOf(part, language)));
        });
        return [...new Set([number, ...parts])];
      });
      return { forms, foundAs: (form) => foundAs[form] ?? [] };
    },
  };
}

/** Stands for the languages whose scripts are written without spaces. */
const UNSPACED = 'unspaced';
