import type { Segmenter } from '../words/split.ts';
import { type Found, findWord, knownWords } from './find.ts';
import type { TextWord } from './match-positions.ts';
import { readQuery, type SoughtWord } from './query.ts';
import { type ReadPage, rankPages, rerank } from './rank.ts';
import { type Load, openSite } from './site.ts';
import type { Marked } from './snippet.ts';
import { type ShownSection, type UnitText, viewUnit } from './view.ts';

/** A page that was found, with the sections that fit best. */
export type Hit = Readonly<{ path: string; title: Marked; sections: readonly ShownSection[] }>;

export type Results = Readonly<{
  /** Pages in all. */
  total: number;
  /** No page has all words: these have some of them. */
  isPartial: boolean;
  /** The next pages, the best first; empty at the end. */
  more: () => Promise<readonly Hit[]>;
}>;

/** @param language of the page on which is searched: pages in it come first */
export type Search = (query: string, language: string) => Promise<Results>;

/** Pages that are read and shown at a time. */
const PAGES = 6;

/**
 * The search of a bundle. What a query costs in files read: the list of units, the words that begin like two or three
 * of its words, and the texts of the pages that are shown.
 */
export function createSearch(load: Load, segment: Segmenter): Search {
  const site = openSite(load);

  return async (query, language) => {
    const { units, commonWords } = await site.list();
    const words = (await Promise.all(readQuery(query, segment).map((word) => knownWords(site, word)))).flat();
    const isCommon = (word: SoughtWord): boolean => commonWords.has(word.text);
    // Long words are rare; what stands everywhere comes last.
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

    // Once few pages are left, or only words that stand everywhere, texts tell more than further lists.
    const isNegligible = (word: SoughtWord): boolean =>
      isCommon(word) && !word.isOpen && found.some((other) => !isCommon(other.word));
    await findUntil((next) => !ranking.isPartial && (ranking.pages.length <= PAGES || isNegligible(next)));
    let first = await readPages(0);
    if (waiting.length > 0 && !first.some((page) => page.view.isWhole)) {
      await findUntil(() => false);
      first = await readPages(0);
    } else if (waiting.length > 0 && ranking.pages.length <= PAGES) {
      // All pages have been read: those that lack a word that was not looked for are known.
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

/** What was not looked for is known by its letters alone. */
function textWords(words: readonly SoughtWord[], found: readonly Found[]): TextWord[] {
  return words.map((word) => {
    const known = found.find((other) => other.word === word);
    if (known) return { ...word, forms: known.forms, weight: known.weight, isGuessed: false };
    return { ...word, forms: new Set([word.text]), weight: 0.5, isGuessed: true };
  });
}
