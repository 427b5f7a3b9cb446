import fs from 'node:fs';
import { writeAll } from '../../../file-ranges.ts';
import type { Segmenter } from '../words/split.ts';
import type { Occurrence } from './levels.ts';
import type { Lexicon } from './lexicon.ts';
import type { Tally } from './tally.ts';
import type { ShownSection } from './units.ts';
import { visitWords, type WordVisitor } from './visit-words.ts';

/** Number of words in a unit, and each form (number of a lexicon) in it followed by its count. */
export type UnitWords = Readonly<{ length: number; counts: Uint32Array }>;

/** An Occurrence in one number: body in 16 bits, headings in 8, title in 1. */
export type Count = number;

const BODY_MAX = 0xffff;
const HEADING = 0x10000;
const HEADINGS_MAX = 0xff;
const TITLE = 0x1000000;

export function occurrence(count: Count): Occurrence {
  return {
    body: count & BODY_MAX,
    headings: (count >>> 16) & HEADINGS_MAX,
    inTitle: (count & TITLE) !== 0,
  };
}

/** Adds two counts. */
export function addCounts(a: Count, b: Count): Count {
  const body = Math.min(BODY_MAX, (a & BODY_MAX) + (b & BODY_MAX));
  const headings = Math.min(HEADINGS_MAX, ((a >>> 16) & HEADINGS_MAX) + ((b >>> 16) & HEADINGS_MAX));
  return body | (headings << 16) | ((a | b) & TITLE);
}

/** Counts the words of a unit. The title counts as a heading in all units of a page but the first. */
export function countWords(
  unit: Readonly<{ title: string; sections: readonly ShownSection[]; isFirst: boolean; language: string }>,
  lexicon: Lexicon,
  tally: Tally,
  segment: Segmenter,
): UnitWords {
  let length = 0;
  let counted: Count = 1;
  const add = (forms: readonly number[]): void => {
    length++;
    for (const form of forms) tally.add(form, counted);
  };
  const visitor: WordVisitor = {
    within: (codes, start, end) => add(lexicon.formsWithin(codes, start, end, unit.language)),
    other: (word) => add(lexicon.formsOf(word, unit.language)),
  };
  const count = (text: string, as: Count): void => {
    counted = as;
    visitWords(text, segment, visitor);
  };
  count(unit.title, unit.isFirst ? TITLE : HEADING);
  for (const { level, heading, text } of unit.sections) {
    // The first-level heading repeats the title.
    count(heading, level === 1 && unit.isFirst ? TITLE : HEADING);
    count(text, 1);
  }
  return { length, counts: tally.take() };
}

/** Number of values written or read at once: one megabyte. */
const WAITING_MAX = 2 ** 18;

/** Writes the words of units to disk, in order. */
export function writeUnitWords(file: string): { add: (words: UnitWords) => void; close: () => void } {
  const descriptor = fs.openSync(file, 'w', 0o600);
  let waiting: Uint32Array[] = [];
  let waitingNumbers = 0;
  const flush = (): void => {
    const rows = waiting.map((row) => Buffer.from(row.buffer, row.byteOffset, row.byteLength));
    writeAll(descriptor, Buffer.concat(rows));
    waiting = [];
    waitingNumbers = 0;
  };
  return {
    add({ length, counts }) {
      waiting.push(Uint32Array.of(length, counts.length), counts);
      waitingNumbers += 2 + counts.length;
      if (waitingNumbers >= WAITING_MAX) flush();
    },
    close() {
      flush();
      fs.closeSync(descriptor);
    },
  };
}

/** Reads the words of units back in order. A unit's counts are valid only until the next unit is requested. */
export function* readUnitWords(file: string): Generator<UnitWords> {
  const descriptor = fs.openSync(file, 'r');
  try {
    let numbers = new Uint32Array(WAITING_MAX);
    let at = 0;
    let end = 0;
    /** Reads until this many numbers are available. @returns whether they are */
    const have = (count: number): boolean => {
      if (at + count <= end) return true;
      const rest = numbers.subarray(at, end);
      const room = count > numbers.length ? new Uint32Array(2 * count) : numbers;
      room.set(rest);
      numbers = room;
      end -= at;
      at = 0;
      const bytes = Buffer.from(numbers.buffer);
      let filled = 4 * end;
      while (filled < bytes.length) {
        const read = fs.readSync(descriptor, bytes, filled, bytes.length - filled, null);
        if (read === 0) break;
        filled += read;
      }
      end = Math.floor(filled / 4);
      return count <= end;
    };
    while (have(2)) {
      const length = numbers[at] ?? 0;
      const count = numbers[at + 1] ?? 0;
      at += 2;
      if (!have(count)) throw new RangeError(`${file} ends in the middle of a record.`);
      yield { length, counts: numbers.subarray(at, at + count) };
      at += count;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}
