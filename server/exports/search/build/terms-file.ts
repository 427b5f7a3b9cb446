import { bitWriter } from './bits.ts';

/** A word in the dictionary of a file: where it stands, as units with a level each, sorted by unit. */
export type DictionaryEntry = Readonly<{ text: string; stem: string; postings: Uint32Array }>;

/** That a word stands in a unit, and on which of the seven levels (levels.ts), in one number. */
export function posting(unit: number, level: number): number {
  return unit * 8 + level;
}

const LEVELS = 7;

/**
 * The content of a terms file: how the levels are numbered, the dictionary, the postings.
 *
 * The dictionary is sorted by stem. A stem begins with a capital letter that says how many letters it shares with the
 * one before (A is none), then the rest of it, then for each of its words a comma and what the word adds to it, with
 * a `*` for each letter of the stem that the word lacks: `Ahappi,*y,*ily`. A stem that is its own only word has
 * nothing behind it.
 *
 * The postings follow in the order of the dictionary, as bits (bits.ts): for each word the number of units (gamma),
 * then for each unit the distance from the one before (Rice code) and its level (unary, the frequent ones short).
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

/** Bits of a distance that are written as they are: near the best for distances of that mean (Rice). */
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
