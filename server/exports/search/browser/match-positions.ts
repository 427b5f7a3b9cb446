import { fold } from '../words/fold.ts';
import { isUnspaced, partsOf, splitWords } from '../words/split.ts';
import { haveCommonPrefix } from './approximate-prefix.ts';

/** A word to find in texts. */
export type TextWord = Readonly<{
  text: string;
  /** Words of the site that match it. */
  forms: ReadonlySet<string>;
  /** How well it distinguishes units. */
  weight: number;
  isUnspaced: boolean;
  /** Whether words that begin with it match too. */
  isOpen: boolean;
  /** Whether its forms are guessed, because it was not looked up in the dictionary. */
  isGuessed: boolean;
}>;

/** An occurrence of a word in a text. */
export type Place = Readonly<{
  start: number;
  end: number;
  /** Index of the word. */
  word: number;
  /** Whether it is the word as typed, not another form. */
  isSame: boolean;
  /** Whether it is inside another word. */
  isWithin: boolean;
}>;

type Kind = Pick<Place, 'word' | 'isSame' | 'isWithin'>;

/** Returns a function that finds the words in a text, in order of position. */
export function placeFinder(words: readonly TextWord[]): (text: string) => Place[] {
  const known = new Map<string, readonly Kind[]>();
  /** A compound may match several words. */
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
        // Half-width kana change in length when folded: their page is found, but the match is not highlighted.
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
