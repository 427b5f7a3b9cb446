import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { formatNumber } from '../../shared/numbers.ts';
import { OffprintError, systemCode } from '../errors.ts';
import type { Report } from '../exports/report/report.ts';
import type { Judgement } from '../exports/verify/verdict.ts';
import { findJob, jobPath } from './follow.ts';
import { type LimitOptions, noteMore, readList, withLimit } from './list.ts';
import { notFoundAs } from './not-found.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { formatBytes, type Output, outputFor, plural } from './terminal.ts';
import type { PageList } from './wire.ts';
import { type Api, withApi } from './with-api.ts';

type Page = PageList['pages'][number];

export function jobReportCommand(): Command {
  return apiCommand('report')
    .description(
      'Show what an export found: as a summary, as JSON (--json), or as the full report in a file (--out).',
    )
    .argument('<job>', 'job id (se_…)')
    .option('-o, --out <file>', 'file to save the full report to (.html or .json)')
    .action((id: string, options: ApiOptions & { out?: string }) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        await findJob(api, id);
        if (options.out !== undefined) {
          const file = path.resolve(options.out);
          await saveReport(api, id, file);
          output.result({ file });
          output.line(`Report    ${file}`);
          return;
        }
        const report = await api.request<Report>('GET', jobPath(id, '/report'));
        output.result(report);
        printReport(report, output);
      }),
    );
}

type PagesOptions = ApiOptions & LimitOptions & Readonly<{ kind?: string; status?: string }>;

export function jobPagesCommand(): Command {
  const command = apiCommand('pages')
    .description("List a job's pages by URL, with the outcome and the reason for each.")
    .argument('<job>', 'job id (se_…)')
    .addOption(
      new Option('--kind <kind>', 'only pages of this kind (default: all kinds except assets)').choices([
        'page',
        'asset',
        'redirect',
        'unknown',
      ]),
    )
    .addOption(
      new Option('--status <status>', 'only pages with this status').choices([
        'queued',
        'done',
        'failed',
        'skipped',
      ]),
    );
  return withLimit(command, 100).action((id: string, options: PagesOptions) =>
    withApi(options, 'read', async (api) => {
      const output = outputFor(options.json === true);
      const { kind, status } = options;
      const list = readList<Page>(api, jobPath(id, '/pages'), 'pages', { kind, status }, options);
      const { entries: pages, nextCursor } = await notFoundAs('job', id, list);
      output.result({ pages, nextCursor });
      if (pages.length === 0) output.line('No matching pages.');
      const rows = pages.map((page) => [
        { text: page.status, colour: COLOURS[page.status] },
        page.sizeBytes === null ? '-' : formatBytes(page.sizeBytes),
        page.way ?? '-',
        [page.url, ...[page.reason ?? page.wayReason ?? []].flat().map((why) => `(${why})`)].join('  '),
      ]);
      output.table(['STATE', 'SIZE', 'WAY', 'PAGE'], rows);
      noteMore(nextCursor, output);
    }),
  );
}

const COLOURS = { queued: 'yellow', done: 'green', failed: 'red', skipped: 'dim' } as const;

/** Loads the report of a job; undefined if there is none yet or the job failed too early to have one. */
export async function findReport(api: Api, jobId: string): Promise<Report | undefined> {
  try {
    return await api.request<Report>('GET', jobPath(jobId, '/report'));
  } catch (error) {
    if (error instanceof OffprintError && error.code === 'conflict') return undefined;
    throw error;
  }
}

/** Prints a summary of verification and report in two lines. */
export function printFindings(report: Report, output: Output): void {
  output.line(`Verified  ${report.check ? `${report.check.verdict}: ${report.check.summary}` : 'no'}`);
  const notes = [
    [report.missing.length, '', 'missing'],
    [report.brokenAtSource.length, '', 'broken on the site'],
    [report.thirdParty.length, 'external request', 'removed'],
    [report.features.filter((feature) => !feature.kept).length, 'online feature', 'removed'],
    [report.skipped.length, '', 'skipped on purpose'],
    // Missing in reports of earlier releases.
    [report.docsJson?.length ?? 0, 'problem', 'in the sources (see the report)'],
  ] as const;
  const told = notes
    .filter(([count]) => count > 0)
    .map(([count, noun, text]) => `${noun === '' ? formatNumber(count) : plural(count, noun)} ${text}`);
  if (told.length > 0) output.line(`Noted     ${told.join(', ')}`);
  for (const line of causeLines(report.check)) output.line(line);
}

function printReport(report: Report, output: Output): void {
  const { job, counts } = report;
  output.line(`Job       ${job.jobId}: ${job.status}`);
  if (job.error !== null) output.line(`Error     ${job.error}`);
  const exported = [
    plural(counts.pages, 'page'),
    plural(counts.assets, 'other file'),
    plural(counts.redirects, 'redirect'),
    formatBytes(counts.bytes),
  ];
  output.line(`Exported  ${exported.join(', ')}`);
  for (const { way, pages, reason } of report.layouts) {
    if (way === 'rendered') output.line(`Rendered  ${plural(pages, 'page')}: ${reason}`);
  }
  printFindings(report, output);
  for (const { url, reason } of report.missing) output.line(`Missing   ${url} (${reason})`);
  for (const { url, count } of report.brokenAtSource)
    output.line(`Broken    ${url} (${plural(count, 'link')})`);
}

/** Lists faults and findings by cause, each with a count and an example. The report has every single one. */
export function causeLines(check: Pick<Judgement, 'causes'> | null): string[] {
  // Missing in reports of earlier versions.
  return (check?.causes ?? []).map(({ severity, cause, count, example }) => {
    const word = severity === 'fault' ? 'Fault  ' : 'Finding';
    return `${word}   ${count > 1 ? `${cause} (${formatNumber(count)} times). For example, ${example}` : example}`;
  });
}

/** Saves the report atomically, in the format of the file's extension. */
async function saveReport(api: Api, jobId: string, file: string): Promise<void> {
  const type = { '.html': 'text/html', '.json': 'application/json' }[path.extname(file)];
  if (type === undefined)
    throw new OffprintError('usage', `The report's file name must end in .html or .json, not ${file}.`);
  const answer = await api.open(jobPath(jobId, '/report'), { accept: type });
  const temporary = path.join(
    path.dirname(file),
    `.${path.basename(file)}.${randomBytes(4).toString('hex')}`,
  );
  try {
    await pipeline(answer, fs.createWriteStream(temporary));
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw new OffprintError(
      'usage',
      `The report could not be written to ${file} (${systemCode(error)}). Save it in another folder.`,
      error,
    );
  }
}
