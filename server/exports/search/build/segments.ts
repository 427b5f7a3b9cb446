import { hashOf } from './units.ts';

/** Approximate number of pages whose words share files. */
const SEGMENT_PAGES = 3000;

/** Returns the number of segments of an index. */
export function segmentCount(pages: number): number {
  return Math.max(1, Math.ceil(pages / SEGMENT_PAGES));
}

/**
 * Returns the segment of a page. It depends on the path, so that the page stays there when other pages are added or
 * removed.
 */
export function segmentOf(path: string, segments: number): number {
  return hashOf(path) % segments;
}
