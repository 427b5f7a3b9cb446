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
   * Adds a page, in any order: the search depends only on the set of pages.
   * @param path of the page's file in the bundle
   */
  add: (path: string, page: PackedPage) => void;
  /** Adds a page that is already stored elsewhere and stays there until the index is built. */
  addPlace: (path: string, place: PagePlace) => void;
  /** Finishes collecting. */
  close: () => void;
}>;

/**
 * Starts collecting the pages of a bundle's search. They are kept on disk, not in memory.
 * @param folder for temporary files of this search only; recreated here and removed by the caller
 */
export function collectSearchPages(folder: string): SearchPages {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return collectPages(folder);
}

/**
 * Builds the files of a bundle's search. A pure function of the set of pages. CPU-bound, so run it in a thread: only
 * the folder has to be passed to it.
 * @param folder the one in which the pages were collected
 * @throws the signal's reason; file system errors
 */
export async function buildSearchIndex(folder: string, signal: AbortSignal): Promise<SearchFile[]> {
  const data = await buildIndex(folder, signal);
  const scripts = ['engine', 'opener'].map((name) => {
    const file = fileURLToPath(new URL(`scripts/${name}.js`, import.meta.url));
    return { path: `${name}.js`, file, start: 0, sizeBytes: fs.statSync(file).size };
  });
  return [...data, ...scripts].sort((a, b) => compareBytes(a.path, b.path));
}

/** Folder of the search in a bundle. */
export const SEARCH_FOLDER = 'offprint-search';
