import type { Pause, Put } from './build-index.ts';
import type { ReadPages } from './read-pages.ts';
import { readSpool } from './spool.ts';
import { HASH_BITS } from './units.ts';

/** Where the text of a unit is: the number of the file, and its place in it. */
export type TextPlace = Readonly<{ file: number; position: number }>;

export type TextPlaces = Readonly<{
  /** How many files there may be; a power of two. */
  files: number;
  /** By the unit's number in the file of texts. */
  places: readonly TextPlace[];
}>;

/** Text that shares a file, about: more costs the first query, less compresses badly. */
const FILE_BYTES = 3500;

/**
 * Writes the texts of units, each into the file that its hash names, so that a text that changes changes one file. How
 * many files there are follows from the size of the site in powers of two.
 */
export async function writeTexts(
  { units, textFile }: ReadPages,
  put: Put,
  pause: Pause,
): Promise<TextPlaces> {
  const texts = readSpool(textFile);
  try {
    const bits = Math.min(20, Math.max(0, Math.round(Math.log2(texts.sizeBytes / FILE_BYTES))));
    const files = new Map<number, { hash: number; text: number }[]>();
    for (const { hash, text } of units.flat()) {
      const file = hash >>> (HASH_BITS - bits);
      const members = files.get(file);
      if (members) members.push({ hash, text });
      else files.set(file, [{ hash, text }]);
    }
    const places: TextPlace[] = [];
    for (const [file, members] of files) {
      // By hash, then by path: the file of texts is sorted by path.
      members.sort((a, b) => a.hash - b.hash || a.text - b.text);
      for (const [position, { text }] of members.entries()) places[text] = { file, position };
      put(`text/${file.toString(36)}`, `[${members.map(({ text }) => texts.json(text)).join(',')}]`);
      await pause();
    }
    return { files: 2 ** bits, places };
  } finally {
    texts.close();
  }
}
