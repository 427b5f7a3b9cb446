import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FileRange, writeAll } from '../../../file-ranges.ts';
import { openCollected } from './collected.ts';
import { INTERFACE_TEXTS } from './interface-texts.ts';
import { readPages } from './read-pages.ts';
import { segmentCount } from './segments.ts';
import { writeTerms } from './write-terms.ts';
import { writeTexts } from './write-texts.ts';
import { writeUnits } from './write-units.ts';

/**
 * A file of the search: its path within the search's folder, and its temporary location until it is packed, between
 * `start` and `start + sizeBytes` of a file.
 */
export type SearchFile = FileRange & Readonly<{ path: string }>;

/** Writes a data file, which the browser loads by name as a script that passes its content to the one global object. */
export type Put = (name: string, json: string) => void;

/** Yields to other tasks if it is time to. @throws the signal's reason */
export type Pause = () => Promise<void>;

/**
 * Time between two turns of the other tasks in this thread, which pack pages. If they had a turn after each file, the
 * index would be finished last, and other threads would wait for it.
 */
const TURN_MS = 20;

/**
 * Builds the data files of a bundle's search from the pages collected in a folder. A pure function of the set of pages.
 * Memory grows with the vocabulary, not with the text. CPU-bound, so run it in a thread.
 * @throws the signal's reason; file system errors
 */
export async function buildIndex(folder: string, signal: AbortSignal): Promise<SearchFile[]> {
  const files: SearchFile[] = [];
  const file = path.join(folder, 'files'); // one file for all data, since thousands of small files are slow
  let start = 0;
  const put: Put = (name, json) => {
    // The byte order mark declares UTF-8, regardless of the page and the host (WHATWG Encoding 6, "decode").
    const script = Buffer.from(`\ufeffoffprintSearch.put(${JSON.stringify(name)},${json})\n`);
    writeAll(descriptor, script);
    files.push({ path: `${name}.js`, file, start, sizeBytes: script.length });
    start += script.length;
  };
  let turnEnds = performance.now() + TURN_MS;
  const pause: Pause = async () => {
    if (performance.now() < turnEnds) return;
    await nextTurn();
    signal.throwIfAborted();
    turnEnds = performance.now() + TURN_MS;
  };
  const pages = await openCollected(folder, pause);
  const descriptor = fs.openSync(file, 'w', 0o600);
  try {
    const segments = segmentCount(pages.heads.length);
    const read = await readPages(pages, folder, segments, pause);
    const places = await writeTexts(read, put, pause);
    const languages = [...new Set(read.units.flat().map((unit) => unit.language))].sort();
    const commonWords = await writeTerms(read, put, pause);
    writeUnits(read.units, places, languages, commonWords, put);
    const texts = languages.filter((language) => language in INTERFACE_TEXTS);
    const strings = Object.fromEntries(texts.map((language) => [language, INTERFACE_TEXTS[language]]));
    put('start', JSON.stringify({ format: 1, segments, languages, strings }));
  } finally {
    fs.closeSync(descriptor);
  }
  return files;
}
