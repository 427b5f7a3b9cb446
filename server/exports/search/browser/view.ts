import { fold } from '../words/fold.ts';
import { type Place, placeFinder, type TextWord } from './match-positions.ts';
import { type Marked, marked, snippet } from './snippet.ts';

/** A unit as a text file holds it (build/read-pages.ts). */
export type UnitText = readonly [
  path: string,
  title: string,
  sections: readonly (readonly [level: number, anchor: string, heading: string, text: string])[],
];

/** A section of a result. */
export type ShownSection = Readonly<{ anchor: string; heading: Marked; text: Marked }>;

/** What the text of a unit says about how well it fits. */
export type UnitView = Readonly<{
  title: Marked;
  /** The best first. */
  sections: readonly ShownSection[];
  /** Share of the words, by weight, that the best section has, with its heading and the title. */
  coverage: number;
  /** Whether all words stand in title or text. */
  isWhole: boolean;
  /** Share of neighbouring words that are neighbours there too, in the same order. */
  phrase: number;
  /** A heading begins with the words. */
  asHeading: boolean;
  /** 1 when the title says the words, or forms of them, and nothing else; 2 when it is what was sought. */
  asTitle: 0 | 1 | 2;
}>;

const SECTIONS = 3;

/** Looks for words in the text of a unit: which sections have them, and how near to each other they stand. */
export function viewUnit([, title, sections]: UnitText, words: readonly TextWord[]): UnitView {
  const find = placeFinder(words);
  const texts = sections.map(([, , heading, text]) => [find(heading), find(text)] as const);
  const inTitle = find(title);
  // What stands within other words counts where the word does not stand by itself.
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
    // The first-level heading is the title again.
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

/** How many pairs of neighbouring words stand side by side in a text. */
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

/** Whether a text says something beside the places. */
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
