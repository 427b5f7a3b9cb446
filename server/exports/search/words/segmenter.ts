import type { Segmenter } from './split.ts';

/**
 * Returns a segmenter for scripts without spaces, by Unicode's rules and dictionaries (UAX 29, ICU). Browsers before
 * 2024 may lack it. A run is then a single word, and the search splits it into words that it knows.
 */
export function wordSegmenter(): Segmenter {
  if (!('Segmenter' in Intl)) return (run) => [{ segment: run, index: 0 }];
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  return (run) => segmenter.segment(run);
}
