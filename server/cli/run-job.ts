import fs from 'node:fs';
import path from 'node:path';
import { OffprintError } from '../errors.ts';
import type { Report } from '../exports/report/report.ts';
import type { Progress } from '../exports/run.ts';
import type { Host } from '../host.ts';
import { findBundle } from '../store/bundles.ts';
import type { ExportJob } from '../store/exports.ts';
import { jobFolder } from '../store/job-folder.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { saveBundle } from './save-bundle.ts';
import { formatBytes, formatSeconds, type Output, plural } from './terminal.ts';

/** Runs a job to its end under the eyes of the user: progress, Ctrl-C, what came of it. Sets the exit code. */
export async function runJob(
  host: Host,
  job: ExportJob,
  out: string | undefined,
  output: Output,
): Promise<void> {
  let interrupts = 0;
  const interrupt = (): void => {
    interrupts++;
    if (interrupts > 1) process.exit(EXIT.canceled);
    output.note('Canceling …');
    host.cancel(job.id).catch((error: unknown) => output.note(String(error)));
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    const ended = await host.run(job.id, (progress) =>
      output.progress(progress.progress / 100, progressText(progress)),
    );
    output.progressDone();
    if (ended.status === 'completed') await reportDone(host, ended, out, output);
    else reportFailed(host, ended, output);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

function progressText(progress: Progress): string {
  const { phase, pageCount, pagesKnown, remainingSeconds } = progress;
  const doing = { acquire: 'reading pages', pack: 'packing', verify: 'verifying', done: 'done' }[phase];
  const pages = pagesKnown > 0 ? ` · ${pageCount}/${pagesKnown} pages` : '';
  const left = remainingSeconds === undefined ? '' : ` · about ${formatSeconds(remainingSeconds)} left`;
  return doing + pages + left;
}

async function reportDone(
  host: Host,
  job: ExportJob,
  out: string | undefined,
  output: Output,
): Promise<void> {
  const bundle = findBundle(host.store(), job.id);
  if (!bundle)
    throw new OffprintError(
      'internal',
      `The bundle of the job ${job.id} is gone. Export again with --fresh.`,
    );
  const kept = path.join(host.dataFolder, bundle.file);
  if (out !== undefined) await saveBundle(kept, out, job, bundle);
  const place = out ?? kept;
  const folder = jobFolder(host.dataFolder, job.id);
  const report = readReport(folder);
  const seconds =
    job.packedAt && job.startedAt ? (Date.parse(job.packedAt) - Date.parse(job.startedAt)) / 1000 : 0;
  output.line(
    `Exported  ${job.domain} ${job.version}: ${plural(job.pageCount, 'page')}, ${plural(report.counts.assets, 'other file')} in ${seconds.toFixed(1)} s`,
  );
  output.line(`Verified  ${report.check?.verdict ?? 'not verified'}: ${report.check?.summary ?? ''}`);
  const notes = [
    [report.missing.length, 'missing'],
    [report.brokenAtSource.length, 'broken at the source'],
    [report.thirdParty.length, 'third-party loads removed'],
    [report.features.filter((feature) => !feature.kept).length, 'services removed'],
    [report.skipped.length, 'left out on purpose'],
  ] as const;
  const told = notes
    .filter(([count]) => count > 0)
    .map(([count, text]) => `${count.toLocaleString('en')} ${text}`);
  if (told.length > 0) output.line(`Noted     ${told.join(', ')}`);
  output.line(`Bundle    ${place} (${formatBytes(bundle.sizeBytes)})`);
  output.line(`SHA-256   ${bundle.sha256}`);
  output.line(`Report    ${path.join(folder, 'report.html')}`);
  output.result({
    jobId: job.id,
    status: job.status,
    domain: job.domain,
    version: job.version,
    pageCount: job.pageCount,
    missingCount: job.missingCount,
    verdict: job.verdict,
    bundle: {
      file: path.resolve(place),
      sizeBytes: bundle.sizeBytes,
      sha256: bundle.sha256,
      digest: bundle.digest,
    },
    report: { json: path.join(folder, 'report.json'), html: path.join(folder, 'report.html') },
    seconds,
  });
}

function reportFailed(host: Host, job: ExportJob, output: Output): void {
  const html = path.join(jobFolder(host.dataFolder, job.id), 'report.html');
  const report = job.errorCode !== 'canceled' && fs.existsSync(html) ? html : undefined;
  output.note(`offprint: ${job.error ?? 'The export failed.'}`);
  if (report) output.note(`Report: ${report}`);
  output.note(`Try again from what was acquired: offprint jobs retry ${job.id}`);
  output.result({
    jobId: job.id,
    status: job.status,
    errorCode: job.errorCode,
    error: job.error,
    report: report ?? null,
  });
  process.exitCode = exitCodeOf(job.errorCode ?? 'internal');
}

function readReport(folder: string): Report {
  return JSON.parse(fs.readFileSync(path.join(folder, 'report.json'), 'utf8')) as Report;
}
