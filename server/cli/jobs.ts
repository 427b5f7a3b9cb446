import { Command } from 'commander';
import { formatNumber } from '../../shared/numbers.ts';
import { OffprintError } from '../errors.ts';
import { jobPath } from './follow.ts';
import { jobBundleCommand } from './job-bundle.ts';
import { jobListCommand, jobShowCommand } from './job-list.ts';
import { jobPagesCommand, jobReportCommand } from './job-report.ts';
import { stateOf } from './job-state.ts';
import { jobWatchCommand } from './job-watch.ts';
import { notFoundAs } from './not-found.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { destinationOf, FORCE, IN_FOLDER } from './out-file.ts';
import { printDetached, runJob } from './run-job.ts';
import { formatBytes, type Output, outputFor, plural } from './terminal.ts';
import type { Job, Removal } from './wire.ts';
import { withApi } from './with-api.ts';

export function jobsCommand(): Command {
  return new Command('jobs')
    .summary('list, follow and control export jobs; get bundles and reports')
    .description('Export jobs in the data folder or on a server.')
    .addCommand(jobListCommand(), { isDefault: true })
    .addCommand(jobShowCommand())
    .addCommand(jobWatchCommand())
    .addCommand(jobReportCommand())
    .addCommand(jobPagesCommand())
    .addCommand(jobBundleCommand())
    .addCommand(runningCommand('resume', 'Continue a paused or interrupted job.'))
    .addCommand(runningCommand('retry', 'Retry a failed job from where it stopped.'))
    .addCommand(steeringCommand('pause', 'Pause a job until you resume it. Everything read so far is kept.'))
    .addCommand(steeringCommand('cancel', 'Cancel a job. Everything read so far is kept for a retry.'))
    .addCommand(pinCommand('pin', 'Keep a job regardless of the retention rules (offprint prune).'))
    .addCommand(pinCommand('unpin', 'Apply the retention rules to a job again.'))
    .addCommand(deleteCommand());
}

type RunOptions = ApiOptions &
  Readonly<{ out?: string; force?: boolean; archiveFolder?: boolean; detach?: boolean }>;

/** Creates a command that makes a job run and follows it. */
function runningCommand(name: 'resume' | 'retry', description: string): Command {
  return apiCommand(name)
    .description(description)
    .argument('<job>', 'job id (se_…)')
    .option('-o, --out <file>', 'file to save the bundle to (.zip or .tar.gz)')
    .option(...FORCE)
    .option(...IN_FOLDER)
    .option('--detach', 'do not wait for the job to finish')
    .action(async (id: string, options: RunOptions) => {
      const output = outputFor(options.json === true);
      const out = await destinationOf(options);
      return withApi(options, 'change', async (api) => {
        if (options.detach && api.local()?.isOwn) throw nobodyToRun();
        const start = (): Promise<Job> =>
          notFoundAs('job', id, api.request<Job>('POST', jobPath(id, `/${name}`)));
        return options.detach ? printDetached(await start(), output) : runJob(api, start, out, output);
      });
    });
}

function steeringCommand(name: 'pause' | 'cancel', description: string): Command {
  return apiCommand(name)
    .description(description)
    .argument('<job>', 'job id (se_…)')
    .action((id: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const job = await notFoundAs('job', id, api.request<Job>('POST', jobPath(id, `/${name}`)));
        output.result(job);
        const next = name === 'pause' ? 'resume' : 'retry';
        output.line(`${id} is ${stateOf(job)}. To continue it: offprint jobs ${next} ${id}`);
      }),
    );
}

function pinCommand(name: 'pin' | 'unpin', description: string): Command {
  return apiCommand(name)
    .description(description)
    .argument('<job>', 'job id (se_…)')
    .action((id: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        await notFoundAs('job', id, api.request('POST', jobPath(id, `/${name}`)));
        output.result({ jobId: id, pinned: name === 'pin' });
        output.line(
          name === 'pin'
            ? `${id} will be kept until it is unpinned or deleted.`
            : `${id} is no longer pinned.`,
        );
      }),
    );
}

function deleteCommand(): Command {
  return apiCommand('delete')
    .description('Delete a job along with its bundles, its report, and any content that no other job uses.')
    .argument('<job>', 'job id (se_…)')
    .option('--dry-run', 'only show what would be removed')
    .action((id: string, options: ApiOptions & { dryRun?: boolean }) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const path = jobPath(id, options.dryRun ? '?dryRun=true' : '');
        const removal = await notFoundAs('job', id, api.request<Removal | undefined>('DELETE', path));
        if (removal) return printRemoval(removal, output);
        output.result({ deleted: id });
        output.line(`Deleted ${id} along with its bundles and report.`);
      }),
    );
}

function printRemoval(removal: Removal, output: Output): void {
  const { bundles, bundleBytes, objects, objectBytes } = removal;
  output.result(removal);
  output.line(`Bundles   ${formatNumber(bundles)} (${formatBytes(bundleBytes)})`);
  output.line(
    `Content   ${plural(objects, 'object')} (${formatBytes(objectBytes)}), not used by any other job`,
  );
  output.line('Nothing was deleted. To delete the job, run the command without --dry-run.');
}

function nobodyToRun(): OffprintError {
  return new OffprintError(
    'conflict',
    'No server is using this data folder, so the job would not run. Start a server with offprint serve, or omit --detach.',
  );
}
