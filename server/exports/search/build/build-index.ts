import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openCollected } from './collected.ts';
import { INTERFACE_TEXTS } from './interface-texts.ts';
import { readPages } from './read-pages.ts';
import { writeTerms } from './write-terms.ts';
import { writeTexts } from './write-texts.ts';
import { writeUnits } from './write-units.ts';

/** A file of the search: its path within the search's folder, and where it lies until it is packed. */
export type SearchFile = Readonly<{ path: string; file: string; sizeBytes: number }>;

/** Writes a data file. The browser asks for it by name; the script hands its content to the one global name. */
export type Put = (name: string, content: unknown) => void;

/** Lets others have a turn. @throws the signal's reason */
export type Pause = () => Promise<void>;

/** Pages whose words share files, about. */
const SEGMENT_PAGES = 3000;

/**
 * Makes the data files of a bundle's search from the pages that were collected in a folder. A pure function of the
 * set of pages. Memory grows with the vocabulary, not with the text. Costs processor time: at home in a thread.
 * @throws the signal's reason, and what the file system throws
 */
export async function buildIndex(folder: string, signal: AbortSignal): Promise<SearchFile[]> {
  const files: SearchFile[] = [];
  const out = path.join(folder, 'out');
  fs.mkdirSync(path.join(out, 'text'), { recursive: true, mode: 0o700 });
  const put: Put = (name, content) => {
    const file = path.join(out, `${name}.js`);
    // The byte order mark says UTF-8, whatever the page and the host say (WHATWG Encoding 6, "decode").
    const script = Buffer.from(
      `\ufeffoffprintSearch.put(${JSON.stringify(name)},${JSON.stringify(content)})\n`,
    );
    fs.writeFileSync(file, script, { mode: 0o600 });
    files.push({ path: `${name}.js`, file, sizeBytes: script.length });
  };
  const pause: Pause = async () => {
    await nextTurn();
    signal.throwIfAborted();
  };
  const pages = await openCollected(folder, pause);
  try {
    const segments = Math.max(1, Math.ceil(pages.heads.length / SEGMENT_PAGES));
    const read = await readPages(pages, folder, segments, pause);
    const places = await writeTexts(read, put, pause);
    const languages = [...new Set(read.units.flat().map((unit) => unit.language))].sort();
    const commonWords = await writeTerms(read, put, pause);
    writeUnits(read.units, places, languages, commonWords, put);
    const texts = languages.filter((language) => language in INTERFACE_TEXTS);
    put('start', {
      format: 1,
      segments,
      languages,
      strings: Object.fromEntries(texts.map((language) => [language, INTERFACE_TEXTS[language]])),
    });
  } finally {
    pages.close();
  }
  return files;
}
