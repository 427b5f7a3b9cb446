import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { archiveFolderName } from '../bundles/archive-folder.ts';
import { moveToFolder } from '../bundles/move-to-folder.ts';
import { asOffprintError, OffprintError, systemCode } from '../errors.ts';
import type { Report } from '../exports/report/report.ts';
import { jobFolder } from '../store/job-folder.ts';
import { download } from './download.ts';
import { EXIT } from './exit-codes.ts';
import { jobPath } from './follow.ts';
import { interruptible, whenInterrupted } from './interrupt.ts';
import { type Destination, formatOf } from './out-file.ts';
import { formatBytes, type Output } from './terminal.ts';
import type { Bundle, Job } from './wire.ts';
import type { Api } from './with-api.ts';

/** A saved bundle. */
export type Saved = Readonly<{ file: string; sizeBytes: number; sha256: string }>;

/**
 * Saves the bundle of a completed job atomically, with a sidecar for what the bundle itself must not contain: job,
 * time, size and checksum of the archive. A bundle on this computer is copied; otherwise it is downloaded.
 * @param out absolute; its name determines the format
 */
export async function saveBundle(
  api: Api,
  job: Job,
  report: Report,
  { file: out, forPeople }: Destination,
  output: Output,
): Promise<Saved> {
  const kept = keptBundle(api, job.jobId, formatOf(out), report);
  const saved = await bringBundle(api, job, kept, { format: formatOf(out), forPeople }, out, output);
  const { sizeBytes, sha256 } = saved;
  const sidecar = {
    file: path.basename(out),
    sizeBytes,
    sha256,
    digest: report.bundle?.digest,
    domain: job.domain,
    version: job.version,
    jobId: job.jobId,
    packedAt: report.job.packedAt,
    verdict: job.verdict,
  };
  await fs.promises.writeFile(`${out}.json`, `${JSON.stringify(sidecar, null, 2)}\n`);
  return saved;
}

/** Copies the bundle if it is on this computer; otherwise downloads it. */
export async function bringBundle(
  api: Api,
  job: Pick<Job, 'jobId' | 'domain' | 'version'>,
  kept: Saved | undefined,
  request: BundleRequest,
  out: string,
  output: Output,
): Promise<Saved> {
  if (kept) return copy(kept, out, await folderOf(api, job, request));
  const link = (): Promise<Bundle> => requestLink(api, job.jobId, { ...request, linkTarget: null });
  const onProgress = (done: number, total: number): void =>
    output.progress(done / total, `downloading · ${formatBytes(done)} of ${formatBytes(total)}`);
  // Received data is kept, so there is nothing to clean up.
  const giveUp = (): void => process.exit(EXIT.canceled);
  const { sizeBytes, sha256 } = await whenInterrupted(giveUp, () => download(api, link, out, onProgress));
  output.progressDone();
  return { file: out, sizeBytes, sha256 };
}

/** Returns the folder that the archive unpacks into; null for none. */
async function folderOf(
  api: Api,
  job: Pick<Job, 'domain' | 'version'>,
  { forPeople }: BundleRequest,
): Promise<string | null> {
  if (!forPeople) return null;
  const { archiveFolder } = await api.request<{ archiveFolder: boolean }>('GET', '/v1/settings');
  return archiveFolder ? archiveFolderName(job) : null;
}

/** Finds the bundle that the export made, if it is on this computer. */
export function keptBundle(api: Api, jobId: string, format: string, report: Report): Saved | undefined {
  const { bundle } = report;
  const local = api.local();
  if (!local || !bundle || bundle.format !== format) return undefined;
  const file = path.join(jobFolder(local.dataFolder, jobId), `bundle.${format}`);
  return fs.existsSync(file) ? { file, sizeBytes: bundle.sizeBytes, sha256: bundle.sha256 } : undefined;
}

export type BundleRequest = Readonly<{
  format?: string;
  base?: string;
  forPeople?: boolean;
  expiresInSeconds?: number;
  /** Null: use a link of the server, even if the project has a link target. */
  linkTarget?: null;
}>;

export function requestLink(api: Api, jobId: string, request: BundleRequest): Promise<Bundle> {
  return api.request<Bundle>('POST', jobPath(jobId, '/bundle'), request);
}

/** Returns the paths of a job's report; undefined if it is on another computer. */
export function reportFiles(api: Api, jobId: string): { json: string; html: string } | undefined {
  const local = api.local();
  if (!local) return undefined;
  const folder = jobFolder(local.dataFolder, jobId);
  return { json: path.join(folder, 'report.json'), html: path.join(folder, 'report.html') };
}

/** @param folder folder for all files of the archive; null leaves them as they are */
async function copy(kept: Saved, out: string, folder: string | null): Promise<Saved> {
  const temporary = path.join(path.dirname(out), `.${path.basename(out)}.${randomBytes(4).toString('hex')}`);
  try {
    return await interruptible(async (signal) => {
      const moved =
        folder === null
          ? await fs.promises.copyFile(kept.file, temporary, fs.constants.COPYFILE_FICLONE)
          : await moveToFolder({ from: kept.file, sha256: kept.sha256, out: temporary, folder }, signal);
      signal.throwIfAborted();
      const handle = await fs.promises.open(temporary, 'r+');
      await handle.chmod(0o666 & ~process.umask()); // the stored bundle is private, but this copy belongs to the user
      await handle.sync();
      await handle.close();
      await fs.promises.rename(temporary, out);
      return { ...kept, ...moved, file: out };
    });
  } catch (error) {
    await fs.promises.rm(temporary, { force: true });
    const fault = asOffprintError(error);
    if (fault.code === 'canceled' || fault.code === 'integrity') throw fault;
    throw new OffprintError(
      fault.code === 'disk-full' ? 'disk-full' : 'usage',
      `The bundle could not be written to ${out} (${systemCode(error) ?? fault.message}). The complete bundle is stored as ${kept.file}. Copy it from there. Alternatively, free some space or choose another folder, then run the same command again.`,
      error,
    );
  }
}
