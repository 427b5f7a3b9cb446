import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Text as a reader sees it: NFC, white space folded, invisible characters gone. */
export function normalText(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * How alike two texts are, 0 to 1: the Dice coefficient of their words, counted with repetition. A text that has
 * gone scores 0; null when the reference itself has none, so that there is nothing to compare.
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

/** Words; in scripts that put no blanks between them, characters. */
function wordsOf(text: string): string[] {
  return (
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu,
    ) ?? []
  );
}

/** Share of pixels that differ, 0 to 1; pictures of different size differ wholly. Both PNG. */
export function pixelDifference(reference: Uint8Array, actual: Uint8Array): number {
  if (Buffer.compare(reference, actual) === 0) return 0;
  const a = PNG.sync.read(Buffer.from(reference));
  const b = PNG.sync.read(Buffer.from(actual));
  if (a.width !== b.width || a.height !== b.height) return 1;
  const different = pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 });
  return different / (a.width * a.height);
}
