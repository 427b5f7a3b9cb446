import type { Section } from '../extract/page.ts';
import { hashOf } from './units.ts';

/** How many pages of a layout are compared: those whose paths hash lowest, so that order decides nothing. */
const COMPARED = 48;
/** Fewer pages than these have nothing that repeats. */
const COMPARED_MIN = 5;
/** What stands on this share of them belongs to the layout. */
const SHARE = 0.6;

/** Tells what a page of a layout says from what its layout says on every page. */
export type RepeatedBlocks = (layout: string, sections: readonly Section[]) => readonly Section[];

/**
 * Compares the pages of each layout: a block of the same text in the same place on most of them is not what a page is
 * about. Headings stay, since they hold anchors; only a first-level heading that repeats is the name of the site.
 */
export function repeatedBlocks(
  pages: readonly Readonly<{ path: string; layout: string }>[],
  sectionsOf: (page: number) => readonly Section[],
): RepeatedBlocks {
  const layouts = new Map<string, number[]>();
  pages.forEach(({ layout }, page) => {
    const members = layouts.get(layout);
    if (members) members.push(page);
    else layouts.set(layout, [page]);
  });
  const repeated = new Map<string, ReadonlySet<string>>();
  for (const [layout, members] of layouts) {
    if (members.length < COMPARED_MIN) continue;
    const hashes = new Map(members.map((page) => [page, hashOf(pages[page]?.path ?? '')]));
    const compared = members.sort((a, b) => (hashes.get(a) ?? 0) - (hashes.get(b) ?? 0)).slice(0, COMPARED);
    const counts = new Map<string, number>();
    for (const page of compared) {
      for (const key of new Set(keysOf(sectionsOf(page)))) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const often = [...counts].filter(([, count]) => count >= compared.length * SHARE).map(([key]) => key);
    if (often.length > 0) repeated.set(layout, new Set(often));
  }
  return (layout, sections) => {
    const often = repeated.get(layout);
    return often ? withoutRepeated(sections, often) : sections;
  };
}

function keysOf(sections: readonly Section[]): string[] {
  return sections.flatMap((section) => [
    ...(section.level === 1 ? [headingKey(section)] : []),
    ...section.blocks.map(blockKey),
  ]);
}

function withoutRepeated(sections: readonly Section[], often: ReadonlySet<string>): Section[] {
  return sections.flatMap((section) => {
    const blocks = section.blocks.filter((block) => !often.has(blockKey(block)));
    const isSiteName = section.level === 1 && often.has(headingKey(section));
    if (!isSiteName) return section.level === 0 && blocks.length === 0 ? [] : [{ ...section, blocks }];
    return blocks.length === 0 ? [] : [{ ...section, level: 0, heading: '', blocks }];
  });
}

function blockKey(block: Readonly<{ place: number; text: string }>): string {
  return `${block.place} ${block.text}`;
}

function headingKey(section: Section): string {
  return `h1 ${section.place} ${section.heading}`;
}
