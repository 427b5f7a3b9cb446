import { SHARDS, shardOf } from '../words/shard.ts';
import type { Pause, Put } from './build-index.ts';
import { levelOf } from './levels.ts';
import type { ClosedLexicon } from './lexicon.ts';
import type { ReadPages } from './read-pages.ts';
import { type DictionaryEntry, termsFile } from './terms-file.ts';
import { addCounts, occurrence, readUnitWords } from './unit-words.ts';

/** A word that stands in this share of the units tells none apart. */
const COMMON_SHARE = 0.4;

/** Writes the words of each segment in files by their beginnings. Returns the common words of each segment, sorted. */
export async function writeTerms(read: ReadPages, put: Put, pause: Pause): Promise<string[][]> {
  const { units, wordFiles, lexicon } = read;
  const common: string[][] = [];
  for (const [segment, file] of wordFiles.entries()) {
    const shards = Array.from({ length: SHARDS }, (): DictionaryEntry[] => []);
    const unitCount = units[segment]?.length ?? 0;
    const often = (entry: DictionaryEntry): boolean => entry.units.length > unitCount * COMMON_SHARE;
    const words = await invert(file, lexicon, pause);
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

/** From words by unit to units by word. */
async function invert(file: string, lexicon: ClosedLexicon, pause: Pause): Promise<DictionaryEntry[]> {
  const entries = new Map<number, { text: string; stem: string; units: number[]; levels: number[] }>();
  let unit = 0;
  for (const { length, counts } of readUnitWords(file)) {
    const all = new Map<number, number>();
    for (const [form, count] of counts) {
      for (const as of lexicon.foundAs(form)) all.set(as, addCounts(all.get(as) ?? 0, count));
    }
    for (const [form, count] of all) {
      let entry = entries.get(form);
      if (!entry) {
        const { text = '', stem = '' } = lexicon.forms[form] ?? {};
        entry = { text, stem, units: [], levels: [] };
        entries.set(form, entry);
      }
      entry.units.push(unit);
      entry.levels.push(levelOf(occurrence(count), length));
    }
    if (unit % 64 === 0) await pause();
    unit++;
  }
  return [...entries.values()];
}
