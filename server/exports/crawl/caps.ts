import { type Store, transact } from '../../store/database.ts';
import type { Frontier, QueuedResource, Resource } from '../../store/resources.ts';
import type { ExportSettings } from '../settings/settings.ts';
import type { CapReason, SkipReason } from '../site/skip-reasons.ts';
import { queryVariantLimit } from './query-variants.ts';

/** Limits on what a crawl acquires. */
export type Caps = Readonly<{
  /** Called before a level is acquired: skips the URLs in it that exceed a limit. */
  admit: (depth: number) => void;
  /**
   * Called before each URL: returns the reason to stop, if a cap is reached. With `onlyLinked`, only link targets are
   * left out, and what pages load is still acquired.
   */
  reached: (acquired: Acquired) => Readonly<{ reason: CapReason; onlyLinked: boolean }> | undefined;
  /** Called at the end: skips what was in flight when a cap was reached. Returns whether there was any. */
  trim: () => boolean;
}>;

export type Acquired = Readonly<{ pages: number; bytes: number }>;

export type CapsContext = Readonly<{
  store: Store;
  frontier: Frontier;
  settings: ExportSettings;
  /** Deadline for reading the site, as `performance.now()`. */
  acquireEndMs: number;
}>;

/**
 * Returns the caps for a folder. Its files are counted when it is seeded (seed.ts), so these caps cover the time
 * limit and what a client-side router in its pages adds.
 */
export function folderCaps(context: CapsContext): Caps {
  const { store, frontier, settings, acquireEndMs } = context;
  return {
    admit: (depth) => {
      const isRoute = ({ url }: QueuedResource): boolean => url.includes('#');
      const routes = depth === 0 ? [] : frontier.queued(depth).filter(isRoute);
      const left = routes.slice(Math.max(0, settings.maxPages - frontier.count('done', 'page')));
      transact(store, () => {
        for (const { url } of left) frontier.finish(url, { status: 'skipped', reason: PAGE_CAP });
      });
    },
    reached: ({ bytes }) => {
      if (performance.now() > acquireEndMs) return { reason: 'time limit reached', onlyLinked: false };
      return bytes > settings.maxBytes ? { reason: 'byte limit reached', onlyLinked: false } : undefined;
    },
    trim: () => trimPages(context) || trimBytes(context),
  };
}

/** Returns the cap that another file of a folder would exceed, given what has been taken already. */
export function capReasonOf(
  { isPage, sizeBytes }: Readonly<{ isPage: boolean; sizeBytes: number }>,
  taken: Acquired,
  { maxPages, maxBytes }: ExportSettings,
): CapReason | undefined {
  if (isPage && taken.pages >= maxPages) return PAGE_CAP;
  return taken.bytes + sizeBytes > maxBytes ? 'byte limit reached' : undefined;
}

/**
 * Returns the caps for a live site, whose size is unknown beforehand. Which pages a cap leaves out depends on their
 * depth, then on their URLs, and never on the order of the responses.
 */
export function liveCaps(context: CapsContext): Caps {
  const { store, frontier, settings, acquireEndMs } = context;
  const { maxPages, maxBytes, maxQueryVariants } = settings;
  const variants = queryVariantLimit(frontier, maxQueryVariants);

  return {
    admit: (depth) => {
      const left = variants.beyond(frontier.queued(depth));
      transact(store, () => {
        for (const url of left) frontier.finish(url, { status: 'skipped', reason: 'query limit reached' });
      });
    },
    reached: ({ pages, bytes }) => {
      if (performance.now() > acquireEndMs) return { reason: 'time limit reached', onlyLinked: false };
      if (bytes >= maxBytes) return { reason: 'byte limit reached', onlyLinked: false };
      if (pages >= maxPages) return { reason: PAGE_CAP, onlyLinked: true };
      return undefined;
    },
    trim: () => trimPages(context) || trimBytes(context),
  };
}

const PAGE_CAP: CapReason = 'page limit reached';

function trimPages({ store, frontier, settings: { maxPages } }: CapsContext): boolean {
  if (frontier.count('done', 'page') <= maxPages) return false;
  const pages = [...frontier.all({ status: 'done', kind: 'page' })].map(({ url, depth }) => ({ url, depth }));
  pages.sort((a, b) => a.depth - b.depth); // already sorted by URL, and the sort is stable
  transact(store, () => {
    for (const { url } of pages.slice(maxPages))
      frontier.finish(url, { status: 'skipped', reason: PAGE_CAP });
  });
  return true;
}

/**
 * Skips resources of deeper levels than the one that reaches the byte cap: they may have arrived before a large file
 * of that level.
 */
function trimBytes({ store, frontier, settings: { maxBytes } }: CapsContext): boolean {
  if (frontier.bytes() <= maxBytes) return false;
  const done = [...frontier.all({ status: 'done' })].map(({ url, depth, sizeBytes }) => ({
    url,
    depth,
    sizeBytes,
  }));
  done.sort((a, b) => a.depth - b.depth);
  let bytes = 0;
  let filledAt = Number.POSITIVE_INFINITY;
  for (const { depth, sizeBytes } of done) {
    bytes += sizeBytes ?? 0;
    if (bytes >= maxBytes) filledAt = Math.min(filledAt, depth);
  }
  const left = done.filter(({ depth, sizeBytes }) => depth > filledAt && sizeBytes !== null);
  transact(store, () => {
    for (const { url } of left) frontier.finish(url, { status: 'skipped', reason: 'byte limit reached' });
  });
  return left.length > 0;
}

/** Longest chain of redirects, frames and files without a link in between. Longer chains are endless. */
const HOPS_MAX = 40;

/** Skip reason if the setting `maxDepth` is reached. */
export const TOO_DEEP: SkipReason = 'depth limit reached';

/**
 * Returns why a resource is too far from the start page to be acquired, if it is.
 * @param place `depth` is the number of links to it, `hops` the number of redirects, frames and files since the last
 *   link
 */
export function tooFar(
  { depth, hops }: Pick<Resource, 'depth' | 'hops'>,
  maxDepth: number,
): string | undefined {
  if (hops > HOPS_MAX) return 'never finishes loading';
  return hops === 0 && depth > maxDepth ? TOO_DEEP : undefined;
}
