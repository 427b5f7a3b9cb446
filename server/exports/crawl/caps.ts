import { type Store, transact } from '../../store/database.ts';
import type { Frontier, QueuedResource, Resource } from '../../store/resources.ts';
import type { ExportSettings } from '../settings/settings.ts';
import type { CapReason, SkipReason } from '../site/skip-reasons.ts';
import { queryVariantLimit } from './query-variants.ts';

/** What bounds the acquiring of a site. */
export type Caps = Readonly<{
  /** Called before what stands at a depth is acquired: leaves out what there is too much of. */
  admit: (depth: number) => void;
  /** Called all the time: why nothing further may be acquired, or nothing that links lead to. */
  reached: (acquired: Acquired) => Readonly<{ reason: CapReason; onlyLinked: boolean }> | undefined;
  /** Called at the end: leaves out what was under way when a cap was reached. True when there was any. */
  trim: () => boolean;
}>;

export type Acquired = Readonly<{ pages: number; bytes: number }>;

export type CapsContext = Readonly<{
  store: Store;
  frontier: Frontier;
  settings: ExportSettings;
  /** When the time for reading the site is over (`performance.now()`). */
  acquireEndMs: number;
}>;

/**
 * Of a folder, which is counted before it is acquired (seed.ts): for the time, and for what a router in its pages adds to
 * them.
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

/** Why a file of a folder is one too many beside those that are taken already, if it is. */
export function capReasonOf(
  { isPage, sizeBytes }: Readonly<{ isPage: boolean; sizeBytes: number }>,
  taken: Acquired,
  { maxPages, maxBytes }: ExportSettings,
): CapReason | undefined {
  if (isPage && taken.pages >= maxPages) return PAGE_CAP;
  return taken.bytes + sizeBytes > maxBytes ? 'byte limit reached' : undefined;
}

/**
 * Of a site that nobody has counted before. Which pages a cap leaves out is decided by the number of links that lead to
 * them, then by their URLs: never by who answered first.
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
  pages.sort((a, b) => a.depth - b.depth); // sorted by URL already, and sorting is stable
  transact(store, () => {
    for (const { url } of pages.slice(maxPages))
      frontier.finish(url, { status: 'skipped', reason: PAGE_CAP });
  });
  return true;
}

/** What is further from the start than what fills the cap: it may have come before that, when that was long. */
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

/** Redirects, frames and files that load each other, without a link between: more of them have no end. */
const HOPS_MAX = 40;

/** The setting `maxDepth` is reached. */
export const TOO_DEEP: SkipReason = 'depth limit reached';

/**
 * Why a resource is not acquired for being too far from the start page, if it is.
 * @param place `depth` is how many links lead there, `hops` how many redirects, frames and files since the last of them
 */
export function tooFar(
  { depth, hops }: Pick<Resource, 'depth' | 'hops'>,
  maxDepth: number,
): string | undefined {
  if (hops > HOPS_MAX) return 'never finishes loading';
  return hops === 0 && depth > maxDepth ? TOO_DEEP : undefined;
}
