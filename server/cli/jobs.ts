import path from 'node:path';
import { Command } from 'commander';
import { OffprintError } from '../errors.ts';
import { openHost } from '../host.ts';
import { findBundle } from '../store/bundles.ts';
import { listEvents } from '../store/events.ts';
import { type ExportJob, listJobs, requireJob } from '../store/exports.ts';
import { jobFolder } from '../store/job-folder.ts';
import { findProject } from '../store/projects.ts';
import { dataFolderOf } from './data-folder.ts';
import { checkedOut } from './export.ts';
import { type CommonOptions, offprintCommand } from './options.ts';
import { readStore } from './read-store.ts';
import { runJob } from './run-job.ts';
import { formatBytes, outputFor } from './terminal.ts';

type RunOptions = CommonOptions & Readonly<{ out?: string }>;

/** Where the bundle goes; its name must fit the format that the job has. */
function outOf({ out }: RunOptions, job: ExportJob): string | undefined {
  if (out === undefined) return undefined;
  const file = checkedOut(out);
  if (file.endsWith(`.${job.settings.format}`)) return file;
  throw new OffprintError(
    'usage',
    `The job ${job.id} makes a ${job.settings.format} archive: name the file so.`,
  );
}

export function jobsCommand(): Command {
  const list = offprintCommand('list')
    .description('List export jobs, newest first.')
    .option('--project <project>', 'only of this project (id, domain or name)')
    .option('--limit <number>', 'at most this many', Number, 50)
    .action((options: CommonOptions & { project?: string; limit: number }) => {
      const output = outputFor(options.json === true);
      readStore(options, (store) => {
        const project = options.project === undefined ? undefined : findProject(store, options.project);
        if (options.project !== undefined && !project) {
          throw new OffprintError(
            'not-found',
            `There is no project ${options.project}. List them with: offprint projects`,
          );
        }
        const jobs = listJobs(store, { limit: options.limit, ...(project && { projectId: project.id }) });
        output.result(jobs);
        if (jobs.length === 0) output.line('No export jobs yet. Start one with: offprint export <folder>');
        for (const job of jobs) output.line(jobLine(job));
      });
    });

  const show = offprintCommand('show')
    .description('Show one job: state, bundle, report, events.')
    .argument('<job>', 'job id (se_…)')
    .action((id: string, options: CommonOptions) => {
      const output = outputFor(options.json === true);
      readStore(options, (store, dataFolder) => {
        const job = requireJob(store, id);
        const bundle = findBundle(store, id);
        const events = listEvents(store, id);
        output.result({ ...job, bundle: bundle ?? null, events });
        output.line(jobLine(job));
        if (job.error) output.line(`Error     ${job.error}`);
        if (bundle)
          output.line(
            `Bundle    ${path.join(dataFolder, bundle.file)} (${formatBytes(bundle.sizeBytes)}, SHA-256 ${bundle.sha256})`,
          );
        output.line(`Report    ${path.join(jobFolder(dataFolder, id), 'report.html')}`);
        for (const event of events)
          output.line(`${event.at}  ${event.kind}  ${JSON.stringify(event.detail)}`);
      });
    });

  const retry = offprintCommand('retry')
    .description('Start a failed job anew, from what it had finished.')
    .argument('<job>', 'job id (se_…)')
    .option('-o, --out <file>', 'where to put the bundle')
    .action(async (id: string, options: RunOptions) => {
      const host = await openHost(dataFolderOf(options.data));
      try {
        const job = await host.command('retryJob', id);
        await runJob(host, job, outOf(options, job), outputFor(options.json === true));
      } finally {
        await host.close();
      }
    });

  const resume = offprintCommand('resume')
    .description('Go on with a job that was interrupted.')
    .argument('<job>', 'job id (se_…)')
    .option('-o, --out <file>', 'where to put the bundle')
    .action(async (id: string, options: RunOptions) => {
      const host = await openHost(dataFolderOf(options.data));
      try {
        const job = requireJob(host.store(), id);
        if (job.status === 'completed' || job.status === 'failed') {
          throw new OffprintError(
            'conflict',
            `The job ${id} has ended (${job.status}). Export again, or retry it if it failed.`,
          );
        }
        await runJob(host, job, outOf(options, job), outputFor(options.json === true));
      } finally {
        await host.close();
      }
    });

  const remove = offprintCommand('delete')
    .description('Delete a job with its bundle and report.')
    .argument('<job>', 'job id (se_…)')
    .action(async (id: string, options: CommonOptions) => {
      const output = outputFor(options.json === true);
      const host = await openHost(dataFolderOf(options.data));
      try {
        await host.command('deleteJob', id);
        output.result({ deleted: id });
        output.line(`Deleted ${id} with its bundle and report.`);
      } finally {
        await host.close();
      }
    });

  return new Command('jobs')
    .summary('list, show, retry, resume and delete export jobs')
    .description('Export jobs of the data folder.')
    .addCommand(list, { isDefault: true })
    .addCommand(show)
    .addCommand(retry)
    .addCommand(resume)
    .addCommand(remove);
}

function jobLine(job: ExportJob): string {
  const state = stateOf(job);
  const pages = `${job.pageCount.toLocaleString('en')} pages`;
  return `${job.id}  ${state.padEnd(11)} ${String(Math.floor(job.progress)).padStart(3)} %  ${pages.padStart(12)}  ${job.createdAt.slice(0, 16).replace('T', ' ')}  ${job.domain} ${job.version ?? ''}`;
}

function stateOf({ status, verdict, errorCode }: ExportJob): string {
  if (status === 'completed') return verdict ?? status;
  if (status === 'running') return 'interrupted';
  return errorCode === 'canceled' ? 'canceled' : status;
}
