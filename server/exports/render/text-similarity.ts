/** Normalises text as a reader sees it: NFC, whitespace collapsed, invisible characters removed. */
export function normalText(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Similarity of two texts, 0 to 1: the Dice coefficient of their words, counted with repetition. 0 if the actual text
 * is empty; null if the reference is empty, so there is nothing to compare.
 */
export function textSimilarity(reference: string, actual: string): number | null {
  const a = normalText(reference);
  const b = normalText(actual);
  if (a === '') return null;
  if (a === b) return 1;
  if (b === '') return 0;
  const words = wordsOf(a);
  const others = wordsOf(b);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of others) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    common++;
    counts.set(word, left - 1);
  }
  return (2 * common) / (words.length + others.length);
}

/** Splits text into words, or into characters in scripts without spaces between words. */
function wordsOf(text: string): string[] {
  return (
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu,
    ) ?? []
  );
}
