/** Number of occurrences of a word in the parts of a unit. */
export type Occurrence = Readonly<{ body: number; headings: number; inTitle: boolean }>;

/**
 * Returns the relevance of a unit to a word, in seven levels: 0 to 2 by frequency relative to the unit's length, 3 and
 * 4 for a word in a heading, 5 and 6 for a word in the title of the page. This is the part of BM25 (k1 1.2, b 0.75)
 * that does not depend on other pages. The mean length is fixed, so that a change to one page does not affect others.
 */
export function levelOf({ body, headings, inTitle }: Occurrence, unitLength: number): number {
  const weight = body / (body + 1.2 * (0.25 + 0.75 * (unitLength / MEAN_LENGTH)));
  if (inTitle) return weight >= 0.5 ? 6 : 5;
  if (headings > 0) return headings > 1 || weight >= 0.5 ? 4 : 3;
  return weight < 0.42 ? 0 : weight < 0.65 ? 1 : 2;
}

/** Approximate number of words in a unit. */
const MEAN_LENGTH = 600;
