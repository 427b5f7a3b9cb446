import type { Segmenter } from './split.ts';

/**
 * Words of scripts without spaces, by Unicode's rules and dictionaries (UAX 29, ICU). Browsers before 2024 may lack
 * it; then a run is one word, and the search takes it apart by the words that it knows.
 */
export function wordSegmenter(): Segmenter {
  if (!('Segmenter' in Intl)) return (run) => [{ segment: run, index: 0 }];
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  return (run) => segmenter.segment(run);
}
