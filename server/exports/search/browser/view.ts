import { fold } from '../words/fold.ts';
import { type Place, placeFinder, type TextWord } from './match-positions.ts';
import { type Marked, marked, snippet } from './snippet.ts';

/** A unit in a text file (build/read-pages.ts). */
export type UnitText = readonly [
  path: string,
  title: string,
  sections: readonly (readonly [level: number, anchor: string, heading: string, text: string])[],
];

/** A section of a result. */
export type ShownSection = Readonly<{ anchor: string; heading: Marked; text: Marked }>;

/** How well the text of a unit matches the query. */
export type UnitView = Readonly<{
  title: Marked;
  /** Best first. */
  sections: readonly ShownSection[];
  /** Share of the words, by weight, in the best section together with its heading and the title. */
  coverage: number;
  /** Whether title and text contain all words. */
  isWhole: boolean;
  /** Share of adjacent words of the query that are adjacent in the text too, in the same order. */
  phrase: number;
  /** Whether a heading has all words and begins with one of them. */
  asHeading: boolean;
  /** 1 if the title consists of the words or forms of them; 2 if it is exactly the query. */
  asTitle: 0 | 1 | 2;
}>;

const SECTIONS = 3;

/** Finds words in the text of a unit: which sections have them, and how close together they are. */
export function viewUnit([, title, sections]: UnitText, words: readonly TextWord[]): UnitView {
  const find = placeFinder(words);
  const texts = sections.map(([, , heading, text]) => [find(heading), find(text)] as const);
  const inTitle = find(title);
  // A match inside another word counts only if the word does not occur on its own.
  const plain = wordsOf([...inTitle, ...texts.flat(2)].filter((place) => !place.isWithin));
  const worthy = (places: readonly Place[]): Place[] =>
    places.filter((place) => !place.isWithin || !plain.has(place.word));
  const titled = worthy(inTitle);
  const total = words.reduce((sum, word) => sum + word.weight, 0) || 1;
  const weigh = (places: readonly Place[]): number =>
    [...wordsOf(places)].reduce((sum, word) => sum + (words[word]?.weight ?? 0), 0) / total;
  const phrased = (text: string, places: readonly Place[]): number =>
    words.length < 2 ? 0 : pairsIn(text, places) / (words.length - 1);

  const views = sections.map(([level, anchor, heading, text], index) => {
    const [allHeaded = [], allSaid = []] = texts[index] ?? [];
    const headed = worthy(allHeaded);
    const said = worthy(allSaid);
    const phrase = Math.max(phrased(heading, headed), phrased(text, said));
    // The first-level heading repeats the title.
    const inHeading = level === 1 ? 0 : weigh(headed);
    const asTyped = level === 1 ? 0 : weigh(headed.filter((place) => place.isSame)) / 2;
    return {
      score: weigh([...headed, ...said]) + inHeading + asTyped + phrase - index / 1000,
      coverage: weigh([...titled, ...headed, ...said]),
      phrase,
      asHeading: inHeading === 1 && headed[0]?.start === 0,
      show: (): ShownSection => ({ anchor, heading: marked(heading, headed), text: snippet(text, said) }),
    };
  });
  const [best, ...others] = [...views].sort((a, b) => b.score - a.score);
  const shown = best
    ? [best, ...others.filter((view) => view.score * 2 > best.score)].slice(0, SECTIONS)
    : [];
  return {
    title: marked(title, titled),
    sections: shown.map((view) => view.show()),
    coverage: Math.max(0, ...views.map((view) => view.coverage)),
    isWhole: wordsOf([...inTitle, ...texts.flat(2)]).size === words.length,
    phrase: Math.max(phrased(title, titled), ...views.map((view) => view.phrase)),
    asHeading: views.some((view) => view.asHeading),
    asTitle: wordsOf(titled).size < words.length || hasMore(title, titled) ? 0 : isSame(title, words) ? 2 : 1,
  };
}

function wordsOf(places: readonly Place[]): Set<number> {
  return new Set(places.map((place) => place.word));
}

/** Counts the pairs of adjacent query words that are adjacent in a text. */
function pairsIn(text: string, places: readonly Place[]): number {
  const pairs = new Set<number>();
  places.forEach((place, index) => {
    for (const next of places.slice(index + 1, index + 3)) {
      const isNext = next.word === place.word + 1 && next.start >= place.end;
      if (isNext && !hasLetters(text.slice(place.end, next.start))) pairs.add(place.word);
    }
  });
  return pairs.size;
}

/** Whether a text contains anything other than the matches. */
function hasMore(text: string, places: readonly Place[]): boolean {
  return marked(text, places).some((piece, index) => index % 2 === 0 && hasLetters(piece));
}

function hasLetters(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function isSame(title: string, words: readonly TextWord[]): boolean {
  const letters = (text: string): string => fold(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  return letters(title) === words.map((word) => letters(word.text)).join('');
}
