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

/** A bundle where the user wants it. */
export type Saved = Readonly<{ file: string; sizeBytes: number; sha256: string }>;

/**
 * Brings the bundle of a completed job to where the user wants it, at once or not at all, with a sidecar that holds what
 * the bundle itself must not: job, time, size and checksum of the archive. On this computer it is copied, else
 * downloaded.
 * @param out absolute; its name says in which format
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

/** Copies the bundle where it is kept on this computer, else downloads it. */
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
  // What has arrived is kept, so there is nothing to clean up.
  const giveUp = (): void => process.exit(EXIT.canceled);
  const { sizeBytes, sha256 } = await whenInterrupted(giveUp, () => download(api, link, out, onProgress));
  output.progressDone();
  return { file: out, sizeBytes, sha256 };
}

/** The folder that the archive is to unpack into; null: none. */
async function folderOf(
  api: Api,
  job: Pick<Job, 'domain' | 'version'>,
  { forPeople }: BundleRequest,
): Promise<string | null> {
  if (!forPeople) return null;
  const { archiveFolder } = await api.request<{ archiveFolder: boolean }>('GET', '/v1/settings');
  return archiveFolder ? archiveFolderName(job) : null;
}

/** The bundle that the export made, where it is on this computer. */
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
  /** Null: a link of the server, whatever the project has. */
  linkTarget?: null;
}>;

export function requestLink(api: Api, jobId: string, request: BundleRequest): Promise<Bundle> {
  return api.request<Bundle>('POST', jobPath(jobId, '/bundle'), request);
}

/** Where the report of a job lies on this computer. */
export function reportFiles(api: Api, jobId: string): { json: string; html: string } | undefined {
  const local = api.local();
  if (!local) return undefined;
  const folder = jobFolder(local.dataFolder, jobId);
  return { json: path.join(folder, 'report.json'), html: path.join(folder, 'report.html') };
}

/** @param folder where the files of the archive are to lie; null: as they are */
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
      await handle.chmod(0o666 & ~process.umask()); // the kept one is closed to others: this is the user's own file
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
