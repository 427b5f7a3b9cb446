import type { PageChange } from './comparison.types.ts';

/** Minimum number of pages, and minimum share of the pages in both bundles, for a repeated change. */
const REPEATED_MIN = 5;
const REPEATED_SHARE = 0.2;

/**
 * Compares a file in two bundles by its SHA-256, which is undefined if the file is missing. A page counts as changed if
 * its bytes differ; `pageChange` says how.
 */
export function fateOf(
  before: string | undefined,
  after: string | undefined,
): 'added' | 'removed' | 'changed' | 'unchanged' {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  return before === after ? 'unchanged' : 'changed';
}

/**
 * Classifies a page whose bytes differ.
 * @param content whether its own content differs, apart from repeated changes if these are known
 * @param whole whether any visible text differs, repeated or not
 */
export function pageChange({ content, whole }: Readonly<{ content: boolean; whole: boolean }>): PageChange {
  if (content) return 'text';
  return whole ? 'around' : 'code';
}

/**
 * Returns the number of pages with the same change from which it counts as repeated: a menu or a footer, not the text
 * of one page.
 * @param pages number of pages in both bundles
 */
export function leastRepeats(pages: number): number {
  return Math.max(REPEATED_MIN, REPEATED_SHARE * pages);
}
