import { type Command, Option } from 'commander';
import { requireProject } from './find-project.ts';
import { findJob } from './follow.ts';
import { findReport, printFindings } from './job-report.ts';
import { stateCell, stateOf } from './job-state.ts';
import { type LimitOptions, noteMore, readList, withLimit } from './list.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { checkedDomain } from './project-options.ts';
import { keptBundle, reportFiles } from './save-bundle.ts';
import { formatBytes, formatTime, outputFor, plural } from './terminal.ts';
import type { Job } from './wire.ts';
import { withApi } from './with-api.ts';

type ListOptions = ApiOptions &
  LimitOptions &
  Readonly<{ status?: string; domain?: string; project?: string; sort: string }>;

export function jobListCommand(): Command {
  const command = apiCommand('list')
    .description('List export jobs, newest first.')
    .addOption(
      new Option('--status <status>', 'only jobs with this status').choices([
        'queued',
        'running',
        'completed',
        'failed',
      ]),
    )
    .option('--domain <domain>', 'only jobs for this domain')
    .option('--project <project>', 'only jobs in this project (id, domain or name)')
    .addOption(
      new Option('--sort <order>', 'sort order; a leading - means descending')
        .choices(['-createdAt', 'createdAt', '-updatedAt', 'updatedAt'])
        .default('-createdAt'),
    );
  return withLimit(command, 50).action((options: ListOptions) =>
    withApi(options, 'read', async (api) => {
      const output = outputFor(options.json === true);
      const { status, domain, project, sort } = options;
      const filter = {
        status,
        domain: domain === undefined ? undefined : checkedDomain(domain),
        projectId: project === undefined ? undefined : (await requireProject(api, project)).projectId,
      };
      const query = { ...filter, sort };
      const list = await readList<Job>(api, '/v1/static-export/jobs', 'jobs', query, options);
      const { entries: jobs, nextCursor } = list;
      output.result({ jobs, nextCursor });
      if (jobs.length === 0) {
        const isFiltered = Object.values(filter).some((value) => value !== undefined);
        output.line(
          isFiltered ? 'No matching jobs.' : 'No export jobs yet. Start one with: offprint export <folder>',
        );
      }
      const rows = jobs.map((job) => [
        job.jobId,
        stateCell(job),
        job.pageCount,
        formatTime(job.createdAt),
        siteOf(job),
      ]);
      output.table(['JOB', 'STATE', 'PAGES', 'CREATED', 'SITE'], rows);
      noteMore(nextCursor, output);
    }),
  );
}

export function jobShowCommand(): Command {
  return apiCommand('show')
    .description('Show one job.')
    .argument('<job>', 'job id (se_…)')
    .action((id: string, options: ApiOptions) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const job = await findJob(api, id);
        output.result(job);
        if (output.json) return;
        output.line(`Job       ${id}${job.retryOf === null ? '' : `, a retry of ${job.retryOf}`}`);
        output.line(`Site      ${siteOf(job)} (${job.projectId})`);
        output.line(`Status    ${stateOf(job)}, ${plural(job.pageCount, 'page')}`);
        output.line(`Created   ${job.createdAt}`);
        if (job.startedAt !== null) output.line(`Started   ${job.startedAt}`);
        if (job.finishedAt !== null) output.line(`Ended     ${job.finishedAt}`);
        if (job.error !== undefined) output.line(`Error     ${job.error}`);
        if (job.pauseReason !== undefined) output.line(`Waiting   ${job.pauseReason}`);
        const report = await findReport(api, id);
        if (!report) return;
        printFindings(report, output);
        const { bundle } = report;
        if (bundle && job.status === 'completed') {
          const kept = keptBundle(api, id, bundle.format, report);
          output.line(`Bundle    ${kept?.file ?? bundle.format} (${formatBytes(bundle.sizeBytes)})`);
          output.line(`SHA-256   ${bundle.sha256}`);
        }
        const files = reportFiles(api, id);
        if (files) output.line(`Report    ${files.html}`);
      }),
    );
}

function siteOf({ domain, version }: Job): string {
  return version === null ? domain : `${domain} ${version}`;
}
