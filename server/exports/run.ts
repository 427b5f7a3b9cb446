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
import { findProject } from '../store/projects.ts';
import { type Frontier, frontierOf } from '../store/resources.ts';
import { acquire } from './acquire.ts';
import { readVendors } from './features/recognise.ts';
import { siteOf } from './links-of-job.ts';
import { missingOf } from './missing.ts';
import { type Listing, listDirectory, type RunningOrigin, serveDirectory } from './origin/directory.ts';
import { jobFolder, pack } from './pack.ts';
import { progressOf } from './progress.ts';
import { writeReport } from './report/report.ts';
import { scopeOf } from './scope.ts';
import { seed } from './seed.ts';
import type { StageThreads } from './threads.ts';
import { type Check, type CheckPage, checkBundle } from './verify/verify.ts';

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
  const { store, signal, dataFolder, threads } = context;
  const job = requireJob(store, jobId);
  const frontier = frontierOf(store, jobId);
  const suspects = takeSuspects(store, frontier, job);
  startJob(store, jobId);
  const progress = progressOf(store, job, frontier, context.onProgress);

  const project = findProject(store, job.projectId);
  if (!project) throw new OffprintError('not-found', `The project of the job ${jobId} is gone.`);
  const { folder } = project.origin;
  const scope = scopeOf(job.settings);
  const site = siteOf(store, job);

  let listing = await listDirectory(folder);
  let origin = await serveDirectory(listing);
  try {
    for (let mends = 0; requireJob(store, jobId).phase !== 'verify'; mends++) {
      if (requireJob(store, jobId).phase === 'acquire') {
        progress.phase('acquire');
        for (let round = 1; ; round++) {
          const plan = seed(store, frontier, listing, scope, job.settings);
          await acquire(
            {
              dataFolder,
              store,
              job,
              frontier,
              site,
              scope,
              threads,
              address: origin.address,
              pagesKnown: plan.pageCount,
              signal,
              onProgress: progress.acquired,
            },
            suspects.splice(0),
          );
          const again = await listDirectory(folder);
          if (isSame(listing, again)) break;
          if (round === CHANGE_ROUNDS) {
            throw new OffprintError(
              'origin-changed',
              `The folder ${folder} kept changing while it was exported. Wait until the site is built, then export again.`,
            );
          }
          addEvent(store, jobId, 'origin-changed', { round });
          listing = again;
          await origin.close();
          origin = await serveDirectory(listing);
        }
        setPhase(store, jobId, 'pack');
      }

      const missing = missingOf(frontier);
      if (missing.length > 0 && !job.settings.allowMissing) throw missingError(missing, job);

      progress.phase('pack');
      const missingCount = missing.length;
      const onProgress = progress.packed;
      try {
        const packing = randomUUID();
        const packContext = {
          dataFolder,
          store,
          job,
          frontier,
          threads,
          packing,
          missingCount,
          signal,
          onProgress,
        };
        await pack(packContext, suspects.splice(0));
        setPhase(store, jobId, 'verify');
      } catch (error) {
        if (asOffprintError(error).code !== 'object-damaged' || mends === MENDS_MAX) throw error;
        addEvent(store, jobId, 'object-damaged');
        setPhase(store, jobId, 'acquire');
      }
    }

    progress.phase('verify');
    const check = await checkJob(context, job, frontier, origin, threads, progress.verified);
    if (check.verdict === 'failed' && job.settings.onVerificationFailure === 'fail') {
      throw new VerificationFailure(check);
    }
    writeReport({ dataFolder, store, jobId, frontier, check, outcome: { status: 'completed', error: null } });
    completeJob(store, jobId, check.verdict);
  } catch (error) {
    const fault = asOffprintError(error);
    const check = error instanceof VerificationFailure ? error.check : null;
    if (!signal.aborted && fault.code !== 'disk-full') {
      writeReport({
        dataFolder,
        store,
        jobId,
        frontier,
        check,
        outcome: { status: 'failed', error: fault.message },
      });
    }
    throw error;
  } finally {
    progress.stop();
    await origin.close();
  }
}

/** The bundle does not do what it should; `check` says where. */
class VerificationFailure extends OffprintError {
  readonly check: Check;

  constructor(check: Check) {
    super('verification-failed', check.summary);
    this.check = check;
  }
}

function checkJob(
  { store, dataFolder, signal }: RunContext,
  { id, settings, policy }: ExportJob,
  frontier: Frontier,
  origin: RunningOrigin,
  threads: StageThreads,
  onProgress: (done: number, total: number) => void,
): Promise<Check> {
  const bundle = findBundle(store, id);
  if (!bundle) throw new OffprintError('internal', `The bundle of the job ${id} is gone. Retry the job.`);
  const pages: CheckPage[] = [];
  for (const { url, path: file, layout, kind } of frontier.placed()) {
    if (kind === 'page') pages.push({ url, path: file, layout: layout ?? '' });
  }
  return checkBundle({
    archive: path.join(dataFolder, bundle.file),
    workFolder: path.join(jobFolder(dataFolder, id), 'check'),
    browserFolder: path.join(dataFolder, 'browser'),
    origin,
    pages,
    sampleMin: settings.sampleMin,
    sampleMax: settings.sampleMax,
    maxMs: settings.sampleMaxMs,
    viewport: { width: settings.viewportWidth, height: settings.viewportHeight },
    expectedHosts: readVendors().flatMap((vendor) => (policy.kept[vendor.feature] ? vendor.hosts : [])),
    threads,
    signal,
    onProgress,
  });
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
