import type { Section } from '../extract/page.ts';
import { hashOf } from './units.ts';

/**
 * Maximum number of pages compared per layout: those with the lowest path hashes, so that the order of pages does not
 * matter.
 */
const COMPARED = 48;
/** With fewer pages, nothing counts as repeated. */
const COMPARED_MIN = 5;
/** A text on at least this share of the pages belongs to the layout. */
const SHARE = 0.6;

/** Removes from a page's sections what its layout repeats on every page. */
export type RepeatedBlocks = (layout: string, sections: readonly Section[]) => readonly Section[];

/**
 * Compares the pages of each layout. A block with the same text in the same place on most of them is not content of the
 * page. Headings stay, since they have anchors; only a repeated first-level heading is removed, as the name of the
 * site.
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
  const repeated = new Map<string, Repeated>();
  for (const [layout, members] of layouts) {
    if (members.length < COMPARED_MIN) continue;
    const hashes = new Map(members.map((page) => [page, hashOf(pages[page]?.path ?? '')]));
    const compared = members.sort((a, b) => (hashes.get(a) ?? 0) - (hashes.get(b) ?? 0)).slice(0, COMPARED);
    const often = standingOften(
      compared.map((page) => partsOf(sectionsOf(page))),
      compared.length * SHARE,
    );
    if (often.size > 0) repeated.set(layout, often);
  }
  return (layout, sections) => {
    const often = repeated.get(layout);
    return often ? withoutRepeated(sections, often) : sections;
  };
}

/** Repeated texts by place. */
type Repeated = ReadonlyMap<number, ReadonlySet<string>>;

type Part = Readonly<{ place: number; text: string }>;

function standingOften(pages: readonly (readonly Part[])[], pagesMin: number): Repeated {
  const counts = new Map<number, Map<string, number>>();
  for (const parts of pages) {
    const ofPage = new Map(parts.map((part) => [`${part.place} ${part.text}`, part]));
    for (const { place, text } of ofPage.values()) {
      const texts = counts.get(place) ?? new Map<string, number>();
      counts.set(place, texts.set(text, (texts.get(text) ?? 0) + 1));
    }
  }
  const often = [...counts].map(([place, texts]) => {
    const repeated = [...texts].filter(([, count]) => count >= pagesMin).map(([text]) => text);
    return [place, new Set(repeated)] as const;
  });
  return new Map(often.filter(([, texts]) => texts.size > 0));
}

function partsOf(sections: readonly Section[]): Part[] {
  return sections.flatMap((section) => [
    ...(section.level === 1 ? [headingOf(section)] : []),
    ...section.blocks,
  ]);
}

function withoutRepeated(sections: readonly Section[], often: Repeated): Section[] {
  const repeats = ({ place, text }: Part): boolean => often.get(place)?.has(text) === true;
  return sections.flatMap((section) => {
    const blocks = section.blocks.filter((block) => !repeats(block));
    const isSiteName = section.level === 1 && repeats(headingOf(section));
    if (!isSiteName) return section.level === 0 && blocks.length === 0 ? [] : [{ ...section, blocks }];
    return blocks.length === 0 ? [] : [{ ...section, level: 0, heading: '', blocks }];
  });
}

/** Gives headings places of their own, distinct from those of blocks. */
function headingOf({ place, heading }: Section): Part {
  return { place: -1 - place, text: heading };
}
