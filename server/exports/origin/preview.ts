import fs from 'node:fs';
import { siteTitle } from '../../../shared/site-title.ts';
import { OffprintError } from '../../errors.ts';
import { type Plan, planOf } from '../crawl/seed.ts';
import { readByteText } from '../parse/charset.ts';
import { scanPage } from '../parse/page.ts';
import type { ExportSettings } from '../settings/settings.ts';
import { scopeOf } from '../site/scope.ts';
import { locate } from '../site/site.ts';
import { docsJsonSite } from './docs-json.ts';
import { isDocsJsonFolder } from './docs-json-detection.ts';
import type { FolderLimits } from './folder-limits.ts';
import { listDirectory, type SiteFile } from './list-directory.ts';
import { openAccess } from './live-access.ts';
import { liveScope, liveSite } from './live-site.ts';
import { asPublished, secretFilesOf } from './secret-files.ts';
import { type Credentials, secretNames, type UrlOrigin } from './url-origin.ts';

export type Preview = Readonly<{
  /** Title of a folder's start page; null if it has none, and for a live site, for which tryOrigin returns it. */
  title: string | null;
  pages: number;
  /** Files that look like private keys or passwords: an export asks what to do with them. */
  secretFiles: readonly string[];
  /** These three are null for a live site and for a docs.json: only an export can determine them. */
  otherFiles: number | null;
  sizeBytes: number | null;
  estimatedBundleBytes: number | null;
  firstPages: readonly string[];
  outOfScope: readonly Readonly<{ reason: string; count: number; urls: readonly string[] }>[];
}>;

const PAGES_SHOWN = 500;
const URLS_SHOWN = 20;
const TITLE_WITHIN_BYTES = 256 * 1024;

/** Previews an export of a folder; nothing is written. @throws OffprintError as listDirectory, `origin-empty` */
export async function previewOf(
  folder: string,
  limits: FolderLimits,
  settings: ExportSettings,
): Promise<Preview> {
  const scope = scopeOf(settings);
  if (isDocsJsonFolder(folder)) {
    const site = await docsJsonSite(folder, limits);
    return docsJsonPreview(site, secretFilesOf(site, scope, settings));
  }
  const whole = await listDirectory(folder, limits);
  const secretFiles = secretFilesOf(whole, scope, settings).map(({ url }) => url);
  const listing = asPublished(whole, settings);
  const plan = planOf(listing, scope, settings);
  const left = [
    ...[...plan.left, ...listing.skipped].map(({ url, reason }) => ({ url, reason: String(reason) })),
    ...plan.unknownPaths.map((url) => ({ url, reason: 'the site has no such page' })),
  ];
  return {
    title: titleOf(plan),
    pages: plan.pageCount,
    secretFiles,
    otherFiles: plan.exported.length - plan.pageCount,
    sizeBytes: plan.sizeBytes,
    estimatedBundleBytes: estimatedBundleBytes(plan),
    firstPages: plan.exported
      .filter(({ isPage }) => isPage)
      .slice(0, PAGES_SHOWN)
      .map(({ url }) => url),
    outOfScope: byReason(left),
  };
}

/** Previews a docs.json site. Its size is only known once it is built. */
function docsJsonPreview(
  { title, pages }: Awaited<ReturnType<typeof docsJsonSite>>,
  secrets: readonly SiteFile[],
): Preview {
  return {
    title,
    pages: pages.length,
    secretFiles: secrets.map(({ url }) => url),
    otherFiles: null,
    sizeBytes: null,
    estimatedBundleBytes: null,
    firstPages: pages.slice(0, PAGES_SHOWN),
    outOfScope: [],
  };
}

/** Previews the first pages of an export of a live site. */
export async function livePreviewOf(
  origin: UrlOrigin,
  domains: readonly string[],
  settings: ExportSettings,
  credentials: Credentials,
): Promise<Preview> {
  const { begins, left } = await beginningOf(origin, domains, settings, credentials);
  return {
    title: null,
    pages: begins.length,
    secretFiles: [],
    otherFiles: null,
    sizeBytes: null,
    estimatedBundleBytes: null,
    firstPages: begins.slice(0, PAGES_SHOWN),
    outOfScope: byReason(left),
  };
}

export type Left = Readonly<{ url: string; reason: string }>;

/**
 * Returns the pages in the sitemaps of a live site and those that its start page links to. Their own links are only
 * found during an export.
 * @throws OffprintError as the survey of an export; `usage` if a credential is missing
 */
export async function beginningOf(
  origin: UrlOrigin,
  domains: readonly string[],
  settings: ExportSettings,
  credentials: Credentials,
): Promise<
  Readonly<{ start: string; begins: readonly string[]; left: readonly Left[]; aliases: readonly string[] }>
> {
  const secret = secretNames(origin).find((name) => credentials[name] === undefined);
  if (secret !== undefined) {
    throw new OffprintError(
      'usage',
      `The site needs the credential ${secret}, which is not available here, so its pages cannot be listed in advance.`,
    );
  }
  const { signal } = new AbortController();
  const access = await openAccess({ origin, credentials, settings, signal });
  try {
    const { facts, listed, links } = await access.survey();
    const site = liveSite(facts, origin, domains);
    const scope = liveScope(facts, origin, settings);
    const places = new Set([facts.start]);
    for (const reference of [...listed, ...links]) {
      const place = locate(site, reference, site.origin);
      if (place.kind === 'internal') places.add(place.path);
    }
    const begins: string[] = [];
    const left: Left[] = [];
    for (const url of [...places].sort()) {
      const reason = scope.skipReason(url, true);
      if (reason === undefined) begins.push(url);
      else left.push({ url, reason });
    }
    return { start: site.origin + facts.start, begins, left, aliases: facts.aliases };
  } finally {
    await access.client.close();
  }
}

function titleOf(plan: Plan): string | null {
  const start = plan.exported.find(({ url }) => url === '/');
  if (!start) return null;
  const html = readByteText(fs.readFileSync(start.file).subarray(0, TITLE_WITHIN_BYTES), 'utf-8');
  return siteTitle(scanPage(html).title) || null;
}

function byReason(left: readonly Left[]): Preview['outOfScope'] {
  const reasons = new Map<string, { count: number; urls: string[] }>();
  for (const { url, reason } of left) {
    const entry = reasons.get(reason) ?? { count: 0, urls: [] };
    entry.count++;
    if (entry.urls.length < URLS_SHOWN) entry.urls.push(url);
    reasons.set(reason, entry);
  }
  return [...reasons].map(([reason, entry]) => ({ reason, ...entry })).sort((a, b) => b.count - a.count);
}

/** Estimates the size of a bundle: text compresses to about a quarter, and the rest is stored as it is. */
export function estimatedBundleBytes(plan: Plan): number {
  const text = /\.(x?html?|css|m?js|json|svg|txt|xml|md|map)$/i;
  const share = (file: Plan['exported'][number]): number => (file.isPage || text.test(file.url) ? 0.25 : 1);
  return Math.round(plan.exported.reduce((sum, file) => sum + file.sizeBytes * share(file), 0));
}
