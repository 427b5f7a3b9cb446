import { fold } from '../words/fold.ts';
import { isUnspaced, partsOf, splitWords } from '../words/split.ts';
import { haveCommonPrefix } from './approximate-prefix.ts';

/** A word as it is looked for in texts. */
export type TextWord = Readonly<{
  text: string;
  /** The words of the site that were taken for it. */
  forms: ReadonlySet<string>;
  /** How much it tells units apart. */
  weight: number;
  isUnspaced: boolean;
  /** Words that begin with it are meant too. */
  isOpen: boolean;
  /** It was not looked for in the dictionary: its forms are guessed. */
  isGuessed: boolean;
}>;

/** Where a word stands in a text. */
export type Place = Readonly<{
  start: number;
  end: number;
  /** Its number. */
  word: number;
  /** It stands as it was typed, not in another form. */
  isSame: boolean;
  /** It stands within another word. */
  isWithin: boolean;
}>;

type Kind = Pick<Place, 'word' | 'isSame' | 'isWithin'>;

/** Finds words in texts; the places are in order. */
export function placeFinder(words: readonly TextWord[]): (text: string) => Place[] {
  const known = new Map<string, readonly Kind[]>();
  /** A compound may stand for several words. */
  const sought = (folded: string): readonly Kind[] => {
    let found = known.get(folded);
    if (!found) {
      found = words.flatMap(({ text, forms, isOpen, isGuessed }, word) => {
        const isIt =
          forms.has(folded) ||
          (isOpen && folded.startsWith(text)) ||
          (isGuessed && haveCommonPrefix(text, folded));
        return isIt || (text.length > 3 && folded.includes(text))
          ? [{ word, isSame: folded === text, isWithin: !isIt }]
          : [];
      });
      known.set(folded, found);
    }
    return found;
  };
  const unspaced = words.flatMap((each, word) =>
    each.isUnspaced ? [...new Set([...each.forms, each.text])].map((form) => ({ form, word })) : [],
  );
  return (text) => {
    const places: Place[] = [];
    const add = (start: number, end: number, folded: string): boolean => {
      const found = sought(folded);
      for (const kind of found) places.push({ start, end, ...kind });
      return found.length > 0;
    };
    for (const { text: run, start } of splitWords(text, (whole) => [{ segment: whole, index: 0 }])) {
      const folded = fold(run);
      if (!isUnspaced(run)) {
        const end = start + run.length;
        const parts = partsOf(run);
        if (add(start, end, fold(parts.join('')))) continue;
        if (parts.length > 1) for (const part of parts) add(start, end, fold(part));
      } else if (folded.length === run.length) {
        // Half-width kana have another length: their page is found, the place is not shown.
        for (const { form, word } of unspaced) {
          for (let at = folded.indexOf(form); at >= 0; at = folded.indexOf(form, at + form.length)) {
            places.push({
              start: start + at,
              end: start + at + form.length,
              word,
              isSame: true,
              isWithin: false,
            });
          }
        }
      }
    }
    return places.sort((a, b) => a.start - b.start || b.end - a.end);
  };
}
