import type { Segmenter } from '../words/split.ts';
import { type Found, findWord, knownWords } from './find.ts';
import type { TextWord } from './match-positions.ts';
import { readQuery, type SoughtWord } from './query.ts';
import { type ReadPage, rankPages, rerank } from './rank.ts';
import { type Load, openSite } from './site.ts';
import type { Marked } from './snippet.ts';
import { type ShownSection, type UnitText, viewUnit } from './view.ts';

/** A page that was found, with its best-matching sections. */
export type Hit = Readonly<{ path: string; title: Marked; sections: readonly ShownSection[] }>;

export type Results = Readonly<{
  /** Total number of pages. */
  total: number;
  /** Whether no page has all words, so that these have only some of them. */
  isPartial: boolean;
  /** Returns the next pages, best first; empty at the end. */
  more: () => Promise<readonly Hit[]>;
}>;

/** @param language of the current page; pages in the same language come first */
export type Search = (query: string, language: string) => Promise<Results>;

/** Number of pages that are read and shown at a time. */
const PAGES = 6;

/**
 * Creates the search of a bundle. A query reads these files: the list of units, the words with the same beginning as
 * two or three of its words, and the texts of the pages shown.
 */
export function createSearch(load: Load, segment: Segmenter): Search {
  const site = openSite(load);

  return async (query, language) => {
    const { units, commonWords } = await site.list();
    const words = (await Promise.all(readQuery(query, segment).map((word) => knownWords(site, word)))).flat();
    const isCommon = (word: SoughtWord): boolean => commonWords.has(word.text);
    // Look up long words first, since they are rare, and common words last.
    const waiting = [...words].sort(
      (a, b) => Number(isCommon(a)) - Number(isCommon(b)) || b.text.length - a.text.length,
    );
    const found: Found[] = [];
    let ranking = rankPages(units, found, words.length, language);
    const findUntil = async (isEnough: (next: SoughtWord) => boolean): Promise<void> => {
      for (let [next] = waiting; next && !isEnough(next); [next] = waiting) {
        waiting.shift();
        found.push(await findWord(site, next));
        ranking = rankPages(units, found, words.length, language);
      }
    };
    const readUnit = async (unit: number): Promise<UnitText> => {
      const { file, position } = units[unit] as (typeof units)[number];
      return ((await site.text(file)) as UnitText[])[position] as UnitText;
    };
    const readPages = async (start: number): Promise<ReadPage[]> => {
      const sought = textWords(words, found);
      const pages = ranking.pages.slice(start, start + PAGES).map(async ({ unit, score }) => {
        const text = await readUnit(unit);
        return { path: text[0], view: viewUnit(text, sought), score };
      });
      return rerank(await Promise.all(pages));
    };

    // Once only a few pages or only common words are left, texts are more useful than further lists.
    const isNegligible = (word: SoughtWord): boolean =>
      isCommon(word) && !word.isOpen && found.some((other) => !isCommon(other.word));
    await findUntil((next) => !ranking.isPartial && (ranking.pages.length <= PAGES || isNegligible(next)));
    let first = await readPages(0);
    if (waiting.length > 0 && !first.some((page) => page.view.isWhole)) {
      await findUntil(() => false);
      first = await readPages(0);
    } else if (waiting.length > 0 && ranking.pages.length <= PAGES) {
      // All pages have been read, so those that lack a word that was not looked up are known.
      first = first.filter((page) => page.view.isWhole);
    }
    const total = ranking.pages.length <= PAGES ? first.length : ranking.pages.length;
    let shown = 0;
    return {
      total,
      isPartial: ranking.isPartial,
      async more() {
        const pages = shown === 0 ? first : await readPages(shown);
        shown += PAGES;
        return pages.map(({ path, view: { title, sections } }) => ({ path, title, sections }));
      },
    };
  };
}

/** Returns the words to find in texts. Of a word that was not looked up, only the spelling is known. */
function textWords(words: readonly SoughtWord[], found: readonly Found[]): TextWord[] {
  return words.map((word) => {
    const known = found.find((other) => other.word === word);
    if (known) return { ...word, forms: known.forms, weight: known.weight, isGuessed: false };
    return { ...word, forms: new Set([word.text]), weight: 0.5, isGuessed: true };
  });
}
