import type { RepositoryAccess } from '../../agent-jobs/task.ts';
import type { OpenMirror } from '../../agents/workspace/shared-mirror.ts';
import type { SigningKey } from '../../bundles/ed25519.ts';
import { OffprintError } from '../../errors.ts';
import type { Store } from '../../store/database.ts';
import { type ExportJob, requireJob, setIngestKey } from '../../store/exports.ts';
import { findProject, type Project } from '../../store/projects.ts';
import { type Frontier, frontierOf } from '../../store/resources.ts';
import { type Layouts, openLayouts } from '../classify/layouts.ts';
import { type OfflineCheck, openOfflineCheck } from '../classify/offline-check.ts';
import { openSource } from '../origin/open-source.ts';
import type { Seeded, Source } from '../origin/source.ts';
import type { Credentials } from '../origin/url-origin.ts';
import { type JobBrowser, openJobBrowser } from '../render/job-browser.ts';
import { openRendering, type Rendering, type Samples } from '../render/rendering.ts';
import { codeFingerprint } from '../reuse/fingerprint.ts';
import { ingestKey, type PreviousExports, previousExportsOf } from '../reuse/reuse-candidates.ts';
import { openScanCache, type ScanCache } from '../reuse/scan-cache.ts';
import { hasSearch } from '../settings/content-settings.ts';
import { siteOf } from '../site/site-of-job.ts';
import type { StageThreads } from '../threads/threads.ts';
import type { Check } from '../verify/verify.ts';
import { takePoisonUrls } from './poison-urls.ts';
import { type Progress, type ProgressMeter, progressOf } from './progress.ts';
import { beginAnewUnless, retriedJobs } from './resume-point.ts';

export type RunContext = Readonly<{
  dataFolder: string;
  store: Store;
  threads: StageThreads;
  openMirror: OpenMirror;
  /** Access to the repository, if the origin is one. */
  access?: RepositoryAccess | undefined;
  signal: AbortSignal;
  /** Values of the secrets that the project's origin names. */
  credentials?: Credentials;
  /** Key to sign the bundle with; absent: the bundle is not signed. */
  signingKey?: SigningKey | undefined;
  onProgress: (progress: Progress) => void;
}>;

/** A job whose origin is not open yet. */
export type OpenedJob = RunContext &
  Readonly<{
    job: ExportJob;
    project: Project;
    frontier: Frontier;
    progress: ProgressMeter;
    browser: JobBrowser;
    samples: Samples;
    scanCache: ScanCache;
    /** URLs that may have crashed the last process. The next stage that works on URLs tries each of them alone. */
    poisonUrls: string[];
    /** See CapsContext. A resumed job has its full time again. */
    acquireEndMs: number;
  }>;

/** A job whose origin is open, with the names of its site known so far. */
export type Run = OpenedJob &
  Readonly<{
    source: Source;
    /** Fingerprint of the code that runs the job (fingerprint.ts). */
    fingerprint: string;
    /** Earlier results were dropped: another version of the code read them, or the site had other names. */
    isBegunAnew: boolean;
    previous: PreviousExports;
    rendering: Rendering;
    offlineCheck: OfflineCheck;
    layouts: Layouts;
    handed: Handed;
  }>;

/** Data that stages pass to later ones. */
type Handed = {
  seeded: Seeded;
  /** The frontier was empty when it was seeded, and nothing was acquired a second time since. */
  isFilledInOneGo: boolean;
  /** Result of verification. */
  check: Check | undefined;
};

/** @throws OffprintError `not-found`, `page-crashed` */
export function openJob(context: RunContext, jobId: string): OpenedJob {
  const { store, dataFolder } = context;
  const job = requireJob(store, jobId);
  const frontier = frontierOf(store, jobId);
  const project = findProject(store, job.projectId);
  if (!project)
    throw new OffprintError('not-found', `The project that job ${jobId} belongs to no longer exists.`);
  const progress = progressOf(store, job, frontier, context.onProgress);
  const poisonUrls = takePoisonUrls(store, frontier, jobId);
  return {
    ...context,
    job,
    project,
    frontier,
    progress,
    browser: openJobBrowser(dataFolder, job, context.signal, progress.unpacked),
    samples: new Map(),
    scanCache: openScanCache(dataFolder, jobId, { policy: job.policy, hasText: hasSearch(job.settings) }),
    poisonUrls,
    acquireEndMs: performance.now() + job.settings.acquireMaxMs,
  };
}

/** @throws OffprintError as openSource does */
export async function openRun(opened: OpenedJob): Promise<Run> {
  const { store, dataFolder, project, browser, samples, progress, signal, credentials = {} } = opened;
  const { id } = opened.job;
  const fingerprint = codeFingerprint();
  const isBegunAnew = beginAnewUnless(opened, ingestKey(fingerprint, siteOf(store, requireJob(store, id))));
  const source = await openSource(project, { ...opened, job: requireJob(store, id), credentials });
  const key = ingestKey(fingerprint, source.site);
  setIngestKey(store, id, key);
  const job = requireJob(store, id); // now with the facts about its site
  const rendering = openRendering({ source, browser, samples, signal });
  const offlineCheck = openOfflineCheck({ ...opened, job, source });
  return {
    ...opened,
    job,
    source,
    fingerprint,
    isBegunAnew,
    previous: previousExportsOf(store, dataFolder, job, { key, retried: retriedJobs(store, job) }),
    rendering,
    offlineCheck,
    layouts: openLayouts({ ...opened, job, source, rendering, offlineCheck, onTested: progress.tested }),
    handed: {
      seeded: { roots: [], pagesKnown: 0, changed: false },
      isFilledInOneGo: false,
      check: undefined,
    },
  };
}
