import { createHash } from 'node:crypto';

export type Samplable = Readonly<{ url: string; layout: string }>;

export type Sample<T> = Readonly<{ pages: readonly T[]; layouts: number }>;

/** Number of pages per layout needed to judge it. */
const PER_LAYOUT = 3;

/**
 * Selects the pages that verification opens: three per layout, then more up to `min`, but never more than `max`. Orders
 * them by URL hash, so the same site gives the same sample regardless of crawl order.
 */
export function samplePages<T extends Samplable>(pages: readonly T[], min: number, max: number): Sample<T> {
  const ordered = pages
    .map((page) => ({ page, hash: hashOf(page.url) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ page }) => page);
  const layouts = Map.groupBy(ordered, (page) => page.layout);

  const chosen = new Set<T>();
  const start = pages.find((page) => page.url === '/');
  if (start && max > 0) chosen.add(start); // what everybody opens first
  // Rank by rank, so that a cap leaves each layout its first page before any gets its second.
  for (let rank = 0; rank < PER_LAYOUT; rank++) {
    for (const members of layouts.values()) {
      const page = members[rank];
      if (page && chosen.size < max) chosen.add(page);
    }
  }
  for (const page of ordered) {
    if (chosen.size >= Math.min(min, max)) break;
    chosen.add(page);
  }
  return { pages: [...chosen], layouts: layouts.size };
}

/** Estimates how many of `pages` samplePages selects if not all layouts are known yet. */
export function sampleSize(
  layouts: number,
  pages: number,
  { sampleMin, sampleMax }: Readonly<{ sampleMin: number; sampleMax: number }>,
): number {
  return Math.min(pages, sampleMax, Math.max(sampleMin, PER_LAYOUT * layouts));
}

function hashOf(url: string): string {
  return createHash('sha256').update(url).digest('hex');
}
