import { isUnspaced } from './split.ts';

/**
 * Number of files with the words of a segment. The words of a page may be in all of them. With the page's text and the
 * list of units, a change to one page therefore changes at most eight files.
 */
export const SHARDS = 6;

/**
 * Returns the shard of a folded word. Words with the same beginning are in the same one, so that a single file is
 * enough to search for a beginning or to correct a typing mistake.
 */
export function shardOf(word: string): number {
  const start = [...word].slice(0, isUnspaced(word) ? 1 : 2).join('');
  let hash = SEED;
  for (let index = 0; index < start.length; index++) {
    hash = Math.imul(hash ^ start.charCodeAt(index), FACTOR);
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % SHARDS;
}

/**
 * Found by trial: no file is larger than 1.17 times the mean, on sites in English, German, French and Chinese and on
 * Python's documentation.
 */
const FACTOR = 1432870617;
const SEED = 3096925271;
