import { SHARDS, shardOf } from '../words/shard.ts';
import type { Pause, Put } from './build-index.ts';
import { levelOf } from './levels.ts';
import type { ClosedLexicon } from './lexicon.ts';
import type { ReadPages } from './read-pages.ts';
import { openTally } from './tally.ts';
import { type DictionaryEntry, posting, termsFile } from './terms-file.ts';
import { occurrence, readUnitWords } from './unit-words.ts';

/** A word in more than this share of the units does not distinguish them. */
const COMMON_SHARE = 0.4;

/** Writes the words of each segment to files by their beginnings. Returns the common words of each segment, sorted. */
export async function writeTerms(read: ReadPages, put: Put, pause: Pause): Promise<string[][]> {
  const { units, wordFiles, lexicon } = read;
  const common: string[][] = [];
  const rows: Rows = { words: numberRow(), postings: numberRow(), sorted: new Uint32Array(0) };
  for (const [segment, file] of wordFiles.entries()) {
    const shards = Array.from({ length: SHARDS }, (): DictionaryEntry[] => []);
    const unitCount = units[segment]?.length ?? 0;
    const often = (entry: DictionaryEntry): boolean => entry.postings.length > unitCount * COMMON_SHARE;
    const words = await invert(file, lexicon, rows, pause);
    for (const entry of words) shards[shardOf(entry.text)]?.push(entry);
    common.push(
      words
        .filter(often)
        .map((entry) => entry.text)
        .sort(),
    );
    for (const [shard, entries] of shards.entries()) {
      put(`terms-${segment}-${shard}`, JSON.stringify(termsFile(entries, unitCount)));
      await pause();
    }
  }
  return common;
}

/**
 * Buffers of tens of megabytes each, reused for all segments. New ones for each segment would pile up until garbage
 * collection.
 */
type Rows = { words: NumberRow; postings: NumberRow; sorted: Uint32Array };

/**
 * Inverts the words of each unit into the units of each word. Words and postings are kept in two long arrays until all
 * are counted: most words of a site occur in only one unit, and an array for each would take many times the memory.
 * @returns the words, whose postings are valid until the buffers are used again
 */
async function invert(
  file: string,
  lexicon: ClosedLexicon,
  rows: Rows,
  pause: Pause,
): Promise<DictionaryEntry[]> {
  const { words, postings } = rows;
  words.clear();
  postings.clear();
  const tally = openTally();
  const counts = new Uint32Array(lexicon.forms.length);
  let unit = 0;
  for (const { length, counts: ofUnit } of readUnitWords(file)) {
    for (let at = 0; at < ofUnit.length; at += 2) {
      for (const as of lexicon.foundAs(ofUnit[at] ?? 0)) tally.add(as, ofUnit[at + 1] ?? 0);
    }
    const all = tally.take();
    for (let at = 0; at < all.length; at += 2) {
      const form = all[at] ?? 0;
      words.add(form);
      postings.add(posting(unit, levelOf(occurrence(all[at + 1] ?? 0), length)));
      counts[form] = (counts[form] ?? 0) + 1;
    }
    if (unit % 64 === 0) await pause();
    unit++;
  }
  const ends = new Uint32Array(counts.length);
  for (let form = 0, end = 0; form < counts.length; form++) ends[form] = end += counts[form] ?? 0;
  if (rows.sorted.length < words.length) rows.sorted = new Uint32Array(words.length);
  const { sorted } = rows;
  for (let at = words.length - 1; at >= 0; at--) {
    const form = words.at(at);
    const place = (ends[form] ?? 0) - 1;
    sorted[place] = postings.at(at);
    ends[form] = place; // finally the start of the form's postings
  }
  return lexicon.forms.flatMap(({ text, stem }, form) => {
    const start = ends[form] ?? 0;
    const end = start + (counts[form] ?? 0);
    return start === end ? [] : [{ text, stem, postings: sorted.subarray(start, end) }];
  });
}

/** A growing list of numbers below 2³². */
type NumberRow = Readonly<{
  add: (value: number) => void;
  at: (index: number) => number;
  clear: () => void;
  readonly length: number;
}>;

function numberRow(): NumberRow {
  let row = new Uint32Array(2 ** 16);
  let length = 0;
  return {
    add(value) {
      if (length === row.length) {
        const larger = new Uint32Array(2 * length);
        larger.set(row);
        row = larger;
      }
      row[length++] = value;
    },
    at: (index) => row[index] ?? 0,
    clear() {
      length = 0;
    },
    get length() {
      return length;
    },
  };
}
