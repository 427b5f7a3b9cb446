import { OffprintError } from '../errors.ts';
import { type Store, transact } from '../store/database.ts';
import type { Frontier } from '../store/resources.ts';
import { type Listing, type SiteFile, skipReasons } from './origin/directory.ts';
import type { OutOfScope, Scope } from './scope.ts';
import type { ExportSettings } from './settings.ts';
import { spellings } from './site.ts';

/** What of a listing is exported, and why the rest is not. */
export type Plan = Readonly<{
  exported: readonly SiteFile[];
  left: readonly Readonly<{ url: string; isPage: boolean; reason: OutOfScope | 'not needed' }>[];
  /** Paths asked for that the site does not have. */
  unknownPaths: readonly string[];
  sizeBytes: number;
  pageCount: number;
}>;

/** Scripts load these by names that no parser sees: a partial export takes them all. */
const MAY_BE_LOADED_BY_SCRIPTS = /\.(m?js|json|css|wasm)$/i;

/**
 * Decides from a listing what an export takes. Pages count against the caps in the order of their URLs.
 * @throws OffprintError `origin-empty` when not one page is in scope
 */
export function planOf(listing: Listing, scope: Scope, settings: ExportSettings): Plan {
  const exported: SiteFile[] = [];
  const left: { url: string; isPage: boolean; reason: OutOfScope | 'not needed' }[] = [];
  let pageCount = 0;
  let sizeBytes = 0;
  for (const file of listing.files) {
    const { url, isPage } = file;
    const reason = scope.skipReason(url, isPage);
    if (reason !== undefined) left.push({ url, isPage, reason });
    else if (!isPage && scope.isPartial && !MAY_BE_LOADED_BY_SCRIPTS.test(url)) {
      left.push({ url, isPage, reason: 'not needed' });
    } else if (isPage && pageCount >= settings.maxPages)
      left.push({ url, isPage, reason: 'page cap reached' });
    else if (sizeBytes + file.sizeBytes > settings.maxBytes)
      left.push({ url, isPage, reason: 'byte cap reached' });
    else {
      exported.push(file);
      sizeBytes += file.sizeBytes;
      if (isPage) pageCount++;
    }
  }
  const listed = new Set(listing.files.map((file) => file.url));
  const unknownPaths = settings.paths.filter(
    (path) => !spellings(path).some((spelling) => listed.has(spelling)),
  );
  const isCut = left.some(({ isPage, reason }) => isPage && reason.endsWith('cap reached'));
  if (pageCount === 0 && unknownPaths.length === 0 && !isCut) {
    throw new OffprintError(
      'origin-empty',
      'No page of the site is in scope. Correct include, exclude or paths; --dry-run without them lists all pages.',
    );
  }
  return { exported, left, unknownPaths, sizeBytes, pageCount };
}

/**
 * Brings the frontier into agreement with a listing: new files are queued, changed ones queued again, vanished ones
 * dropped, files out of scope skipped with their reason. Files "not needed" are left to be found by a reference.
 * @returns the plan, and whether anything of it was news to the frontier
 */
export function seed(
  store: Store,
  frontier: Frontier,
  listing: Listing,
  scope: Scope,
  settings: ExportSettings,
): Plan & Readonly<{ changed: boolean }> {
  const plan = planOf(listing, scope, settings);
  const exported = new Set(plan.exported.map((file) => file.url));
  const listed = new Set(listing.files.map((file) => file.url));
  const skipped = new Set(listing.skipped.map(({ url }) => url));
  const asked = new Set(plan.unknownPaths.map((path) => spellings(path)[0] ?? '/'));
  let changed = false;
  const queueAgain = (url: string): void => {
    frontier.requeue(url);
    changed = true;
  };
  const skip = (url: string, required: boolean, reason: string): void => {
    if (frontier.add({ url, required, depth: 0, status: 'skipped', reason })) changed = true;
    else if (frontier.find(url)?.status !== 'skipped') {
      frontier.finish(url, { status: 'skipped', reason });
      changed = true;
    }
  };
  transact(store, () => {
    for (const { url, validator } of listing.files) {
      const known = frontier.find(url);
      if (!known) {
        if (exported.has(url) && frontier.add({ url, required: true, depth: 0 })) changed = true;
      } else if (known.status === 'failed' || (known.status === 'done' && known.validator !== validator)) {
        queueAgain(url);
      } else if (known.status === 'skipped' && exported.has(url)) queueAgain(url);
    }
    for (const { url, required, status, kind, reason } of frontier.all()) {
      if (listed.has(url) || asked.has(url) || skipped.has(url)) continue;
      if (required || (status === 'skipped' && SKIPPED_BY_LISTING.has(reason))) {
        frontier.remove(url);
        changed = true;
      } else if (status === 'done' && kind !== 'redirect') queueAgain(url);
    }
    for (const { url, reason } of plan.left) if (reason !== 'not needed') skip(url, true, reason);
    for (const { url, reason } of listing.skipped) skip(url, false, reason);
    for (const url of asked) if (frontier.add({ url, required: true, depth: 0 })) changed = true;
  });
  return { ...plan, changed };
}

const SKIPPED_BY_LISTING: ReadonlySet<string | null> = new Set(skipReasons);
