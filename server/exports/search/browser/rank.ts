import type { Found } from './find.ts';
import type { ListedUnit } from './units.ts';
import type { UnitView } from './view.ts';

/** A page with its best unit. */
export type RankedPage = Readonly<{ unit: number; score: number }>;

export type Ranking = Readonly<{
  pages: readonly RankedPage[];
  /** Whether no unit has all words. */
  isPartial: boolean;
}>;

/** A page whose text has been read. */
export type ReadPage = Readonly<{ path: string; view: UnitView; score: number }>;

const OWN_LANGUAGE = 1.3;
const MINOR = 0.3;

/**
 * Ranks pages by how well their best unit matches all words. If no unit has all of them, ranks those that have most.
 * @param wordCount number of words in the query, including those not looked up
 */
export function rankPages(
  units: readonly ListedUnit[],
  found: readonly Found[],
  wordCount: number,
  language: string,
): Ranking {
  const total = found.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const all: RankedPage[] = [];
  const some: RankedPage[] = [];
  units.forEach((listed, unit) => {
    let score = 0;
    let weight = 0;
    let count = 0;
    let titled = 0;
    for (const word of found) {
      const value = word.values[unit] ?? 0;
      if (value === 0) continue;
      score += value * word.weight;
      weight += word.weight;
      titled += word.inTitle[unit] ?? 0;
      count++;
    }
    if (count === 0) return;
    // Words that were not looked up may be in the title too.
    titled += Math.min(wordCount - found.length, Math.max(0, listed.titleWords - titled));
    const titleShare = titled / Math.max(listed.titleWords, wordCount);
    score *= 1 + 2 * titleShare * titleShare;
    if (listed.language === language) score *= OWN_LANGUAGE;
    if (listed.isMinor && titleShare < 1) score *= MINOR;
    if (count === found.length) all.push({ unit, score });
    else some.push({ unit, score: score * (weight / total) ** 2 });
  });
  const isPartial = all.length === 0;
  const pages = new Map<number, RankedPage>();
  for (const ranked of (isPartial ? some : all).sort((a, b) => b.score - a.score || a.unit - b.unit)) {
    const page = units[ranked.unit]?.page ?? 0;
    if (!pages.has(page)) pages.set(page, ranked);
  }
  return { pages: [...pages.values()], isPartial };
}

/** Factors by how well the title matches the query. */
const TITLE_FACTORS = [1, 4, 6] as const;

/**
 * Ranks pages again among those that are read and shown together, best first. Combines how their texts match the words
 * with the score from the index (`rankPages`).
 */
export function rerank(pages: readonly ReadPage[]): ReadPage[] {
  return pages
    .map(({ path, view, score }) => {
      const { coverage, phrase, asHeading, asTitle } = view;
      const nearness =
        (0.5 + coverage / 2) * (1 + phrase / 2) * (asHeading ? 1.5 : 1) * TITLE_FACTORS[asTitle];
      return { path, view, score: score * nearness };
    })
    .sort((a, b) => b.score - a.score);
}
