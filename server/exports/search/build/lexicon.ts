import { compoundParts, joiningOf } from '../words/compounds.ts';
import { fold } from '../words/fold.ts';
import { isUnspaced, partsOf } from '../words/split.ts';
import { stemOf } from '../words/stems.ts';
import { openWordTable, type WordTable } from './word-table.ts';

/** Every word of a site, folded and numbered. Grows with the vocabulary, not with the text. */
export type Lexicon = Readonly<{
  /** The numbers of what a word stands for as it is written: itself, and the parts of an identifier. */
  formsOf: (written: string, language: string) => readonly number[];
  /** The same for a word in ASCII that stands in a text. */
  formsWithin: (codes: Uint8Array, start: number, end: number, language: string) => readonly number[];
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
  const remembered = new Map<string, Remembered>();

  /** The first page, by path, that has a word decides what its language is. */
  const numberOf = (text: string, stem: string, language: string): number => {
    let number = numbers.get(text);
    if (number === undefined) {
      number = forms.length;
      numbers.set(text, number);
      forms.push({ text, stem, language });
    }
    return number;
  };

  const read = (word: string, language: string): readonly number[] => {
    if (isUnspaced(word)) return [numberOf(fold(word), fold(word), UNSPACED)];
    const parts = partsOf(word);
    if (parts.length > 1) return readParts(parts, language);
    const [part = ''] = parts;
    const folded = fold(part);
    return folded === '' ? [] : [numberOf(folded, stemOf(part, language), language)];
  };
  /** Identifiers have parts in common. */
  const readParts = (parts: readonly string[], language: string): readonly number[] => {
    const found: number[] = [];
    const kept = parts.filter((part) => {
      const forms = formsOf(part, language);
      found.push(...forms);
      return forms.length > 0;
    });
    if (kept.length > 1) {
      const whole = fold(kept.join(''));
      found.push(numberOf(whole, whole, ''));
    }
    return [...new Set(found)];
  };

  /** Nearly always the language of the word before. */
  let last = { language: '', words: openRemembered() };
  const wordsOf = (language: string): Remembered => {
    if (language !== last.language) {
      last = { language, words: remembered.get(language) ?? openRemembered() };
      remembered.set(language, last.words);
    }
    return last.words;
  };
  const formsOf = (written: string, language: string): readonly number[] => {
    const { others } = wordsOf(language);
    let found = others.get(written);
    if (!found) {
      found = read(written, language);
      others.set(written, found);
    }
    return found;
  };

  return {
    formsOf,
    formsWithin(codes, start, end, language) {
      const { inAscii } = wordsOf(language);
      let found = inAscii.get(codes, start, end);
      if (!found) {
        found = read(String.fromCharCode(...codes.subarray(start, end)), language);
        inAscii.add(codes, start, end, found);
      }
      return found;
    },
    close() {
      remembered.clear();
      last = { language: '', words: openRemembered() };
      let byStem: Map<string, number> | undefined; // for languages with compounds
      const foundAs = forms.map(({ text, language }, number) => {
        const joining = joiningOf(language, language === UNSPACED);
        if (!joining) return [number];
        byStem ??= firstOfStems(forms);
        const stems = byStem;
        const parts = compoundParts(text, joining, (part) => {
          const known = numbers.get(part);
          return known ?? (language === UNSPACED ? undefined : stems.get(stemOf(part, language)));
        });
        return [...new Set([number, ...parts])];
      });
      return { forms, foundAs: (form) => foundAs[form] ?? [] };
    },
  };
}

/** The first form of each stem. */
function firstOfStems(forms: readonly Form[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const [number, { stem }] of forms.entries()) if (!first.has(stem)) first.set(stem, number);
  return first;
}

/** The numbers of words as they are written. */
type Remembered = Readonly<{ inAscii: WordTable<readonly number[]>; others: Map<string, readonly number[]> }>;

function openRemembered(): Remembered {
  return { inAscii: openWordTable(), others: new Map() };
}

/** Stands for the languages whose scripts are written without spaces. */
const UNSPACED = 'unspaced';
