import { SHARDS, shardOf } from '../words/shard.ts';
import type { SoughtWord } from './query.ts';
import type { Site } from './site.ts';
import type { Match, Terms } from './terms.ts';

/** Where a word was found. */
export type Found = Readonly<{
  word: SoughtWord;
  /** By unit: how much it is about the word, 0 where it does not stand. */
  values: Float32Array;
  /** By unit: 1 where the word stands in the title. */
  inTitle: Uint8Array;
  /** The words of the site that were taken for it. */
  forms: ReadonlySet<string>;
  /** How much the word tells units apart: the inverse document frequency of BM25. */
  weight: number;
}>;

/** What a level of build/levels.ts is worth. */
const LEVEL_WEIGHTS = [1, 1.6, 2.2, 4, 5, 8, 9];
const TITLE_LEVEL = 5;

/** Other words beside one that stands there as it is. */
const BESIDE_EXACT = 0.5;

/** The rarer a word is, the more it is meant as it is written: this much where it stands in one unit. */
const LITERAL = 8;

/** Looks for a word: as it is, in other forms, as a beginning, then with typing mistakes and within other words. */
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
    // Perhaps the mistake is in the first letters, or the word is the end of another.
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
 * A word that the site does not know as a whole, as words that it knows: the parts of an identifier; the words of
 * Chinese, Japanese and others, which are not taken apart everywhere alike.
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
