import { asOffprintError, OffprintError } from '../errors.ts';
import type { Report } from '../exports/report/report.ts';
import type { JobEvent } from './client.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { follow, jobPath } from './follow.ts';
import { whenInterrupted } from './interrupt.ts';
import { causeLines, findReport, printFindings } from './job-report.ts';
import { PHASES } from './job-state.ts';
import type { Destination } from './out-file.ts';
import { followPublicationsOf } from './run-publication.ts';
import { keptBundle, reportFiles, saveBundle } from './save-bundle.ts';
import { formatBytes, formatSeconds, type Output, plural } from './terminal.ts';
import type { Job, Queue } from './wire.ts';
import { type Api, reconnecting } from './with-api.ts';

/**
 * Starts a job and follows it to its end: prints progress and the result, and handles Ctrl-C. Sets the exit code.
 * @param forget called for a failed job that has read nothing of its site; returns whether it removed the project
 */
export async function runJob(
  api: Api,
  start: () => Promise<Job>,
  out: Destination | undefined,
  output: Output,
  forget?: (job: Job) => Promise<boolean>,
): Promise<void> {
  let started: Job | undefined;
  let interrupts = 0;
  const cancel = ({ jobId }: Job): void => {
    api.request('POST', jobPath(jobId, '/cancel')).catch((error: unknown) => {
      // The job may have ended by itself in the meantime.
      const { code, message } = asOffprintError(error);
      if (code !== 'conflict') output.note(`offprint: ${message}`);
    });
  };
  const interrupt = (): void => {
    interrupts++;
    if (interrupts > 1) process.exit(EXIT.canceled);
    output.note('Canceling …');
    if (started) cancel(started);
  };
  const ended = await whenInterrupted(interrupt, async () => {
    const job = await start();
    started = job;
    if (interrupts > 0) cancel(job);
    await noteWait(api, job, output);
    return follow(api, job.jobId, 'change', (event) => {
      showProgress(event, output);
      notePause(event, job, output);
    });
  });
  output.progressDone();
  // The command that ran the job may end as soon as the job does.
  const after = reconnecting(api, 'read');
  if (ended.status === 'completed') await reportDone(after, ended, out, output);
  else if (hasReadNothing(ended) && (await forget?.(ended))) {
    output.note(`offprint: ${ended.error ?? 'The export failed.'}`);
    output.note('Nothing was read, so the new project was removed.');
    output.result({ ...ended, report: null });
    process.exitCode = exitCodeOf(ended.errorCode ?? 'internal');
  } else await reportFailed(after, ended, out, output);
}

function hasReadNothing({ pageCount, errorCode }: Job): boolean {
  return pageCount === 0 && /^origin-(unreadable|empty|unreachable)$/.test(errorCode ?? '');
}

/** Prints a job that this command does not wait for. */
export function printDetached(job: Job, output: Output): void {
  output.result(job);
  output.line(job.jobId);
}

/** Explains why a job has not started yet. */
export async function noteWait(api: Api, { jobId, status }: Job, output: Output): Promise<void> {
  // Only a server's queue can be paused or have other jobs in it.
  if (status !== 'queued' || api.local()?.role === 'command') return;
  const { paused, running, concurrency } = await api.request<Queue>('GET', '/v1/static-export/queue');
  if (paused) output.note('The queue is paused. To start the job: offprint queue resume');
  else if (!running.includes(jobId) && running.length >= concurrency)
    output.note(`The job is waiting for ${plural(running.length, 'other job')} to end.`);
}

export function showProgress({ kind, data }: JobEvent, output: Output): void {
  if (kind !== 'progress') return;
  const progress = data as ProgressData;
  output.progress(progress.progress / 100, progressText(progress));
}

/** @param since job as it was when this command began to follow it; earlier pauses are not reported */
function notePause({ kind, data }: JobEvent, since: Job, output: Output): void {
  if (kind !== 'paused' || data.reason !== undefined || String(data.at) <= since.updatedAt) return;
  output.note(`The job was paused. To resume it: offprint jobs resume ${since.jobId}`);
}

type ProgressData = Readonly<{
  phase: Job['phase'];
  progress: number;
  pageCount: number;
  pagesKnown: number;
  remainingSeconds?: number;
  remainingLeastSeconds?: number;
  trying?: boolean;
}>;

function progressText(progress: ProgressData): string {
  const { phase, pageCount, pagesKnown, remainingSeconds: most, trying } = progress;
  const pages = pagesKnown > 0 ? ` · ${pageCount}/${pagesKnown} pages` : '';
  const least = progress.remainingLeastSeconds ?? most;
  const range = least !== most && least !== undefined ? `${formatSeconds(least)} to ` : 'about ';
  const left = most === undefined ? '' : ` · ${range}${formatSeconds(most)} left`;
  return (trying ? 'testing pages in a browser' : PHASES[phase] + pages) + left;
}

async function reportDone(api: Api, job: Job, out: Destination | undefined, output: Output): Promise<void> {
  const report = await api.request<Report>('GET', jobPath(job.jobId, '/report'));
  const { bundle } = report;
  if (!bundle) {
    throw new OffprintError(
      'internal',
      `The job ${job.jobId} has no bundle. Export the site again with --fresh.`,
    );
  }
  const place =
    out === undefined
      ? keptBundle(api, job.jobId, bundle.format, report)
      : await saveBundle(api, job, report, out, output);
  const { startedAt, finishedAt } = job;
  const seconds = startedAt && finishedAt ? (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000 : 0;
  output.line(
    `Exported  ${job.domain} ${job.version}: ${plural(job.pageCount, 'page')}, ${plural(report.counts.assets, 'other file')} in ${formatSeconds(seconds)}`,
  );
  printFindings(report, output);
  const { sizeBytes, sha256 } = place ?? bundle;
  const where = place?.file ?? `on the server: offprint jobs bundle ${job.jobId}`;
  output.line(`Bundle    ${where} (${formatBytes(sizeBytes)})`);
  output.line(`SHA-256   ${sha256}`);
  const files = reportFiles(api, job.jobId);
  output.line(`Report    ${files?.html ?? `offprint jobs report ${job.jobId}`}`);
  output.result({
    ...job,
    bundle: { file: place?.file ?? null, sizeBytes, sha256, digest: bundle.digest },
    report: files ?? null,
    seconds,
  });
  await followPublicationsOf(api, job, output);
}

async function reportFailed(api: Api, job: Job, out: Destination | undefined, output: Output): Promise<void> {
  const report = job.errorCode === 'canceled' ? undefined : await findReport(api, job.jobId);
  const files = report && reportFiles(api, job.jobId);
  output.note(`offprint: ${job.error ?? 'The export failed.'}`);
  for (const line of causeLines(report?.check ?? null)) output.note(line);
  if (report) output.note(`Report: ${files?.html ?? `offprint jobs report ${job.jobId}`}`);
  const bundle = job.errorCode === 'verification-failed' ? report?.bundle : undefined;
  const place =
    bundle &&
    report &&
    (out === undefined
      ? keptBundle(api, job.jobId, bundle.format, report)
      : await saveBundle(api, job, report, out, output));
  if (bundle) {
    const where = place?.file ?? `offprint jobs bundle ${job.jobId}`;
    output.note(`A bundle with these faults was made anyway: ${where}`);
  }
  // If nothing was read, running the same command again does the same.
  if (job.pageCount > 0 || job.errorCode === 'canceled')
    output.note(`To continue from where the export stopped: offprint jobs retry ${job.jobId}`);
  output.result({
    ...job,
    report: files ?? null,
    ...(place && bundle && { bundle: { ...place, digest: bundle.digest } }),
  });
  process.exitCode = exitCodeOf(job.errorCode ?? 'internal');
}
