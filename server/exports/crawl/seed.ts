import { createHash } from 'node:crypto';
import { OffprintError } from '../../errors.ts';
import { type Store, transact } from '../../store/database.ts';
import { type ExportJob, seededListing, setSeededListing } from '../../store/exports.ts';
import type { Frontier } from '../../store/resources.ts';
import { PACKAGES_FOLDER } from '../origin/excluded-files.ts';
import type { Listing, SiteFile } from '../origin/list-directory.ts';
import type { ExportSettings } from '../settings/settings.ts';
import type { Scope } from '../site/scope.ts';
import { spellings } from '../site/site.ts';
import { meaningOfSkip, type SkipReason } from '../site/skip-reasons.ts';
import { capReasonOf } from './caps.ts';

/** Which files of a listing are exported, and why the others are not. */
export type Plan = Readonly<{
  exported: readonly SiteFile[];
  left: readonly Left[];
  /** Requested paths that the site does not have. */
  unknownPaths: readonly string[];
  sizeBytes: number;
  pageCount: number;
}>;

type Left = Readonly<{ url: string; isPage: boolean; reason: SkipReason }>;

/** Scripts may load these by names that a parser cannot find, so a partial export includes all of them. */
const MAY_BE_LOADED_BY_SCRIPTS = /\.(m?js|json|css|wasm)$/i;

/**
 * Decides which files of a listing are exported. Pages count against the caps in URL order.
 * @throws OffprintError `origin-empty` if no page is in scope
 */
export function planOf(listing: Listing, scope: Scope, settings: ExportSettings): Plan {
  const exported: SiteFile[] = [];
  const left: Left[] = [];
  let pageCount = 0;
  let sizeBytes = 0;
  for (const file of listing.files) {
    const { url, isPage } = file;
    const reason = scope.skipReason(url, isPage);
    const cap = capReasonOf(file, { pages: pageCount, bytes: sizeBytes }, settings);
    if (file.onlyReferenced === PACKAGES_FOLDER) continue; // its folder is listed as one entry
    if (reason !== undefined) left.push({ url, isPage, reason });
    else if (file.onlyReferenced) left.push({ url, isPage, reason: file.onlyReferenced });
    else if (!isPage && scope.isPartial && !MAY_BE_LOADED_BY_SCRIPTS.test(url)) {
      left.push({ url, isPage, reason: 'not needed' });
    } else if (cap !== undefined) left.push({ url, isPage, reason: cap });
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
  const isCut = left.some(({ isPage, reason }) => isPage && meaningOfSkip(reason).isMissing);
  if (pageCount === 0 && unknownPaths.length === 0 && !isCut) {
    throw new OffprintError(
      'origin-empty',
      "None of the site's pages are in scope. Check include, exclude and paths. To list all pages, use --dry-run without these options.",
    );
  }
  return { exported, left, unknownPaths, sizeBytes, pageCount };
}

/**
 * Syncs the frontier of a job with a listing: queues new files, requeues changed ones, and skips files that are out
 * of scope, with the reason. If the listing differs from the previous one, everything that is not in it is requested
 * again, because it may have appeared or disappeared. Files that are "not needed" are left to be found by a
 * reference.
 * @returns the plan, and whether the frontier or the listing changed
 */
export function seed(
  store: Store,
  job: Pick<ExportJob, 'id' | 'settings'>,
  frontier: Frontier,
  listing: Listing,
  scope: Scope,
): Plan & Readonly<{ changed: boolean }> {
  const plan = planOf(listing, scope, job.settings);
  const exported = new Set(plan.exported.map((file) => file.url));
  const listed = new Set(listing.files.map((file) => file.url));
  const skipped = new Set(listing.skipped.map(({ url }) => url));
  const asked = new Set(askedOf(plan));
  const digest = listingDigest(listing);
  let changed = digest !== seededListing(store, job.id);
  transact(store, () => {
    for (const { url, validator } of listing.files) {
      const known = frontier.find(url);
      const isNew = exported.has(url) && (!known || known.status === 'skipped');
      const isOther =
        known?.status === 'failed' || (known?.status === 'done' && known.validator !== validator);
      if (!isNew && !isOther) continue;
      if (!frontier.add({ url, required: true, depth: 0 }))
        frontier.requeue(url, isNew ? { required: true } : {});
      changed = true;
    }
    if (!changed) return;
    const skip = (url: string, required: boolean, reason: string): void => {
      if (frontier.add({ url, required, depth: 0, status: 'skipped', reason })) return;
      // Keep what is not selected but needed by a page.
      if (frontier.find(url)?.status === 'skipped' || meaningOfSkip(reason).onlyUnselected) return;
      frontier.finish(url, { status: 'skipped', reason });
    };
    for (const { url, reason } of plan.left)
      if (reason !== 'not needed') skip(url, !meaningOfSkip(reason).onlyUnreferenced, reason);
    for (const { url, reason } of listing.skipped) skip(url, false, reason);
    for (const { url, required, status, reason } of frontier.all()) {
      if (listed.has(url) || skipped.has(url)) continue;
      if (status !== 'skipped') frontier.requeue(url, { required: asked.has(url) });
      else if (required || meaningOfSkip(reason).fromListing) frontier.remove(url);
    }
    for (const url of asked) frontier.add({ url, required: true, depth: 0 });
    setSeededListing(store, job.id, digest);
  });
  return { ...plan, changed };
}

function listingDigest({ files, skipped }: Listing): string {
  const hash = createHash('sha256');
  for (const { url, validator } of files) hash.update(`${url} ${validator}\n`);
  for (const { url, reason } of skipped) hash.update(`${url} ${reason}\n`);
  return hash.digest('hex');
}

/** Returns the URLs that a plan exports regardless of references. */
export function rootsOf(plan: Plan): string[] {
  return [...plan.exported.map((file) => file.url), ...askedOf(plan)];
}

function askedOf({ unknownPaths }: Plan): string[] {
  return unknownPaths.map((path) => spellings(path)[0] ?? '/');
}
