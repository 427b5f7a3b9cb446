import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { asOffprintError, OffprintError } from '../errors.ts';
import { findBundle } from '../store/bundles.ts';
import { type Store, transact } from '../store/database.ts';
import { addEvent } from '../store/events.ts';
import {
  completeJob,
  type ExportJob,
  type JobPhase,
  requireJob,
  setPhase,
  startJob,
} from '../store/exports.ts';
import { checkFolder } from '../store/job-folder.ts';
import { findProject } from '../store/projects.ts';
import { type Frontier, frontierOf } from '../store/resources.ts';
import { acquire } from './acquire.ts';
import { readVendors } from './features/recognise.ts';
import { siteOf } from './links-of-job.ts';
import { missingOf } from './missing.ts';
import { type Listing, listDirectory, type RunningOrigin, serveDirectory } from './origin/directory.ts';
import { pack } from './pack.ts';
import { type ProgressMeter, progressOf } from './progress.ts';
import { type ReportContext, writeReport } from './report/report.ts';
import { type Scope, scopeOf } from './scope.ts';
import { seed } from './seed.ts';
import type { StageThreads } from './threads.ts';
import type { Check, CheckPage } from './verify/verify.ts';

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
}>;

export type RunContext = Readonly<{
  dataFolder: string;
  store: Store;
  threads: StageThreads;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}>;

/** How often stored content that turns out damaged is acquired again. */
const MENDS_MAX = 5;

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
  const run = openRun(context, jobId);
  startJob(store, jobId);
  const origin = await openOrigin(run);
  try {
    if (run.job.phase !== 'acquire') returnToAcquire(run, origin);
    for (let mends = 0; (await acquireAndPack(run, origin)) === 'damaged'; mends++) {
      if (mends < MENDS_MAX) continue;
      throw new OffprintError(
        'object-damaged',
        'The data folder loses what is written to it. Check its disk.',
      );
    }
    const check = await verifyBundle(run, origin);
    if (check.verdict === 'failed' && run.job.settings.onVerificationFailure === 'fail') {
      throw new VerificationFailure(check);
    }
    report(run, { status: 'completed', error: null }, check);
    completeJob(store, jobId, check.verdict);
  } catch (error) {
    const fault = asOffprintError(error);
    if (!signal.aborted && fault.code !== 'disk-full') {
      const check = error instanceof VerificationFailure ? error.check : null;
      report(run, { status: 'failed', error: fault.message }, check);
    }
    throw error;
  } finally {
    run.progress.stop();
    await origin.close();
  }
}

/** A job under way. */
type Run = RunContext &
  Readonly<{
    job: ExportJob;
    folder: string;
    frontier: Frontier;
    scope: Scope;
    progress: ProgressMeter;
    /** In flight when the last process died: tried alone first, whatever phase it was. */
    suspects: string[];
  }>;

function openRun(context: RunContext, jobId: string): Run {
  const { store } = context;
  const job = requireJob(store, jobId);
  const frontier = frontierOf(store, jobId);
  const project = findProject(store, job.projectId);
  if (!project) throw new OffprintError('not-found', `The project of the job ${jobId} is gone.`);
  return {
    ...context,
    job,
    folder: project.origin.folder,
    frontier,
    scope: scopeOf(job.settings),
    progress: progressOf(store, job, frontier, context.onProgress),
    suspects: takeSuspects(store, frontier, job),
  };
}

/** The origin as it was listed last; `relist` takes it up anew. */
type Origin = {
  listing: Listing;
  running: RunningOrigin;
  close: () => Promise<void>;
  relist: (listing: Listing) => Promise<void>;
};

async function openOrigin({ folder }: Run): Promise<Origin> {
  const listing = await listDirectory(folder);
  const origin: Origin = {
    listing,
    running: await serveDirectory(listing),
    close: () => origin.running.close(),
    relist: async (next) => {
      await origin.close();
      origin.listing = next;
      origin.running = await serveDirectory(next);
    },
  };
  return origin;
}

/** A job that is taken up again exports the folder as it is now, whatever phase it had come to. */
function returnToAcquire({ store, job, frontier, scope }: Run, { listing }: Origin): void {
  transact(store, () => {
    if (seed(store, frontier, listing, scope, job.settings).changed) setPhase(store, job.id, 'acquire');
  });
}

/** Both phases with the barrier between them. Says 'damaged' when stored content has to be acquired again. */
async function acquireAndPack(run: Run, origin: Origin): Promise<'packed' | 'damaged'> {
  const { store, job, frontier } = run;
  const { phase } = requireJob(store, job.id);
  if (phase === 'verify') return 'packed';
  if (phase === 'acquire') {
    await acquireAll(run, origin);
    setPhase(store, job.id, 'pack');
  }
  const missing = missingOf(frontier);
  if (missing.length > 0 && !job.settings.allowMissing) throw missingError(missing, job);
  run.progress.phase('pack');
  try {
    const packing = randomUUID();
    const onProgress = run.progress.packed;
    await pack({ ...run, packing, missingCount: missing.length, onProgress }, run.suspects.splice(0));
    setPhase(store, job.id, 'verify');
    return 'packed';
  } catch (error) {
    if (asOffprintError(error).code !== 'object-damaged') throw error;
    addEvent(store, job.id, 'object-damaged');
    setPhase(store, job.id, 'acquire');
    return 'damaged';
  }
}

/** Acquires until the folder is what it was when it was listed. */
async function acquireAll(run: Run, origin: Origin): Promise<void> {
  const { store, job, frontier, scope, folder } = run;
  const site = siteOf(store, job);
  run.progress.phase('acquire');
  for (let round = 1; ; round++) {
    const { pageCount: pagesKnown } = seed(store, frontier, origin.listing, scope, job.settings);
    const { address } = origin.running;
    const onProgress = run.progress.acquired;
    await acquire({ ...run, site, address, pagesKnown, onProgress }, run.suspects.splice(0));
    const again = await listDirectory(folder);
    if (isSame(origin.listing, again)) return;
    if (round === CHANGE_ROUNDS) {
      throw new OffprintError(
        'origin-changed',
        `The folder ${folder} kept changing while it was exported. Wait until the site is built, then export again.`,
      );
    }
    addEvent(store, job.id, 'origin-changed', { round });
    await origin.relist(again);
  }
}

async function verifyBundle(run: Run, origin: Origin): Promise<Check> {
  const { store, dataFolder, job, frontier, threads, signal } = run;
  const { id, settings, policy } = job;
  const bundle = findBundle(store, id);
  if (!bundle) throw new OffprintError('internal', `The bundle of the job ${id} is gone. Retry the job.`);
  const pages: CheckPage[] = [];
  for (const { url, path: file, layout, kind } of frontier.placed()) {
    if (kind === 'page') pages.push({ url, path: file, layout: layout ?? '' });
  }
  run.progress.phase('verify');
  // The browser's driver is large: loaded when it is needed.
  const { checkBundle } = await import('./verify/verify.ts');
  const vendors = readVendors();
  return checkBundle({
    archive: path.join(dataFolder, bundle.file),
    workFolder: checkFolder(dataFolder, id),
    browserFolder: path.join(dataFolder, 'browser'),
    origin: origin.running,
    pages,
    sampleMin: settings.sampleMin,
    sampleMax: settings.sampleMax,
    maxMs: settings.sampleMaxMs,
    viewport: { width: settings.viewportWidth, height: settings.viewportHeight },
    expectedHosts: vendors.flatMap((vendor) => (policy.kept[vendor.feature] ? vendor.hosts : [])),
    removedControls: vendors.flatMap((vendor) => (policy.kept[vendor.feature] ? [] : vendor.hide)),
    threads,
    signal,
    onProgress: run.progress.verified,
  });
}

function report(
  { dataFolder, store, job, frontier }: Run,
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

function isSame(before: Listing, after: Listing): boolean {
  return (
    before.files.length === after.files.length &&
    before.files.every((file, index) => {
      const other = after.files[index];
      return file.url === other?.url && file.validator === other.validator;
    })
  );
}

function missingError(missing: readonly { url: string; reason: string }[], job: ExportJob): OffprintError {
  const capped = missing.filter(({ reason }) => reason.includes('cap reached'));
  const first = missing
    .slice(0, 3)
    .map(({ url, reason }) => `${url} (${reason})`)
    .join(', ');
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : '';
  if (capped.length > 0) {
    return new OffprintError(
      'cap-reached',
      `A cap was reached (maxPages ${job.settings.maxPages}, maxBytes ${job.settings.maxBytes}): ${first}${more} are not in the export. Raise the cap, narrow the scope with include or exclude, or allow missing pages.`,
    );
  }
  return new OffprintError(
    'pages-missing',
    `${missing.length} of the site's files could not be had: ${first}${more}. Mend the origin and retry, or allow missing pages.`,
  );
}
