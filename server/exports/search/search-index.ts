import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compareBytes } from '../site/compare-bytes.ts';
import { buildIndex, type SearchFile } from './build/build-index.ts';
import { collectPages, type PackedPage, type PagePlace } from './build/collected.ts';

export { packPage } from './build/collected.ts';
export { extractPage, type Section } from './extract/page.ts';
export type { PackedPage, PagePlace, SearchFile };

/** Collects the pages of a bundle for its search. */
export type SearchPages = Readonly<{
  /**
   * In any order: the search depends on the set of pages alone.
   * @param path of the page's file in the bundle
   */
  add: (path: string, page: PackedPage) => void;
  /** A page that lies elsewhere already, and stays there until the index is made. */
  addPlace: (path: string, place: PagePlace) => void;
  /** Ends the collection. */
  close: () => void;
}>;

/**
 * Begins the search of a bundle. Pages wait on disk, so that memory does not grow with them.
 * @param folder for temporary files of this search alone; made anew, and the caller's to remove
 */
export function collectSearchPages(folder: string): SearchPages {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return collectPages(folder);
}

/**
 * Makes the files of a bundle's search. A pure function of the set of pages; costs processor time, so that it is at
 * home in a thread: nothing but the folder has to cross.
 * @param folder the one that the pages were collected in
 * @throws the signal's reason, and what the file system throws
 */
export async function buildSearchIndex(folder: string, signal: AbortSignal): Promise<SearchFile[]> {
  const data = await buildIndex(folder, signal);
  const scripts = ['engine', 'opener'].map((name) => {
    const file = fileURLToPath(new URL(`scripts/${name}.js`, import.meta.url));
    return { path: `${name}.js`, file, start: 0, sizeBytes: fs.statSync(file).size };
  });
  return [...data, ...scripts].sort((a, b) => compareBytes(a.path, b.path));
}

/** The folder of the bundle that the files belong in. */
export const SEARCH_FOLDER = 'offprint-search';
