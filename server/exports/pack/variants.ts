import fs from 'node:fs';
import path from 'node:path';
import { archiveFolderName } from '../../bundles/archive-folder.ts';
import type { SigningKey } from '../../bundles/ed25519.ts';
import { signBundle } from '../../bundles/sign-bundle.ts';
import { asOffprintError, OffprintError } from '../../errors.ts';
import { addBundle, type BundleFormat, findBundle } from '../../store/bundles.ts';
import { addBundleInFolder, findBundleInFolder } from '../../store/bundles-in-folder.ts';
import { type Store, transact } from '../../store/database.ts';
import { addDelta, findDelta } from '../../store/deltas.ts';
import { type ExportJob, requireJob } from '../../store/exports.ts';
import { jobFolder } from '../../store/job-folder.ts';
import type { StageThreads } from '../threads/threads.ts';

export type VariantRequest = Readonly<{
  /** Defaults to the format in the job's settings. With a base, only `zip` is allowed. */
  format?: BundleFormat;
  /** Requests the delta from this job's zip. */
  baseJobId?: string;
  /** Puts all files in one folder named like the archive, for people who unpack it. Not allowed with a base. */
  inFolder?: boolean;
}>;

/** An archive for download: a whole bundle or, with a base, the delta from it (also a zip). */
export type BundleVariant = Readonly<{
  jobId: string;
  baseJobId: string | null;
  format: BundleFormat;
  inFolder: boolean;
  /** Relative to the data folder. */
  file: string;
  sizeBytes: number;
  sha256: string;
}>;

export type BundleVariants = Readonly<{
  /**
   * Returns the bundle of a completed job in the requested form. It is created on the first request, stored next to the
   * first bundle and recorded. Concurrent equal requests share one run; a killed process leaves no partial files.
   * @param signingKey signs a delta that is created now. Bundles are signed when they are packed and stay unchanged
   * @throws as findVariant; OffprintError `integrity` if a stored bundle is damaged, `not-found` if none is left,
   * `disk-full`; the reason of the signal
   */
  variant: (jobId: string, request?: VariantRequest, signingKey?: SigningKey) => Promise<BundleVariant>;
  /** Whether a variant of the job's bundle is being created, so the job cannot be deleted now. */
  isInUse: (jobId: string) => boolean;
}>;

type Context = Readonly<{ store: Store; dataFolder: string; threads: StageThreads; signal: AbortSignal }>;

/** Creates variants; only the writer's process may do so. `signal` ends with that process. */
export function bundleVariants(context: Context): BundleVariants {
  const { store, dataFolder } = context;
  const making = new Map<string, { wanted: Wanted; variant: Promise<BundleVariant> }>();
  let last: Promise<unknown> = Promise.resolve();

  /** One archive at a time, because exports need the threads and the disk too. */
  const inTurn: InTurn = (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };

  const variant: BundleVariants['variant'] = async (jobId, request = {}, signingKey) => {
    const wanted = wantedOf(store, jobId, request);
    const kept = keptVariant(store, dataFolder, wanted);
    if (kept) return kept;
    const key = JSON.stringify([jobId, wanted.format, wanted.base?.id, wanted.inFolder]);
    const running = making.get(key);
    if (running) return running.variant;
    const made = make(wanted, signingKey).finally(() => making.delete(key));
    making.set(key, { wanted, variant: made });
    return made;
  };

  const make = async (wanted: Wanted, signingKey: SigningKey | undefined): Promise<BundleVariant> => {
    const { job, base, format } = wanted;
    if (wanted.inFolder) return makeInFolder(context, job, await variant(job.id, { format }), inTurn);
    if (!base) return makeFormat(context, job, format, inTurn);
    // Shared with concurrent requests for these zips.
    const zips = { target: await variant(job.id, { format }), base: await variant(base.id, { format }) };
    return makeDelta(context, { ...wanted, base }, zips, inTurn, signingKey);
  };

  return {
    variant,
    isInUse: (jobId) =>
      [...making.values()].some(({ wanted }) => wanted.job.id === jobId || wanted.base?.id === jobId),
  };
}

/**
 * Returns the variant if it already exists; read-only.
 * @throws OffprintError `not-found` if there is no such job or base, `conflict` if one of them has not completed or
 * they belong to different projects, `usage` for a delta that is not a zip
 */
export function findVariant(
  store: Store,
  dataFolder: string,
  jobId: string,
  request: VariantRequest = {},
): BundleVariant | undefined {
  return keptVariant(store, dataFolder, wantedOf(store, jobId, request));
}

/** A valid request. */
type Wanted = Readonly<{
  job: ExportJob;
  base: ExportJob | undefined;
  format: BundleFormat;
  inFolder: boolean;
}>;

function wantedOf(
  store: Store,
  jobId: string,
  { format, baseJobId, inFolder = false }: VariantRequest,
): Wanted {
  const job = completedJob(store, jobId);
  if (baseJobId === undefined) {
    return { job, base: undefined, format: format ?? job.settings.format, inFolder };
  }
  if (format !== undefined && format !== 'zip') {
    throw new OffprintError('usage', `Deltas are always zip files. Remove the format option (${format}).`);
  }
  const base = completedJob(store, baseJobId);
  if (base.projectId !== job.projectId) {
    throw new OffprintError(
      'conflict',
      `The jobs ${baseJobId} and ${jobId} belong to different projects. Choose an earlier export of the same site as the base.`,
    );
  }
  return { job, base, format: 'zip', inFolder: false };
}

function completedJob(store: Store, id: string): ExportJob {
  const job = requireJob(store, id);
  if (job.status === 'completed') return job;
  throw new OffprintError(
    'conflict',
    `Job ${id} cannot be used because it has not completed (status: ${job.status}).`,
  );
}

/** Returns the recorded variant if its file still exists. */
function keptVariant(
  store: Store,
  dataFolder: string,
  { job, base, format, inFolder }: Wanted,
): BundleVariant | undefined {
  const kept = base
    ? findDelta(store, job.id, base.id)
    : (inFolder ? findBundleInFolder : findBundle)(store, job.id, format);
  if (!kept) return undefined;
  const { file, sizeBytes, sha256 } = kept;
  const found = fs.statSync(path.join(dataFolder, file), { throwIfNoEntry: false });
  if (found?.size !== sizeBytes) return undefined;
  return { jobId: job.id, baseJobId: base?.id ?? null, format, inFolder, file, sizeBytes, sha256 };
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

async function makeFormat(
  { store, dataFolder, threads, signal }: Context,
  job: ExportJob,
  format: BundleFormat,
  inTurn: InTurn,
): Promise<BundleVariant> {
  const other = format === 'zip' ? 'tar.gz' : 'zip';
  const source = keptVariant(store, dataFolder, { job, base: undefined, format: other, inFolder: false });
  const bundle = findBundle(store, job.id, other);
  if (!source || !bundle) {
    throw new OffprintError(
      'not-found',
      `The bundle for job ${job.id} is missing from the data folder. Export the site again.`,
    );
  }
  const out = path.join(jobFolder(dataFolder, job.id), `bundle.${format}`);
  const task = { from: path.join(dataFolder, source.file), sha256: source.sha256, out, format };
  const { sizeBytes, sha256 } = await inTurn(() => threads.convert(task, signal)).catch(
    storedFault([job.id]),
  );
  const made = { ...source, format, file: path.relative(dataFolder, out), sizeBytes, sha256 };
  record(store, job, out, () => addBundle(store, { ...bundle, ...made }));
  return made;
}

async function makeInFolder(
  { store, dataFolder, threads, signal }: Context,
  job: ExportJob,
  plain: BundleVariant,
  inTurn: InTurn,
): Promise<BundleVariant> {
  const { format, sha256: expected } = plain;
  const out = path.join(jobFolder(dataFolder, job.id), `bundle-in-folder.${format}`);
  const folder = archiveFolderName(job);
  const task = { from: path.join(dataFolder, plain.file), sha256: expected, out, folder };
  const { sizeBytes, sha256 } = await inTurn(() => threads.moveToFolder(task, signal)).catch(
    storedFault([job.id]),
  );
  const made = { ...plain, inFolder: true, file: path.relative(dataFolder, out), sizeBytes, sha256 };
  record(store, job, out, () => addBundleInFolder(store, made));
  return made;
}

async function makeDelta(
  { store, dataFolder, threads, signal }: Context,
  { job, base, format }: Wanted & { base: ExportJob },
  zips: Readonly<{ target: BundleVariant; base: BundleVariant }>,
  inTurn: InTurn,
  signingKey: SigningKey | undefined,
): Promise<BundleVariant> {
  const out = path.join(jobFolder(dataFolder, job.id), `delta-from-${base.id}.zip`);
  const task = {
    base: path.join(dataFolder, zips.base.file),
    target: path.join(dataFolder, zips.target.file),
    out,
  };
  const damaged = storedFault([job.id, base.id]);
  const { header, ...unsigned } = await inTurn(() => threads.delta(task, signal)).catch(damaged);
  if (header.base.sha256 !== zips.base.sha256 || header.target.sha256 !== zips.target.sha256) {
    fs.rmSync(out, { force: true });
    throw damaged(new OffprintError('integrity', 'A stored bundle has changed since it was packed.'));
  }
  const signed = signingKey && (await signBundle(out, signingKey, signal)).archived;
  const { sizeBytes, sha256 } = signed ?? unsigned;
  const ids = { jobId: job.id, baseJobId: base.id };
  const made = { ...ids, file: path.relative(dataFolder, out), sizeBytes, sha256 };
  record(store, job, out, () => addDelta(store, made));
  return { ...made, format, inFolder: false };
}

/** Records a variant. If its job has been deleted meanwhile, deletes the new file too. */
function record(store: Store, job: ExportJob, file: string, add: () => void): void {
  try {
    transact(store, () => {
      requireJob(store, job.id);
      add();
    });
  } catch (error) {
    fs.rmSync(file, { force: true });
    throw error;
  }
}

/** Replaces the error for a damaged bundle with one that names the job, but not the file's location. */
function storedFault(jobIds: readonly string[]): (error: unknown) => never {
  return (error) => {
    if (asOffprintError(error).code !== 'integrity') throw error;
    const jobs = jobIds.map((id) => `job ${id}`).join(' or ');
    throw new OffprintError(
      'integrity',
      `The stored bundle for ${jobs} is damaged because the disk that holds the data folder lost data. Export the site again.`,
      error,
    );
  };
}
