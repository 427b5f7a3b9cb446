import { compoundParts, joiningOf } from '../words/compounds.ts';
import { fold } from '../words/fold.ts';
import { isUnspaced, partsOf } from '../words/split.ts';
import { stemOf } from '../words/stems.ts';
import { openWordTable, type WordTable } from './word-table.ts';

/** All words of a site, folded and numbered. Grows with the vocabulary, not with the text. */
export type Lexicon = Readonly<{
  /** Returns the numbers of a word as written: its own, and those of its parts if it is an identifier. */
  formsOf: (written: string, language: string) => readonly number[];
  /** Same as `formsOf`, for an ASCII word within a text. */
  formsWithin: (codes: Uint8Array, start: number, end: number, language: string) => readonly number[];
  /** Call this once all words are known. */
  close: () => ClosedLexicon;
}>;

/** A word and its stem, which it shares with its other forms. */
export type Form = Readonly<{ text: string; stem: string }>;

export type ClosedLexicon = Readonly<{
  forms: readonly Form[];
  /** Returns the numbers of the words under which a word is found: its own, and those of the parts of a compound. */
  foundAs: (form: number) => readonly number[];
}>;

export function openLexicon(): Lexicon {
  const forms: (Form & { language: string })[] = [];
  const numbers = new Map<string, number>();
  const remembered = new Map<string, Remembered>();

  /** The first page with a word, by path, determines the word's language. */
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
  /** Reads parts through the cache, since identifiers share them. */
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

  /** Cache of the language used last, which is nearly always the next one too. */
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
      let byStem: Map<string, number> | undefined; // only for languages with compounds
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

/** Returns the first form of each stem. */
function firstOfStems(forms: readonly Form[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const [number, { stem }] of forms.entries()) if (!first.has(stem)) first.set(stem, number);
  return first;
}

/** Cache of the numbers of words as written. */
type Remembered = Readonly<{ inAscii: WordTable<readonly number[]>; others: Map<string, readonly number[]> }>;

function openRemembered(): Remembered {
  return { inAscii: openWordTable(), others: new Map() };
}

/** Represents all languages with scripts written without spaces. */
const UNSPACED = 'unspaced';
