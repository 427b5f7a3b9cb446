import { hashOf } from './units.ts';

/** Pages whose words share files, about. */
const SEGMENT_PAGES = 3000;

/** How many segments an index has. */
export function segmentCount(pages: number): number {
  return Math.max(1, Math.ceil(pages / SEGMENT_PAGES));
}

/** The segment that a page is in: by its path, so that it stays there when other pages come and go. */
export function segmentOf(path: string, segments: number): number {
  return hashOf(path) % segments;
}
