import fs from 'node:fs';
import path from 'node:path';
import type { Finding as DocsFinding } from '../../docs-site/findings.ts';
import { findBundle } from '../../store/bundles.ts';
import type { Store } from '../../store/database.ts';
import { type ExportJob, requireJob } from '../../store/exports.ts';
import { listFindings } from '../../store/findings.ts';
import { jobFolder } from '../../store/job-folder.ts';
import { type AcquiredLayout, acquiredLayouts, remarkedPages } from '../../store/layouts.ts';
import type { Frontier } from '../../store/resources.ts';
import type { Feature } from '../features/feature-policy.ts';
import { missingOf } from '../job/missing-resources.ts';
import { docsJsonFindings } from '../origin/docs-json-findings.ts';
import type { Problem } from '../rewrite/links.ts';
import type { FeatureNote } from '../rewrite/page.ts';
import type { Check } from '../verify/verify.ts';
import { reportHtml } from './html.ts';

/** A problem, with all pages on which it occurs. */
export type Group = Readonly<{
  url: string;
  reason?: string;
  element: string;
  count: number;
  pages: readonly string[];
}>;

/** What an export did and found: report.json. Nothing in it is truncated. */
export type Report = Readonly<{
  format: 'offprint-report';
  formatVersion: 1;
  job: Readonly<{
    jobId: string;
    domain: string;
    version: string | null;
    status: string;
    error: string | null;
    verdict: string | null;
    createdAt: string;
    startedAt: string | null;
    packedAt: string | null;
    settings: ExportJob['settings'];
    deploymentType: string;
    features: ExportJob['policy']['kept'];
  }>;
  bundle: Readonly<{
    format: string;
    sizeBytes: number;
    sha256: string;
    digest: string;
    files: number;
  }> | null;
  counts: Readonly<{
    pages: number;
    assets: number;
    redirects: number;
    bytes: number;
    missing: number;
    skipped: number;
  }>;
  /** What the site lists or needs, but the bundle lacks. */
  missing: readonly Readonly<{ url: string; reason: string; referrer: string | null }>[];
  /** What was left out on purpose. */
  skipped: readonly Readonly<{ url: string; reason: string; pages: readonly string[] }>[];
  /** Already broken at the source. */
  brokenAtSource: readonly Group[];
  /** Loaded from other hosts, and removed. */
  thirdParty: readonly Group[];
  /** Links to pages that are not part of the export. */
  outside: readonly Group[];
  /** References that are not valid URLs, or refer to local files. */
  invalid: readonly Group[];
  features: readonly Readonly<{
    vendor: string;
    feature: Feature;
    kept: boolean;
    why: string;
    what: readonly string[];
    pages: readonly string[];
  }>[];
  /** What a docs.json repository contains that could not be shown as intended, by file and line. */
  docsJson: readonly DocsFinding[];
  /** How the pages of each layout were acquired, and why. */
  layouts: readonly AcquiredLayout[];
  /** Pages rendered by a browser that may lack something. */
  remarks: readonly Readonly<{ url: string; reason: string }>[];
  /** Pages with something that no bundle can provide without a network, and what that is. */
  notOffline: readonly Readonly<{ url: string; reason: string }>[];
  check: Check | null;
}>;

export type ReportContext = Readonly<{
  dataFolder: string;
  store: Store;
  jobId: string;
  frontier: Frontier;
  check: Check | null;
  /** The job's final status, which may not be in the store yet. */
  outcome: Readonly<{ status: 'completed' | 'failed'; error: string | null }>;
}>;

/** Writes report.json and report.html into the job's folder and returns the report. */
export function writeReport(context: ReportContext): Report {
  const report = buildReport(context);
  const folder = jobFolder(context.dataFolder, context.jobId);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.writeFileSync(path.join(folder, 'report.json'), `${JSON.stringify(report, null, 1)}\n`);
  fs.writeFileSync(path.join(folder, 'report.html'), reportHtml(report));
  return report;
}

function buildReport({ dataFolder, store, jobId, frontier, check, outcome }: ReportContext): Report {
  const job = requireJob(store, jobId);
  const bundle = findBundle(store, jobId);
  const missing = missingOf(frontier);
  const outside = groups(store, jobId, 'outside');
  const linkedFrom = new Map(outside.map((group) => [group.url, group.pages]));
  const missingUrls = new Set(missing.map(({ url }) => url));
  const skipped = [...frontier.all({ status: 'skipped' })]
    .filter(({ url }) => !missingUrls.has(url))
    .map(({ url, reason }) => ({ url, reason: reason ?? '', pages: linkedFrom.get(url) ?? [] }));
  const remarks = remarkedPages(store, jobId);
  const thirdParty = groups(store, jobId, 'third-party');
  return {
    format: 'offprint-report',
    formatVersion: 1,
    job: {
      jobId,
      domain: job.domain,
      version: job.version,
      status: outcome.status,
      error: outcome.error,
      verdict: check?.verdict ?? null,
      createdAt: job.createdAt,
      startedAt: job.startedAt,
      packedAt: job.packedAt,
      settings: job.settings,
      deploymentType: job.policy.deploymentType,
      features: job.policy.kept,
    },
    bundle: bundle
      ? {
          format: bundle.format,
          sizeBytes: bundle.sizeBytes,
          sha256: bundle.sha256,
          digest: bundle.digest,
          files: bundle.fileCount,
        }
      : null,
    counts: {
      pages: frontier.count('done', 'page'),
      assets: frontier.count('done', 'asset'),
      redirects: frontier.count('done', 'redirect'),
      bytes: frontier.bytes(),
      missing: missing.length,
      skipped: skipped.length,
    },
    missing,
    skipped,
    brokenAtSource: groups(store, jobId, 'dead'),
    thirdParty,
    outside,
    invalid: groups(store, jobId, 'invalid'),
    features: featuresOf(store, job),
    layouts: acquiredLayouts(store, jobId),
    remarks,
    docsJson: docsJsonFindings(dataFolder, jobId),
    notOffline: notOffline(remarks, thirdParty, groups(store, jobId, 'file-protocol'), check),
    check,
  };
}

/** Returns the pages that show, embed or request external content. */
function notOffline(
  remarks: Report['remarks'],
  thirdParty: readonly Group[],
  refused: readonly Group[],
  check: Check | null,
): Report['notOffline'] {
  const live = remarks.flatMap(({ url, reason }) =>
    [...reason.matchAll(/(?:^|\. )live: (.*?)\.(?= [a-z-]+: |$)/g)].map(([, what = '']) => ({
      url,
      reason: `Shows ${what}.`,
    })),
  );
  const frames = thirdParty
    .filter(({ element }) => /^(iframe|frame|embed|object)$/.test(element))
    .flatMap(({ url, pages }) => pages.map((page) => ({ url: page, reason: `Embeds ${url}.` })));
  const calls = (check?.pages ?? []).flatMap(({ url, modes }) =>
    modes
      .filter(({ mode }) => mode === 'file')
      .flatMap(({ blocked }) =>
        blocked.map((call) => ({ url, reason: `The page's scripts request ${call.split(' ')[1]}.` })),
      ),
  );
  const parts = refused.flatMap(({ reason = '', pages }) => pages.map((url) => ({ url, reason })));
  return [...live, ...frames, ...parts, ...calls];
}

function groups(store: Store, jobId: string, kind: Problem['kind']): Group[] {
  const byUrl = new Map<
    string,
    { url: string; reason?: string; element: string; count: number; pages: string[] }
  >();
  for (const { url: page, detail } of listFindings<Problem>(store, jobId, [kind])) {
    const group = byUrl.get(detail.url) ?? {
      url: detail.url,
      ...(detail.reason !== undefined && { reason: detail.reason }),
      element: detail.element,
      count: 0,
      pages: [],
    };
    group.count++;
    group.pages.push(page);
    byUrl.set(detail.url, group);
  }
  return [...byUrl.values()].sort((a, b) => b.count - a.count || (a.url < b.url ? -1 : 1));
}

function featuresOf(store: Store, job: ExportJob): Report['features'] {
  const byVendor = new Map<string, { note: FeatureNote; what: Set<string>; pages: Set<string> }>();
  for (const { url, detail } of listFindings<FeatureNote>(store, job.id, ['feature'])) {
    const entry = byVendor.get(detail.vendor) ?? { note: detail, what: new Set(), pages: new Set() };
    entry.what.add(detail.what);
    entry.pages.add(url);
    byVendor.set(detail.vendor, entry);
  }
  return [...byVendor.values()].map(({ note, what, pages }) => ({
    vendor: note.vendor,
    feature: note.feature,
    kept: note.kept,
    why: note.kept
      ? `${note.feature} is kept in this ${job.policy.deploymentType} deployment`
      : `${note.feature} is turned off or needs a service that this ${job.policy.deploymentType} deployment does not have`,
    what: [...what].sort(),
    pages: [...pages],
  }));
}
