import { WORD_MAX } from '../words/split.ts';

/** Map from ASCII words to values. Looks words up by their characters within a text, without creating substrings. */
export type WordTable<Value> = Readonly<{
  /** @param end at most `start` + WORD_MAX */
  get: (codes: Uint8Array, start: number, end: number) => Value | undefined;
  /** Adds a word, which must not be in the table yet. */
  add: (codes: Uint8Array, start: number, end: number, value: Value) => void;
}>;

/**
 * Creates a hash table with open addressing and linear probing (Knuth, The Art of Computer Programming 6.4, algorithm
 * L).
 */
export function openWordTable<Value>(): WordTable<Value> {
  const values: Value[] = [];
  /** By word. */
  let hashes = new Int32Array(2 ** 12);
  let starts = new Uint32Array(2 ** 12);
  let lengths = new Uint8Array(2 ** 12);
  /** Characters of all words, one after another. */
  let characters = new Uint8Array(2 ** 15);
  let size = 0;
  /**
   * Number of a word, counted from 1, or 0 if the slot is free. The length is a power of two and at least twice the
   * number of words.
   */
  let slots = new Int32Array(2 ** 13);

  const isAt = (word: number, codes: Uint8Array, start: number, end: number): boolean => {
    if (lengths[word] !== end - start) return false;
    const offset = (starts[word] as number) - start;
    for (let at = start; at < end; at++) if (characters[offset + at] !== codes[at]) return false;
    return true;
  };
  const put = (word: number): void => {
    const mask = slots.length - 1;
    let slot = (hashes[word] as number) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = word + 1;
  };
  return {
    get(codes, start, end) {
      const hash = hashOf(codes, start, end);
      const mask = slots.length - 1;
      for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
        const word = (slots[slot] as number) - 1;
        if (word < 0) return undefined;
        if (hashes[word] === hash && isAt(word, codes, start, end)) return values[word];
      }
    },
    add(codes, start, end, value) {
      const word = values.length;
      if (word === hashes.length) {
        hashes = twice(hashes);
        starts = twice(starts);
        lengths = twice(lengths);
      }
      if (size + WORD_MAX > characters.length) characters = twice(characters);
      hashes[word] = hashOf(codes, start, end);
      starts[word] = size;
      lengths[word] = end - start;
      for (let at = start; at < end; at++) characters[size++] = codes[at] as number;
      values.push(value);
      if (2 * values.length <= slots.length) return put(word);
      slots = new Int32Array(2 * slots.length);
      for (let other = 0; other <= word; other++) put(other);
    },
  };
}

/**
 * FNV-1a (Fowler, Noll, Vo) in 32 bits. The upper half is mixed into the lower one, since the lowest bits select the
 * slot.
 */
function hashOf(codes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (codes[at] as number), 0x01000193);
  return hash ^ (hash >>> 15);
}

function twice<Row extends Int32Array | Uint32Array | Uint8Array>(row: Row): Row {
  const longer = new (row.constructor as new (length: number) => Row)(2 * row.length);
  longer.set(row);
  return longer;
}
