import path from 'node:path';
import type { ExtractedPage, Section } from '../extract/page.ts';
import type { Pause } from './build-index.ts';
import { readSpool, writeSpool } from './spool.ts';

const FILE = 'pages.jsonl';

/** All of a page but its sections. */
export type PageHead = Omit<ExtractedPage, 'sections'>;

/** The pages of a site, sorted by path. Their text stays on disk. */
export type CollectedPages = Readonly<{
  heads: readonly PageHead[];
  sectionsOf: (page: number) => readonly Section[];
  close: () => void;
}>;

/** A page as it is collected: two lines of JSON, so that its text stays on disk while pages are sorted. */
export function packPage({ sections, ...head }: ExtractedPage): string {
  return `${JSON.stringify(head)}\n${JSON.stringify(sections)}`;
}

export function collectPages(folder: string): { add: (page: string) => void; close: () => void } {
  const spool = writeSpool(path.join(folder, FILE));
  return {
    add: spool.addLines,
    close: spool.close,
  };
}

export async function openCollected(folder: string, pause: Pause): Promise<CollectedPages> {
  const spool = readSpool(path.join(folder, FILE));
  const pages: { head: PageHead; sections: number }[] = [];
  for (let number = 0; number < spool.count; number += 2) {
    pages.push({ head: spool.get(number) as PageHead, sections: number + 1 });
    if (number % 1024 === 0) await pause();
  }
  pages.sort((a, b) => (a.head.path < b.head.path ? -1 : 1));
  return {
    heads: pages.map((page) => page.head),
    sectionsOf: (page) => spool.get(pages[page]?.sections ?? 0) as Section[],
    close: spool.close,
  };
}
