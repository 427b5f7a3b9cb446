import { addCounts, type Count } from './unit-words.ts';

/** Reusable counter of forms (numbers of a lexicon). */
export type Tally = Readonly<{
  add: (form: number, count: Count) => void;
  /** Returns each form followed by its count, in order of first occurrence, and resets the tally. */
  take: () => Uint32Array;
}>;

/** Uses arrays that are reused: a Map for each unit took as long as the rest of the reading. */
export function openTally(): Tally {
  /** By form; 0 if it has not occurred. */
  let counts = new Uint32Array(2 ** 14);
  let forms = new Uint32Array(2 ** 10);
  let size = 0;
  return {
    add(form, count) {
      if (form >= counts.length) counts = longer(counts, form + 1);
      const before = counts[form] ?? 0;
      if (before === 0) {
        if (size === forms.length) forms = longer(forms, size + 1);
        forms[size++] = form;
      }
      counts[form] = addCounts(before, count);
    },
    take() {
      const pairs = new Uint32Array(2 * size);
      for (let index = 0; index < size; index++) {
        const form = forms[index] ?? 0;
        pairs[2 * index] = form;
        pairs[2 * index + 1] = counts[form] ?? 0;
        counts[form] = 0;
      }
      size = 0;
      return pairs;
    },
  };
}

function longer(row: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(Math.max(length, 2 * row.length));
  copy.set(row);
  return copy;
}
