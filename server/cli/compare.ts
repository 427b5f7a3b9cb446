import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { formatNumber } from '../../shared/numbers.ts';
import type { Comparison, PageComparison } from '../compare/comparison.types.ts';
import { OffprintError } from '../errors.ts';
import { jobPath } from './follow.ts';
import { interruptible } from './interrupt.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { type Cell, type Output, outputFor, plural } from './terminal.ts';
import { withApi } from './with-api.ts';

type CompareOptions = ApiOptions & Readonly<{ page?: string; all?: boolean }>;

/** Number of entries listed without --all or --json. */
const LISTED = 20;

export function compareCommand(): Command {
  return apiCommand('compare')
    .summary('compare two exports')
    .description(
      'Compares two exports by the text of their pages, and shows which pages were added, removed or changed. Takes two jobs, two bundle files, or one job, which is compared with the previous export.',
    )
    .argument('<base>', 'the earlier export: a job id (se_…), or a bundle (.zip or .tar.gz)')
    .argument('[target]', 'the later export (default: compare <base> with the export before it)')
    .option('--page <path>', "show changes to this page's text as a diff")
    .option('--all', `list all pages, not just the first ${LISTED}`)
    .action(async (base: string, target: string | undefined, options: CompareOptions) => {
      const output = outputFor(options.json === true);
      const ends = [base, target].filter((end) => end !== undefined);
      const jobs = ends.filter((end) => /^se_[0-9a-f]{16}$/.test(end));
      if (jobs.length === ends.length) return compareJobs(jobs, options, output);
      if (jobs.length > 0 || target === undefined) {
        throw new OffprintError(
          'usage',
          'Specify two bundle files, two job IDs, or one job ID. List the jobs with: offprint jobs',
        );
      }
      return compareFiles(base, target, options, output);
    });
}

async function compareJobs([first = '', second]: string[], options: CompareOptions, output: Output) {
  const job = second ?? first;
  const query = new URLSearchParams({
    ...(second !== undefined && { base: first }),
    ...(options.page !== undefined && { path: options.page }),
  });
  const place = jobPath(job, `/comparison${options.page === undefined ? '' : '/page'}?${query}`);
  await withApi(options, 'change', async (api) => {
    const found = await api.request<Comparison & PageComparison>('GET', place);
    if (options.page === undefined) print(found, options, output);
    else printPage(found, output);
  });
}

async function compareFiles(
  base: string,
  target: string,
  { page, ...options }: CompareOptions,
  output: Output,
) {
  const [{ compareBundles }, { comparePage }] = await Promise.all([
    import('../compare/compare-bundles.ts'),
    import('../compare/compare-page.ts'),
  ]);
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-compare-'));
  try {
    await interruptible(async (signal) => {
      const [from, to] = [await asZip(base, scratch, signal), await asZip(target, scratch, signal)];
      if (page !== undefined) return printPage(await comparePage({ base: from, target: to }, page), output);
      const found = await compareBundles({ base: from, target: to }, signal, (done, total) =>
        output.progress(done / total, `${formatNumber(done)} of ${plural(total, 'page')} compared`),
      );
      output.progressDone();
      print(found, options, output);
    });
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

/** Converts a bundle to zip if it is not one: only a zip gives access to single files. */
async function asZip(file: string, scratch: string, signal: AbortSignal): Promise<string> {
  const { archiveKind } = await import('../bundles/read.ts');
  if (archiveKind(file) === 'zip') return file;
  const { convertBundle } = await import('../bundles/convert.ts');
  const out = path.join(scratch, `${fs.readdirSync(scratch).length}.zip`);
  await convertBundle({ from: file, out, format: 'zip' }, signal);
  return out;
}

function printPage(found: PageComparison, output: Output): void {
  output.result(found);
  output.line(found.patch === '' ? `The text of ${found.path} has not changed.` : found.patch.trimEnd());
}

function print(found: Comparison, { all = false }: CompareOptions, output: Output): void {
  const { base, target, isSame, pages, files, repeated } = found;
  output.result(found);
  output.line(`Base      ${nameOf(base)}`);
  output.line(`Target    ${nameOf(target)}`);
  if (isSame) {
    output.line('Both exports have the same content, byte for byte.');
    return;
  }
  const changes = (change: string): number => pages.changed.filter((page) => page.change === change).length;
  output.line(
    `Pages     ${told([
      [pages.added.length, 'added'],
      [pages.removed.length, 'removed'],
      [changes('text'), 'with changed text'],
      [changes('around'), 'changed only outside the content'],
      [changes('code'), 'changed only in code'],
      [pages.unchanged, 'unchanged'],
    ])}`,
  );
  output.line(
    `Files     ${told([
      [files.added, 'added'],
      [files.removed, 'removed'],
      [files.changed, 'changed'],
      [files.unchanged, 'unchanged'],
    ])}`,
  );
  for (const { pages: count, removed, added } of repeated.slice(0, all ? undefined : 5)) {
    output.line(`\nThe same change on ${plural(count, 'page')}:`);
    for (const line of removed) output.line(`  - ${line}`);
    for (const line of added) output.line(`  + ${line}`);
  }
  const rows: Cell[][] = [
    ...pages.added.map(({ path: place, title }): Cell[] => [
      { text: 'added', colour: 'green' },
      '',
      place,
      title,
    ]),
    ...pages.removed.map(({ path: place, title }): Cell[] => [
      { text: 'removed', colour: 'red' },
      '',
      place,
      title,
    ]),
    ...pages.changed
      .filter(({ change }) => change === 'text')
      .map(({ path: place, title, added, removed }): Cell[] => [
        { text: 'changed', colour: 'yellow' },
        `+${added} −${removed}`,
        place,
        title,
      ]),
  ];
  const shown = all ? rows : rows.slice(0, LISTED);
  if (shown.length > 0) output.line('');
  output.table(['WHAT', 'LINES', 'PAGE', 'TITLE'], shown);
  if (shown.length < rows.length)
    output.note(`${rows.length - shown.length} more. Use --all or --json to list all.`);
}

function nameOf({ version, digest, ...rest }: Partial<Comparison['base']> & { jobId?: string }): string {
  const whose = rest.domain ?? rest.jobId ?? '';
  return `${whose} ${version}, content ${digest?.slice(0, 12)}`;
}

function told(counts: readonly (readonly [number, string])[]): string {
  const some = counts.filter(([count]) => count > 0);
  return some.length === 0
    ? 'none'
    : some.map(([count, what]) => `${formatNumber(count)} ${what}`).join(', ');
}
