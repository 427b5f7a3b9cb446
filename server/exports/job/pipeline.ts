import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { asOffprintError, OffprintError } from '../../errors.ts';
import { publishOnCompletion } from '../../publications/publish-on-completion.ts';
import { findBundle } from '../../store/bundles.ts';
import { transact } from '../../store/database.ts';
import { addEvent } from '../../store/events.ts';
import { completeJob, requireJob, setIngestKey, setRoutes } from '../../store/exports.ts';
import { checkFolder } from '../../store/job-folder.ts';
import { remarkedPages } from '../../store/layouts.ts';
import { nameByTitle, startTitle } from '../../store/projects.ts';
import { renderBrokenOffline } from '../classify/broken-offline-pages.ts';
import { findRouter } from '../classify/client-router.ts';
import { queueRuntimeAssets } from '../classify/runtime-assets.ts';
import { acquire } from '../crawl/crawl.ts';
import { pruneUnreachable } from '../crawl/prune-unreachable.ts';
import { hostsOfRemovedFeatures, readVendors } from '../features/vendor-widgets.ts';
import { pack } from '../pack/pack.ts';
import { documentsOf } from '../playground/documents.ts';
import { withConditionalRules } from '../report/conditional-rules.ts';
import { withLostControls } from '../report/lost-controls.ts';
import { writeReport } from '../report/report.ts';
import { withSelectorFindings } from '../report/selector-findings.ts';
import { withUnrenderedPages } from '../report/unrendered-faults.ts';
import { forgetPreviousExports, ingestKey } from '../reuse/reuse-candidates.ts';
import type { RouterFacts } from '../site/site.ts';
import { siteOf } from '../site/site-of-job.ts';
import type { Check, CheckPage } from '../verify/verify.ts';
import { missingError, missingOf } from './missing-resources.ts';
import type { Run } from './open-run.ts';
import { resumePoint } from './resume-point.ts';
import { siteChanged } from './site-changed.ts';
import type { StageName } from './stages.ts';
import type { Step, TransitionName } from './transitions.ts';

type MayTurn = (why: TransitionName) => boolean;

/**
 * Work of each stage for a job whose origin is open. For `open`, run.ts opens the origin, and this decides where to
 * continue.
 */
export const PIPELINE: Readonly<Record<StageName, (run: Run, mayTurn: MayTurn) => Promise<Step> | Step>> = {
  open: resumePoint,
  seed,
  crawl,
  prune,
  route,
  classify,
  compare,
  settle,
  barrier,
  pack: packAcquired,
  verify,
  report,
};

/** @throws OffprintError `origin-empty` when there is nothing to export */
function seed({ frontier, source, handed }: Run): Step {
  handed.isFilledInOneGo = frontier.all().next().done === true;
  handed.seeded = source.seed();
  return { to: 'crawl' };
}

async function crawl(run: Run): Promise<Step> {
  const { pagesKnown } = run.handed.seeded;
  await acquire({ ...run, pagesKnown, onProgress: run.progress.acquired }, run.poisonUrls.splice(0));
  return { to: 'prune' };
}

/**
 * Prunes the frontier. Not needed if it was filled in one pass and no cap was reached: then everything in it is
 * reachable.
 */
function prune({ store, frontier, source, handed }: Run): Step {
  if (!source.caps.trim() && handed.isFilledInOneGo) return { to: 'route' };
  const queued = pruneUnreachable(store, frontier, source.scope, handed.seeded.roots);
  return queued > 0 ? { why: 'places-found' } : { to: 'route' };
}

async function route(run: Run): Promise<Step> {
  const router = await findRouter(run);
  if (!router) return { to: 'classify' };
  adoptRouter(run, router);
  return { why: 'router-found' };
}

/** Stores the routes as new names of the site, and requeues the pages that may refer to them. */
function adoptRouter({ store, frontier, job, fingerprint }: Run, router: RouterFacts): void {
  transact(store, () => {
    setRoutes(store, job.id, router);
    for (const { url, renderMode, hasRoutes } of frontier.all({ status: 'done', kind: 'page' })) {
      if (hasRoutes || renderMode === 'rendered')
        frontier.requeue(url, { renderMode: renderMode === 'rendered' ? renderMode : null });
    }
    setIngestKey(store, job.id, ingestKey(fingerprint, siteOf(store, requireJob(store, job.id))));
    addEvent(store, job.id, 'router-found', router);
  });
}

async function classify({ layouts, handed }: Run): Promise<Step> {
  if ((await layouts.classify()) === 0) return { to: 'compare' };
  handed.isFilledInOneGo = false; // rendered pages may need other resources
  return { why: 'browser-needed' };
}

/** Requeues rendered pages that comparisons have shown to be stale. Each is reported once. */
async function compare({ store, frontier, rendering, handed, signal }: Run): Promise<Step> {
  await rendering.compared();
  signal.throwIfAborted(); // results from a browser that is shutting down mean nothing
  const stale = (await rendering.stale()).filter((url) => {
    const page = frontier.find(url);
    return page?.status === 'done' && page.renderMode === 'rendered';
  });
  if (stale.length === 0) return { to: 'settle' };
  handed.isFilledInOneGo = false;
  transact(store, () => {
    for (const url of stale) frontier.requeue(url, { renderMode: 'rendered' });
  });
  return { why: 'pages-stale' };
}

async function settle({ source, rendering, browser }: Run): Promise<Step> {
  rendering.forgetSamples();
  if (!(await source.isSettled())) return { why: 'origin-changed' };
  await browser.close(); // frees its memory for packing
  return { to: 'barrier' };
}

/** @throws OffprintError `origin-empty`, and the error of missing-resources.ts */
function barrier({ frontier, job }: Run): Step {
  const missing = missingOf(frontier);
  if (missing.length === 0 && frontier.count('done', 'page') === 0) {
    throw new OffprintError(
      'origin-empty',
      "None of the site's pages are in scope. Check include, exclude and paths, and the site's address.",
    );
  }
  if (missing.length > 0 && !job.settings.allowMissing) throw missingError(missing, job);
  return { to: 'pack' };
}

async function packAcquired(run: Run): Promise<Step> {
  const { dataFolder, store, job, frontier, progress, scanCache } = run;
  try {
    const context = {
      ...run,
      packing: randomUUID(),
      missingCount: missingOf(frontier).length,
      documents: documentsOf(dataFolder, frontier),
      onProgress: progress.packed,
    };
    await pack(context, run.poisonUrls.splice(0));
  } catch (error) {
    if (asOffprintError(error).code !== 'object-damaged') throw error;
    return { why: 'object-damaged' };
  }
  scanCache.clear();
  nameByTitle(store, job.projectId, startTitle(store, job.id));
  return { to: 'verify' };
}

async function verify(run: Run, mayTurn: MayTurn): Promise<Step> {
  const { store, job, frontier, handed } = run;
  const bundle = withSelectorFindings(await checkBundleOf(run), store, job, frontier);
  const hosting = withConditionalRules(bundle, requireJob(store, job.id));
  const check = withUnrenderedPages(withLostControls(hosting, remarkedPages(store, job.id)), frontier);
  handed.check = check;
  if (!mayTurn('files-loaded')) return { to: 'report' };
  const loaded = queueRuntimeAssets(run, check.pages);
  if (renderBrokenOffline(run, check.pages) > 0) return { why: 'broken-offline' };
  return loaded > 0 ? { why: 'files-loaded' } : { to: 'report' };
}

async function checkBundleOf(run: Run): Promise<Check> {
  const { store, dataFolder, job, frontier, threads, signal, source, progress } = run;
  const { id, settings, policy } = job;
  const bundle = findBundle(store, id);
  if (!bundle) throw new OffprintError('internal', `The bundle for job ${id} is missing. Retry the job.`);
  const pages: CheckPage[] = [];
  for (const { url, path: file, layout, kind } of frontier.placed()) {
    if (kind === 'page') pages.push({ url, path: file, layout: layout ?? '' });
  }
  // The browser driver is large, so load it only when needed.
  const { checkBundle } = await import('../verify/verify.ts');
  const vendors = readVendors();
  return checkBundle({
    archive: path.join(dataFolder, bundle.file),
    workFolder: checkFolder(dataFolder, id),
    browserFolder: path.join(dataFolder, 'browser'),
    origin: source.browser(),
    pages,
    sampleMin: settings.sampleMin,
    sampleMax: settings.sampleMax,
    maxMs: settings.sampleMaxMs,
    viewport: { width: settings.viewportWidth, height: settings.viewportHeight },
    expectedHosts: vendors.flatMap((vendor) => (policy.kept[vendor.feature] ? vendor.hosts : [])),
    stoppedHosts: hostsOfRemovedFeatures(vendors, policy),
    removedControls: vendors.flatMap((vendor) => (policy.kept[vendor.feature] ? [] : vendor.hide)),
    threads,
    signal,
    onProgress: ({ fraction }) => progress.verified(fraction),
  });
}

/** @throws VerificationFailure, OffprintError `origin-changed` */
async function report(run: Run): Promise<Step> {
  const { dataFolder, store, job, frontier } = run;
  const { check } = run.handed;
  if (!check) throw new Error('nothing was verified before the report');
  if (check.verdict === 'failed' && job.settings.onVerificationFailure === 'fail') {
    throw (await siteChanged(run, check).catch(() => undefined)) ?? new VerificationFailure(check);
  }
  const outcome = { status: 'completed', error: null } as const;
  writeReport({ dataFolder, store, jobId: job.id, frontier, check, outcome });
  completeJob(store, job.id, check.verdict, () => publishOnCompletion(store, job, check.verdict));
  await forgetPreviousExports(store, job);
  return { to: 'done' };
}

/** The bundle failed verification; `check` has the details. */
export class VerificationFailure extends OffprintError {
  readonly check: Check;

  constructor(check: Check) {
    super('verification-failed', check.summary);
    this.check = check;
  }
}
