/** Number of occurrences of each word in a text. */
export type WordCounts = ReadonlyMap<string, number>;

/** Share of a page's words that may change by themselves, such as in clocks and counters. */
const OTHER_WORDS_MAX = 0.01;

export function countWords(text: string): WordCounts {
  const counts = new Map<string, number>();
  for (const word of text.split(/\s+/)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Whether a text has the same words as before in any order, except for words that change by themselves. */
export function areSameWords(before: WordCounts, after: WordCounts): boolean {
  let [total, other] = [0, 0];
  for (const [word, count] of before) {
    total += count;
    other += Math.abs(count - (after.get(word) ?? 0));
  }
  for (const [word, count] of after) if (!before.has(word)) other += count;
  return other <= OTHER_WORDS_MAX * total;
}

/** Words that occur more or less often than before, with their current counts. */
export type OtherWords = readonly (readonly [word: string, count: number])[];

/** Returns the changed words, at most `max` of them. */
export function otherWords(before: WordCounts, after: WordCounts, max: number): OtherWords {
  const words = new Set([...before.keys(), ...after.keys()]);
  return [...words]
    .map((word) => [word, after.get(word) ?? 0] as const)
    .filter(([word, count]) => count !== (before.get(word) ?? 0))
    .slice(0, max);
}

export function hasWords(counts: WordCounts, wanted: OtherWords): boolean {
  return wanted.every(([word, count]) => (counts.get(word) ?? 0) === count);
}
