import fs from 'node:fs';
import path from 'node:path';
import { type FileRange, readRange, writeAll } from '../../../file-ranges.ts';
import type { ExtractedPage, Section } from '../extract/page.ts';
import type { Pause } from './build-index.ts';
import { readSpool, writeSpool } from './spool.ts';

const PAGES = 'pages';
const PLACES = 'places.jsonl';

/** A page without its sections. */
export type PageHead = Omit<ExtractedPage, 'sections'> & Readonly<{ path: string }>;

/** Pages of a site, sorted by path. Their text stays on disk. */
export type CollectedPages = Readonly<{
  heads: readonly PageHead[];
  sectionsOf: (page: number) => readonly Section[];
}>;

/** A collected page as two parts of JSON, so that its text can stay on disk while pages are sorted. */
export type PackedPage = Readonly<{ head: string; sections: string }>;

export function packPage({ sections, ...head }: ExtractedPage): PackedPage {
  return { head: JSON.stringify(head), sections: JSON.stringify(sections) };
}

/** Location of the parts of a page, which follow each other. */
export type PagePlace = Readonly<{ file: string; start: number; headBytes: number; sectionsBytes: number }>;

export function collectPages(folder: string): {
  add: (path: string, page: PackedPage) => void;
  addPlace: (path: string, place: PagePlace) => void;
  close: () => void;
} {
  const file = path.join(folder, PAGES);
  const descriptor = fs.openSync(file, 'w', 0o600);
  const places = writeSpool(path.join(folder, PLACES));
  let size = 0;
  const write = (text: string): number => {
    const bytes = Buffer.from(text);
    writeAll(descriptor, bytes);
    size += bytes.length;
    return bytes.length;
  };
  const addPlace = (path: string, place: PagePlace): void => void places.add([path, place]);
  return {
    add(path, { head, sections }) {
      const start = size;
      addPlace(path, { file, start, headBytes: write(head), sectionsBytes: write(sections) });
    },
    addPlace,
    close() {
      places.close();
      fs.closeSync(descriptor);
    },
  };
}

export async function openCollected(folder: string, pause: Pause): Promise<CollectedPages> {
  const places = readSpool(path.join(folder, PLACES));
  const pages: { head: PageHead; sections: FileRange }[] = [];
  for (let number = 0; number < places.count; number++) {
    const [path, { file, start, headBytes, sectionsBytes }] = places.get(number) as [string, PagePlace];
    const head = readJson({ file, start, sizeBytes: headBytes }) as Omit<PageHead, 'path'>;
    const sections = { file, start: start + headBytes, sizeBytes: sectionsBytes };
    pages.push({ head: { path, ...head }, sections });
    if (number % 512 === 0) await pause();
  }
  places.close();
  pages.sort((a, b) => (a.head.path < b.head.path ? -1 : 1));
  return {
    heads: pages.map((page) => page.head),
    sectionsOf: (page) => (pages[page] ? (readJson(pages[page].sections) as Section[]) : []),
  };
}

function readJson(range: FileRange): unknown {
  return JSON.parse(readRange(range).toString('utf8'));
}
