/** How often each word stands in a text. */
export type WordCounts = ReadonlyMap<string, number>;

/** Of the words of a page: so many may change by themselves, such as clocks and counters do. */
const OTHER_WORDS_MAX = 0.01;

export function countWords(text: string): WordCounts {
  const counts = new Map<string, number>();
  for (const word of text.split(/\s+/)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Whether a reader finds the words that there were before, in whatever order, but for what moves by itself. */
export function areSameWords(before: WordCounts, after: WordCounts): boolean {
  let [total, other] = [0, 0];
  for (const [word, count] of before) {
    total += count;
    other += Math.abs(count - (after.get(word) ?? 0));
  }
  for (const [word, count] of after) if (!before.has(word)) other += count;
  return other <= OTHER_WORDS_MAX * total;
}
