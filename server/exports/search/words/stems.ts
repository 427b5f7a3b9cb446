import { createRequire } from 'node:module';
import { fold } from './fold.ts';

type Stemmer = (word: string) => string;

/** Modules of Snowball's stemmers by primary language tag (ISO 639-1). */
const STEMMERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ar: 'arabic',
    bg: 'bulgarian',
    da: 'danish',
    de: 'german',
    el: 'greek',
    en: 'english',
    es: 'spanish',
    fi: 'finnish',
    fr: 'french',
    ga: 'irish',
    hi: 'indian',
    hu: 'hungarian',
    hy: 'armenian',
    id: 'indonesian',
    it: 'italian',
    lt: 'lithuanian',
    nb: 'norwegian',
    ne: 'nepali',
    nl: 'dutch',
    nn: 'norwegian',
    no: 'norwegian',
    pt: 'portuguese',
    ro: 'romanian',
    ru: 'russian',
    sr: 'serbian',
    sv: 'swedish',
    ta: 'tamil',
    tr: 'turkish',
    uk: 'ukrainian',
  }),
);

const require = createRequire(import.meta.url);
const loaded = new Map<string, Stemmer>();

/** Loads a stemmer on first use, since most bundles have pages in one language. */
function stemmerOf(language: string): Stemmer | undefined {
  const name = STEMMERS.get(language);
  if (name === undefined) return undefined;
  let stemmer = loaded.get(name);
  if (!stemmer) {
    ({ stemmer } = require(`@orama/stemmers/${name}`) as { stemmer: Stemmer });
    loaded.set(name, stemmer);
  }
  return stemmer;
}

/** Longer ones are not words of a language. */
const STEMMED_MAX = 40;

/**
 * Returns the folded stem of a word, which it shares with its other forms. Words in Latin letters on pages in another
 * script count as English, like the terms of programming.
 * @param language primary language tag; in a language without a stemmer, words are their own stems
 */
export function stemOf(word: string, language: string): string {
  const folded = fold(word);
  if (folded.length < 3 || folded.length > STEMMED_MAX || /[\p{N}+#]/u.test(folded)) return folded;
  const isForeign = NON_LATIN.has(language) && /^[a-z]+$/.test(folded);
  const stem = stemmerOf(isForeign ? 'en' : language)?.(word.normalize('NFC').toLowerCase());
  return stem ? fold(stem) : folded;
}

const NON_LATIN = new Set(
  'am ar be bg el fa he hi hy ja ka kk km ko lo mk mr my ne ru sr ta th uk ur zh'.split(' '),
);
