import path from 'node:path';
import { guessLanguage } from '../words/language.ts';
import { wordSegmenter } from '../words/segmenter.ts';
import { splitWords } from '../words/split.ts';
import type { Pause } from './build-index.ts';
import type { CollectedPages, PageHead } from './collected.ts';
import { type ClosedLexicon, openLexicon } from './lexicon.ts';
import { repeatedBlocks } from './repeated.ts';
import { segmentOf } from './segments.ts';
import { writeSpool } from './spool.ts';
import { openTally } from './tally.ts';
import { bareTitles } from './titles.ts';
import { countWords, writeUnitWords } from './unit-words.ts';
import { unitsOf } from './units.ts';

/** A unit in a text file. */
export type ShownUnit = readonly [
  path: string,
  title: string,
  sections: readonly (readonly [level: number, anchor: string, heading: string, text: string])[],
];

/** Entry of a unit in the list of units. */
export type UnitRecord = Readonly<{
  /** Identifies its text; see units.ts. */
  hash: number;
  /** Number of its text in the file of texts. */
  text: number;
  titleWords: number;
  /** Language of the page. Readers of pages in that language get it first. */
  language: string;
  /** Whether it is a listing, or a page that asks search engines not to list it. */
  isMinor: boolean;
  /** Whether it belongs to the same page as the previous unit. */
  isContinued: boolean;
}>;

export type ReadPages = Readonly<{
  /** By segment. The units of a segment are numbered in this order, sorted by path. */
  units: readonly (readonly UnitRecord[])[];
  /** Files with the words of each segment's units (unit-words.ts). */
  wordFiles: readonly string[];
  /** File with all ShownUnits (spool.ts). */
  textFile: string;
  lexicon: ClosedLexicon;
}>;

/** A page with a larger share of its text in links is a listing. */
const LISTING_SHARE = 0.7;

/** Splits all pages into the texts shown in results and the words of each unit with their counts. */
export async function readPages(
  pages: CollectedPages,
  folder: string,
  segments: number,
  pause: Pause,
): Promise<ReadPages> {
  const titles = bareTitles(pages.heads.map((head) => head.title));
  const withoutRepeated = repeatedBlocks(pages.heads, pages.sectionsOf);
  const siteLanguage = mostFrequent(pages.heads.map((head) => head.language)) ?? 'en';
  const lexicon = openLexicon();
  const tally = openTally();
  const segment = wordSegmenter();
  const units = Array.from({ length: segments }, (): UnitRecord[] => []);
  const wordFiles = units.map((_, index) => path.join(folder, `words-${index}`));
  const words = wordFiles.map(writeUnitWords);
  const textFile = path.join(folder, 'texts.jsonl');
  const texts = writeSpool(textFile);

  for (const [page, head] of pages.heads.entries()) {
    const sections = withoutRepeated(head.layout, pages.sectionsOf(page));
    const title = titles[page] || sections[0]?.heading || head.path;
    const language = head.language || guessed(sections) || siteLanguage;
    const home = segmentOf(head.path, segments);
    for (const [index, unit] of unitsOf(head.path, sections).entries()) {
      const isFirst = index === 0;
      const shown: ShownUnit = [
        head.path,
        title,
        unit.sections.map(({ level, anchor, heading, text }) => [level, anchor, heading, text]),
      ];
      units[home]?.push({
        hash: unit.hash,
        text: texts.add(shown),
        titleWords: new Set(splitWords(title, segment).map((word) => word.text)).size,
        language: head.pageLanguage || language,
        isMinor: isMinor(head),
        isContinued: !isFirst,
      });
      words[home]?.add(
        countWords({ title, sections: unit.sections, isFirst, language }, lexicon, tally, segment),
      );
    }
    if (page % 32 === 0) await pause();
  }
  for (const file of words) file.close();
  texts.close();
  return { units, wordFiles, textFile, lexicon: lexicon.close() };
}

function isMinor(head: PageHead): boolean {
  return head.unlisted || head.linkShare > LISTING_SHARE;
}

function guessed(sections: ReturnType<CollectedPages['sectionsOf']>): string | undefined {
  return guessLanguage(sections.flatMap((section) => section.blocks.map((block) => block.text)).join('\n'));
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0];
}
