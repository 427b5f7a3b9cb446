import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import type { RepositoryAccess } from '../../agent-jobs/task.ts';
import type { OpenMirror } from '../../agents/workspace/shared-mirror.ts';
import { asOffprintError, type ErrorCode, OffprintError } from '../../errors.ts';
import { findBundle } from '../../store/bundles.ts';
import { type Store, transact } from '../../store/database.ts';
import { addEvent } from '../../store/events.ts';
import {
  completeJob,
  type ExportJob,
  type JobPhase,
  requireJob,
  setIngestKey,
  setPhase,
  setRoutes,
  startJob,
} from '../../store/exports.ts';
import { checkFolder } from '../../store/job-folder.ts';
import { clearLayouts } from '../../store/layouts.ts';
import { readObject } from '../../store/objects.ts';
import { findProject, type Project, placeOf } from '../../store/projects.ts';
import { type Frontier, frontierOf } from '../../store/resources.ts';
import { freezeHarmed } from '../classify/broken-offline.ts';
import { findRouter } from '../classify/client-router.ts';
import { type Layouts, openLayouts } from '../classify/layouts.ts';
import { openTrial, type Trial } from '../classify/offline-check.ts';
import { addLoaded } from '../classify/runtime-assets.ts';
import { acquire } from '../crawl/crawl.ts';
import { walk } from '../crawl/prune-unreachable.ts';
import { readVendors } from '../features/recognise.ts';
import { openSource } from '../origin/open-source.ts';
import type { Source } from '../origin/source.ts';
import type { Credentials } from '../origin/url-origin.ts';
import { pack } from '../pack/pack.ts';
import { readByteText } from '../parse/charset.ts';
import { documentsOf } from '../playground/documents.ts';
import { compareRendered } from '../render/compare.ts';
import { factsOf, factsOfRendered } from '../render/facts.ts';
import { type JobBrowser, openJobBrowser } from '../render/job-browser.ts';
import { openRendering, type Rendering, type Samples } from '../render/rendering.ts';
import { type ReportContext, writeReport } from '../report/report.ts';
import { withSelectorFindings } from '../report/selector-findings.ts';
import { codeFingerprint } from '../reuse/fingerprint.ts';
import { type Earlier, earlierOf, forgetEarlier, ingestKey } from '../reuse/previous-exports.ts';
import { openReadings, type Readings } from '../reuse/scan-cache.ts';
import { hasSearch } from '../settings/content-settings.ts';
import { siteOf } from '../site/links-of-job.ts';
import { absoluteUrl, type RouterFacts } from '../site/site.ts';
import type { StageThreads } from '../threads/threads.ts';
import { hasOtherText } from '../verify/judge.ts';
import type { Check, CheckPage } from '../verify/verify.ts';
import { missingError, missingOf } from './missing.ts';
import { type ProgressMeter, progressOf } from './progress.ts';

/** What a running job says about itself. */
export type Progress = Readonly<{
  jobId: string;
  phase: JobPhase;
  /** 0 to 100, never falls. */
  progress: number;
  pageCount: number;
  /** Pages known so far. */
  pagesKnown: number;
  /** Estimated seconds to the end; undefined while there is nothing to go by. */
  remainingSeconds: number | undefined;
  /** Pages are tried in a browser, to find out how they are to be acquired. */
  trying?: boolean;
}>;

export type RunContext = Readonly<{
  dataFolder: string;
  store: Store;
  threads: StageThreads;
  openMirror: OpenMirror;
  /** How the repository is reached that is the origin. */
  access?: RepositoryAccess | undefined;
  signal: AbortSignal;
  /** Values of the secrets that the project's origin names. */
  credentials?: Credentials;
  onProgress: (progress: Progress) => void;
}>;

/** How often stored content that turns out damaged is acquired again. */
const MENDS_MAX = 5;

/** How often a bundle is made: what scripts load is seen when one is opened, and may load more. */
const LOADED_ROUNDS = 3;

/** How often a folder that changes while it is read is read again. */
const CHANGE_ROUNDS = 3;

/** A page during whose handling alone the process died this often is given up. */
const DEATHS_MAX = 2;

/**
 * Runs an export job to its end, or takes it up where its last process stopped: acquire, then the barrier, then
 * pack, then verify. Throws what makes the job fail; the caller writes that into the store.
 * @throws OffprintError of every code but those of the store, and the reason of the signal
 */
export async function runExport(context: RunContext, jobId: string): Promise<void> {
  const { store, signal } = context;
  const opened = openJob(context, jobId);
  startJob(store, jobId);
  let run: Run | undefined;
  try {
    run = await openRun(opened);
    if (run.job.phase !== 'acquire' && run.source.seed().changed) setPhase(store, jobId, 'acquire');
    let check: Check;
    for (let round = 1; ; round++) {
      while ((await acquireAndPackWhole(run)) === 'router') {
        const before: Run = run;
        run = undefined;
        await before.source.close();
        run = await openRun({ ...opened, job: requireJob(store, jobId) });
      }
      check = withSelectorFindings(await verifyBundle(run), store, run.job, run.frontier);
      if (round === LOADED_ROUNDS || addLoaded(run, check.pages) + freezeHarmed(run, check.pages) === 0)
        break;
      setPhase(store, jobId, 'acquire');
    }
    if (check.verdict === 'failed' && run.job.settings.onVerificationFailure === 'fail') {
      throw (await changedMeanwhile(run, check).catch(() => undefined)) ?? new VerificationFailure(check);
    }
    report(run, { status: 'completed', error: null }, check);
    completeJob(store, jobId, check.verdict);
    await forgetEarlier(store, run.job);
  } catch (error) {
    const fault = asOffprintError(error);
    if (!signal.aborted && !GOES_ON.has(fault.code)) {
      const check = error instanceof VerificationFailure ? error.check : null;
      report(opened, { status: 'failed', error: fault.message }, check);
    }
    throw error;
  } finally {
    opened.progress.stop();
    opened.readings.clear();
    await Promise.all([run?.source.close(), opened.browser.close()]);
  }
}

/** What a job waits for to pass. */
const GOES_ON: ReadonlySet<ErrorCode> = new Set(['disk-full', 'login-required']);

/** A job before anything is known of its origin. */
type OpenedJob = RunContext &
  Readonly<{
    job: ExportJob;
    project: Project;
    frontier: Frontier;
    progress: ProgressMeter;
    browser: JobBrowser;
    samples: Samples;
    readings: Readings;
    /** In flight when the last process died: tried alone first, whatever phase it was. */
    suspects: string[];
    /** See CapsContext. A job that is taken up again has all its time again. */
    acquireEndMs: number;
  }>;

/** A job under way. */
type Run = OpenedJob &
  Readonly<{
    source: Source;
    /** Of the code that runs the job (fingerprint.ts). */
    fingerprint: string;
    earlier: Earlier;
    rendering: Rendering;
    trial: Trial;
    layouts: Layouts;
  }>;

function openJob(context: RunContext, jobId: string): OpenedJob {
  const { store } = context;
  const job = requireJob(store, jobId);
  const frontier = frontierOf(store, jobId);
  const project = findProject(store, job.projectId);
  if (!project) throw new OffprintError('not-found', `The project of the job ${jobId} is gone.`);
  const progress = progressOf(store, job, frontier, context.onProgress);
  const suspects = takeSuspects(store, frontier, job);
  return {
    ...context,
    job,
    project,
    frontier,
    progress,
    browser: openJobBrowser(context.dataFolder, job, context.signal),
    samples: new Map(),
    readings: openReadings(context.dataFolder, jobId, {
      policy: job.policy,
      hasText: hasSearch(job.settings),
    }),
    suspects,
    acquireEndMs: performance.now() + job.settings.acquireMaxMs,
  };
}

async function openRun(opened: OpenedJob): Promise<Run> {
  const { store, dataFolder, project, browser, samples, progress, signal, credentials = {} } = opened;
  const fingerprint = codeFingerprint();
  beginAnewUnless(opened, ingestKey(fingerprint, siteOf(store, opened.job)));
  const job = requireJob(store, opened.job.id);
  const source = await openSource(project, { ...opened, job, credentials });
  const key = ingestKey(fingerprint, source.site);
  setIngestKey(store, job.id, key);
  const rendering = openRendering({
    ...{ source, browser, samples, signal },
    onSample: progress.trying,
  });
  const started = requireJob(store, job.id);
  const trial = openTrial({ ...opened, job: started, source });
  return {
    ...opened,
    job: started,
    source,
    fingerprint,
    earlier: earlierOf(store, dataFolder, job, key),
    rendering,
    trial,
    layouts: openLayouts({ ...opened, job, source, rendering, trial }),
  };
}

/** What was acquired by other code, or for a site of other names, is acquired again: its references may be others. */
function beginAnewUnless({ store, frontier, job }: OpenedJob, key: string): void {
  if (job.ingestKey === null || job.ingestKey === key) return;
  transact(store, () => {
    frontier.clear();
    clearLayouts(store, job.id);
    setRoutes(store, job.id, null);
    if (job.phase !== 'acquire') setPhase(store, job.id, 'acquire');
  });
}

/** @throws OffprintError `object-damaged` when that has no end */
async function acquireAndPackWhole(run: Run): Promise<'packed' | 'router'> {
  for (let mends = 0; ; ) {
    const outcome = await acquireAndPack(run);
    if (outcome === 'packed' || outcome === 'router') return outcome;
    if (outcome === 'damaged' && ++mends > MENDS_MAX) {
      const message = 'The data folder loses what is written to it. Check its disk.';
      throw new OffprintError('object-damaged', message);
    }
  }
}

/**
 * Both phases with the barrier between them. Says 'damaged' when stored content has to be acquired again, 'doubtful'
 * when pages have to be rendered again, 'router' when the site has other names from now on.
 */
async function acquireAndPack(run: Run): Promise<'packed' | 'damaged' | 'doubtful' | 'router'> {
  const { store, job, rendering, signal } = run;
  const { phase } = requireJob(store, job.id);
  if (phase === 'verify') return 'packed';
  if (phase === 'pack') return packAcquired(run, Promise.resolve(true));
  if ((await acquireAll(run)) === 'router') return 'router';
  setPhase(store, job.id, 'pack');
  // The last pages are still being compared: meanwhile they are packed, and the browsers end.
  const doubtful = rendering.compared().then(() => pagesInDoubt(run));
  const isRight = doubtful.then((pages) => pages.length === 0);
  const closing = isRight.then(async (right) => {
    if (right) await run.browser.close().catch(() => {});
  });
  closing.catch(() => {}); // told where it is waited for
  try {
    return await packAcquired(run, isRight);
  } finally {
    if (!signal.aborted) {
      renderAgain(run, await doubtful);
      await closing;
    }
  }
}

/**
 * @param isRight false when pages that are packed have to be rendered again
 * @throws OffprintError `origin-empty`, that of missing.ts, and those of packing but for damage
 */
async function packAcquired(run: Run, isRight: Promise<boolean>): Promise<'packed' | 'damaged' | 'doubtful'> {
  isRight.catch(() => {}); // told where it is waited for
  const { store, job, frontier } = run;
  const missing = missingOf(frontier);
  if (missing.length === 0 && frontier.count('done', 'page') === 0) {
    throw new OffprintError(
      'origin-empty',
      'No page of the site is in scope. Correct include, exclude or paths, or the address of the site.',
    );
  }
  if (missing.length > 0 && !job.settings.allowMissing) throw missingError(missing, job);
  run.progress.phase('pack');
  try {
    const packing = randomUUID();
    const onProgress = run.progress.packed;
    const documents = documentsOf(run.dataFolder, frontier);
    const context = { ...run, packing, missingCount: missing.length, documents, isRight, onProgress };
    if (!(await pack(context, run.suspects.splice(0)))) return 'doubtful';
    run.readings.clear();
    setPhase(store, job.id, 'verify');
    return 'packed';
  } catch (error) {
    if (asOffprintError(error).code !== 'object-damaged') throw error;
    addEvent(store, job.id, 'object-damaged');
    setPhase(store, job.id, 'acquire');
    return 'damaged';
  }
}

/** Acquires until the origin is what it was when it was seeded. */
async function acquireAll(run: Run): Promise<'settled' | 'router'> {
  const { store, job, frontier, source, project, layouts, rendering } = run;
  let isOneGo = frontier.all().next().done === true;
  run.progress.phase('acquire');
  for (let round = 1; ; round++, isOneGo = false) {
    const { roots, pagesKnown } = source.seed();
    const context = { ...run, pagesKnown, onProgress: run.progress.acquired };
    for (;;) {
      do await acquire(context, run.suspects.splice(0));
      while ((source.caps.trim() || !isOneGo) && walk(store, frontier, source.scope, roots) > 0);
      const router = await findRouter(run);
      if (router) {
        adoptRouter(run, router);
        return 'router';
      }
      const judged = await layouts.judge();
      if (judged + renderAgain(run, await pagesInDoubt(run)) === 0) break;
      isOneGo = false; // pages that are made by a browser need other things than they did
    }
    rendering.forgetSamples();
    if (await source.isSettled()) return 'settled';
    if (round === CHANGE_ROUNDS) {
      throw new OffprintError(
        'origin-changed',
        `The folder ${placeOf(project.origin)} kept changing while it was exported. Wait until the site is built, then export again.`,
      );
    }
    addEvent(store, job.id, 'origin-changed', { round });
  }
}

/** Pages of which others have shown that they may not be what they seemed; each is named once. */
async function pagesInDoubt({ frontier, rendering }: Run): Promise<string[]> {
  return (await rendering.doubtful()).filter((url) => {
    const page = frontier.find(url);
    return page?.status === 'done' && page.way === 'rendered';
  });
}

/** @returns how many */
function renderAgain({ store, job, frontier }: Run, pages: readonly string[]): number {
  if (pages.length === 0) return 0;
  transact(store, () => {
    for (const url of pages) frontier.requeue(url, { way: 'rendered' });
    if (requireJob(store, job.id).phase !== 'acquire') setPhase(store, job.id, 'acquire');
  });
  return pages.length;
}

/** From now on the site has more names: what may refer to them is acquired again. */
function adoptRouter({ store, frontier, job, fingerprint }: Run, router: RouterFacts): void {
  transact(store, () => {
    setRoutes(store, job.id, router);
    for (const { url, way, hasRoutes } of frontier.all({ status: 'done', kind: 'page' })) {
      if (hasRoutes || way === 'rendered') frontier.requeue(url, { way: way === 'rendered' ? way : null });
    }
    setIngestKey(store, job.id, ingestKey(fingerprint, siteOf(store, requireJob(store, job.id))));
    addEvent(store, job.id, 'router-found', router);
  });
}

async function verifyBundle(run: Run): Promise<Check> {
  const { store, dataFolder, job, frontier, threads, signal, source } = run;
  const { id, settings, policy } = job;
  const bundle = findBundle(store, id);
  if (!bundle) throw new OffprintError('internal', `The bundle of the job ${id} is gone. Retry the job.`);
  const pages: CheckPage[] = [];
  for (const { url, path: file, layout, kind } of frontier.placed()) {
    if (kind === 'page') pages.push({ url, path: file, layout: layout ?? '' });
  }
  run.progress.phase('verify');
  // The browser's driver is large: loaded when it is needed.
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
    removedControls: vendors.flatMap((vendor) => (policy.kept[vendor.feature] ? [] : vendor.hide)),
    threads,
    signal,
    onProgress: ({ fraction }) => run.progress.verified(fraction),
  });
}

/** A live site may have changed since its pages were acquired: then these are compared with what they are no more. */
async function changedMeanwhile(run: Run, { pages }: Check): Promise<OffprintError | undefined> {
  if (run.project.origin.kind !== 'url') return undefined;
  const changed: string[] = [];
  for (const { url } of pages.filter(({ modes }) => modes.some(hasOtherText))) {
    if (await hasChanged(run, url)) changed.push(url);
  }
  if (changed.length === 0) return undefined;
  return new OffprintError(
    'origin-changed',
    `The site changed while it was exported (${changed.slice(0, 3).join(', ')}). Retry the job: what did not change is taken over. If these pages are never the same, set onVerificationFailure to report.`,
  );
}

/** Whether a page is another one now than when it was acquired. */
async function hasChanged(run: Run, url: string): Promise<boolean> {
  const { dataFolder, frontier, rendering, source, signal } = run;
  const { validator = null, object, way } = frontier.find(url) ?? {};
  if (way !== 'rendered') {
    const { status, body } = await source.fetch(url, { validator, keep: drain, signal });
    return status !== 304 && digestOf(body) !== object;
  }
  const page = await rendering.sample(url);
  if (page.outcome === 'failed') return false;
  const before = readByteText(readObject(dataFolder, object ?? ''), 'utf-8');
  const facts = factsOf(before, absoluteUrl(source.site.origin, url));
  return page.status >= 400 || hasOtherText(compareRendered(facts, factsOfRendered(page)));
}

async function drain(chunks: AsyncIterable<Buffer>): Promise<undefined> {
  for await (const _chunk of chunks) break; // longer than a page
  return undefined;
}

function digestOf(body: Buffer | undefined): string | undefined {
  return body && createHash('sha256').update(body).digest('hex');
}

function report(
  { dataFolder, store, job, frontier }: OpenedJob,
  outcome: ReportContext['outcome'],
  check: Check | null,
): void {
  writeReport({ dataFolder, store, jobId: job.id, frontier, check, outcome });
}

/** The bundle does not do what it should; `check` says where. */
class VerificationFailure extends OffprintError {
  readonly check: Check;

  constructor(check: Check) {
    super('verification-failed', check.summary);
    this.check = check;
  }
}

/**
 * What was in flight when the last process died. Each is tried again alone, so that the next death has one culprit;
 * a page that was alone in flight at its second death ends the job.
 */
function takeSuspects(store: Store, frontier: Frontier, job: ExportJob): string[] {
  const inFlight = frontier.inFlight();
  if (inFlight.length === 0) return [];
  return transact(store, () => {
    for (const { url, alone } of inFlight) {
      if (alone && frontier.addDeath(url) >= DEATHS_MAX) {
        throw new OffprintError(
          'page-crashed',
          `The process died ${DEATHS_MAX} times while it worked on ${url} alone. Leave that page out (exclude: ${url}) or send it to the developers.`,
        );
      }
      frontier.clearInFlight(url);
    }
    addEvent(store, job.id, 'resumed', { inFlight: inFlight.map(({ url }) => url) });
    return inFlight.map(({ url }) => url);
  });
}
