import { type Store, transact } from '../store/database.ts';
import type { Frontier } from '../store/resources.ts';
import type { Listing, SiteFile } from './origin/directory.ts';
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

/** Decides from a listing what an export takes. Pages count against the caps in the order of their URLs. */
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
  return { exported, left, unknownPaths, sizeBytes, pageCount };
}

/**
 * Brings the frontier into agreement with a listing: new files are queued, changed ones queued again, vanished ones
 * dropped, files out of scope skipped with their reason. Files "not needed" are left to be found by a reference.
 */
export function seed(
  store: Store,
  frontier: Frontier,
  listing: Listing,
  scope: Scope,
  settings: ExportSettings,
): Plan {
  const plan = planOf(listing, scope, settings);
  transact(store, () => {
    const listed = new Set(listing.files.map((file) => file.url));
    for (const file of plan.exported) {
      const known = frontier.find(file.url);
      if (!known) frontier.add({ url: file.url, required: true, depth: 0 });
      else if (known.status === 'failed' || (known.status === 'done' && known.validator !== file.validator)) {
        frontier.requeue(file.url);
      }
    }
    for (const resource of frontier.all()) {
      if (resource.required && !listed.has(resource.url)) frontier.remove(resource.url);
    }
    for (const { url, reason } of plan.left) {
      if (reason !== 'not needed') frontier.add({ url, required: true, depth: 0, status: 'skipped', reason });
    }
    for (const { url, reason } of listing.skipped) {
      frontier.add({ url, required: false, depth: 0, status: 'skipped', reason });
    }
    for (const path of plan.unknownPaths) {
      const url = spellings(path)[0] ?? '/';
      frontier.add({ url, required: true, depth: 0 });
    }
  });
  return plan;
}
