import { bitWriter } from './bits.ts';

/** A word in the dictionary of a file. Its postings are the units that contain it, sorted, with a level each. */
export type DictionaryEntry = Readonly<{ text: string; stem: string; postings: Uint32Array }>;

/** Encodes a unit that contains a word, and its level of seven (levels.ts), in one number. */
export function posting(unit: number, level: number): number {
  return unit * 8 + level;
}

const LEVELS = 7;

/**
 * Returns the content of a terms file: the numbering of the levels, the dictionary, and the postings.
 *
 * The dictionary is sorted by stem. A stem starts with a capital letter for the number of letters it shares with the
 * previous one (A is none), then the rest of it. For each of its words, a comma follows and the letters the word adds
 * to the stem, with a `*` for each letter of the stem that the word lacks: `Ahappi,*y,*ily`. A stem that is its own
 * only word has nothing after it.
 *
 * The postings follow in the order of the dictionary, as bits (bits.ts): for each word the number of units (gamma),
 * then for each unit the distance from the previous one (Rice code) and its level (unary, with short codes for frequent
 * levels).
 */
export function termsFile(
  entries: readonly DictionaryEntry[],
  unitCount: number,
): [levels: string, dictionary: string, postings: string] {
  const sorted = [...entries].sort((a, b) => compare(a.stem, b.stem) || compare(a.text, b.text));
  const ranks = levelRanks(sorted);
  const writer = bitWriter();
  let dictionary = '';
  let before = '';
  sorted.forEach(({ text, stem, postings }, index) => {
    const isFirst = index === 0 || stem !== before;
    if (isFirst) {
      const shared = sharedLength(before, stem);
      dictionary += String.fromCharCode(65 + shared) + stem.slice(shared);
    }
    const isOnly = isFirst && sorted[index + 1]?.stem !== stem;
    if (!isOnly || text !== stem) {
      const shared = sharedLength(stem, text, stem.length);
      dictionary += `,${'*'.repeat(stem.length - shared)}${text.slice(shared)}`;
    }
    before = stem;

    writer.gamma(postings.length);
    const low = lowBits(unitCount, postings.length);
    let last = -1;
    for (const each of postings) {
      const unit = each >>> 3;
      const gap = unit - last - 1;
      writer.unary(gap >>> low);
      writer.bits(gap, low);
      writer.unary(ranks.indexOf(each & 7));
      last = unit;
    }
  });
  return [ranks.join(''), dictionary, writer.text()];
}

/**
 * Returns the number of low bits of a distance that are written verbatim: nearly optimal for distances with that mean
 * (Rice).
 */
function lowBits(unitCount: number, occurrences: number): number {
  const typical = Math.floor((unitCount * 11) / (occurrences * 16));
  return typical > 0 ? 31 - Math.clz32(typical) : 0;
}

function levelRanks(entries: readonly DictionaryEntry[]): number[] {
  const counts = new Array<number>(LEVELS).fill(0);
  for (const { postings } of entries) {
    for (const each of postings) counts[each & 7] = (counts[each & 7] ?? 0) + 1;
  }
  return counts.map((_, level) => level).sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b);
}

const SHARED_MAX = 25;

function sharedLength(a: string, b: string, max = SHARED_MAX): number {
  let length = 0;
  while (length < max && length < a.length && a[length] === b[length]) length++;
  return length;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
