import { SHARDS, shardOf } from '../words/shard.ts';
import type { SoughtWord } from './query.ts';
import type { Site } from './site.ts';
import type { Match, Terms } from './terms.ts';

/** Units in which a word was found. */
export type Found = Readonly<{
  word: SoughtWord;
  /** By unit: its relevance to the word, 0 if it does not contain it. */
  values: Float32Array;
  /** By unit: 1 if its title contains the word. */
  inTitle: Uint8Array;
  /** Words of the site that match it. */
  forms: ReadonlySet<string>;
  /** How well the word distinguishes units: the inverse document frequency of BM25. */
  weight: number;
}>;

/** Weights of the levels in build/levels.ts. */
const LEVEL_WEIGHTS = [1, 1.6, 2.2, 4, 5, 8, 9];
const TITLE_LEVEL = 5;

/** Factor for words that only begin with the sought one, if the site has that exact word too. */
const BESIDE_EXACT = 0.5;

/**
 * Bonus for the best-matching forms, since a rare word is more likely to be meant literally. This is its value for a
 * form that occurs in one unit.
 */
const LITERAL = 8;

/**
 * Finds a word: the exact word, other forms of it and words that begin with it, then words with typing mistakes and
 * words that contain it.
 */
export async function findWord(site: Site, word: SoughtWord): Promise<Found> {
  const unitCount = (await site.list()).units.length;
  const values = new Float32Array(unitCount);
  const inTitle = new Uint8Array(unitCount);
  const forms = new Set<string>();
  let best = 0;
  const take = async (
    shard: number,
    matchesOf: (terms: Terms) => readonly Match[],
    factor = 1,
  ): Promise<void> => {
    const matches = (await site.words(shard)).flatMap(({ terms, first }) =>
      matchesOf(terms).map((match) => ({ terms, first, form: match.form, quality: match.quality * factor })),
    );
    best = Math.max(best, ...matches.map((match) => match.quality));
    for (const { terms, first, form, quality } of matches) {
      forms.add(terms.textOf(form));
      const postings = terms.postings(form);
      const literal = quality === best ? (2 * LITERAL) / (1 + postings.length / 2) : 0;
      for (let index = 0; index < postings.length; index += 2) {
        const unit = first + (postings[index] ?? 0);
        const level = postings[index + 1] ?? 0;
        const value = ((LEVEL_WEIGHTS[level] ?? 0) + literal) * quality;
        values[unit] = Math.max(value, values[unit] ?? 0);
        if (level >= TITLE_LEVEL && quality > BESIDE_EXACT) inTitle[unit] = 1;
      }
    }
  };
  const count = (): number => values.filter((value) => value > 0).length;
  const { text, isUnspaced, isOpen } = word;
  const home = shardOf(text);

  await take(home, (terms) => terms.exact(text));
  const isExact = best > 0;
  await take(home, (terms) => terms.inflected(text));
  const countOfWord = count();
  if (isUnspaced || text.length > 1) {
    if (isOpen || best === 0) await take(home, (terms) => terms.beginning(text), isExact ? BESIDE_EXACT : 1);
    if (best === 0 && !isUnspaced) await take(home, (terms) => terms.similar(text, isOpen));
    if (best === 0 && !isUnspaced) await take(home, (terms) => terms.akin(text));
    // The mistake may be in the first letters, or the word may be the end of another one.
    for (let shard = 0, isMissing = best === 0; isMissing && text.length > 3 && shard < SHARDS; shard++) {
      await take(shard, (terms) => terms.within(text));
      if (!isUnspaced) await take(shard, (terms) => terms.similar(text, false));
    }
  }
  const known = countOfWord || count();
  const weight = Math.log(1 + (unitCount - known + 0.5) / (known + 0.5));
  return { word, values, inTitle, forms, weight };
}

/**
 * Splits a word that the site does not have as a whole into words that it has: an identifier into its parts, and text
 * in Chinese, Japanese and similar scripts, which is not segmented the same way everywhere.
 */
export async function knownWords(site: Site, word: SoughtWord): Promise<SoughtWord[]> {
  if (word.parts.length < 2 && !word.isUnspaced) return [word];
  const home = await site.words(shardOf(word.text));
  const isKnown = home.some(
    ({ terms }) => terms.exact(word.text).length + terms.beginning(word.text).length > 0,
  );
  if (isKnown) return [word];
  const parts = word.isUnspaced ? await knownParts(site, word.text) : word.parts;
  return parts.map((text, index) => ({
    ...word,
    text,
    parts: [text],
    isOpen: word.isOpen && index === parts.length - 1,
  }));
}

async function knownParts(site: Site, text: string): Promise<string[]> {
  const parts: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const starts = (await site.words(shardOf(rest))).map(({ terms }) => terms.longestStart(rest));
    const longest =
      starts.reduce((a, b) => (b.length > a.length ? b : a), '') || [...rest].slice(0, 1).join('');
    parts.push(longest);
    rest = rest.slice(longest.length);
  }
  return parts;
}
