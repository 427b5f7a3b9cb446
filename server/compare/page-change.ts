import type { PageChange } from './comparison.types.ts';

/** A change is repeated when it is the same on so many pages, and on this share of those that both bundles have. */
const REPEATED_MIN = 5;
const REPEATED_SHARE = 0.2;

/**
 * What became of a file between two bundles, by its SHA-256 in each, undefined where it is not there. A page counts as
 * changed when its bytes differ; how, says `pageChange`.
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
 * How a page counts whose bytes differ.
 * @param content whether its own content differs, by more than what is repeated on many pages where that is known
 * @param whole whether anything that is read differs, repeated or not
 */
export function pageChange({ content, whole }: Readonly<{ content: boolean; whole: boolean }>): PageChange {
  if (content) return 'text';
  return whole ? 'around' : 'code';
}

/**
 * On how many pages a change has to be the same to count as repeated: a menu or a footer, not the text of one page.
 * @param pages how many both bundles have
 */
export function leastRepeats(pages: number): number {
  return Math.max(REPEATED_MIN, REPEATED_SHARE * pages);
}
