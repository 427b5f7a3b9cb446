import type { Pause, Put } from './build-index.ts';
import type { ReadPages } from './read-pages.ts';
import { readSpool } from './spool.ts';
import { HASH_BITS } from './units.ts';

/** Location of a unit's text: the number of the file, and its position in it. */
export type TextPlace = Readonly<{ file: number; position: number }>;

export type TextPlaces = Readonly<{
  /** Maximum number of files; a power of two. */
  files: number;
  /** By the number of the unit's text in the file of texts. */
  places: readonly TextPlace[];
}>;

/** Approximate size of the text in a file. Larger files make the first query slower; smaller ones compress badly. */
const FILE_BYTES = 3500;

/**
 * Writes the texts of units, each to the file determined by its hash, so that a change to one text changes one file.
 * The number of files is a power of two that depends on the size of the site.
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
      // By hash, then by path, since the file of texts is sorted by path.
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
