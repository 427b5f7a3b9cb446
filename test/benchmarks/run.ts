import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeClassicSite } from './classic-site.ts';
import { type Run, type Tool, tools } from './tools.ts';

/**
 * `npm run bench [-- --pages 25,100,500] [--routed-pages 25,200]
 * [--vitepress-pages 40,150] [--site <folder>] [--repeat 3] [--tool <name>…] [--json <file>]`: Offprint and its
 * peers copy the same sites from loopback, alternating in one run; medians. Generated sites of two sizes give each
 * tool's fixed cost and its marginal pages per second; client-rendered ones (docsify) are only for tools with a
 * browser. Compare ratios, not seconds.
 */
const { values } = parseArgs({
  options: {
    site: { type: 'string' },
    pages: { type: 'string', default: '25,100,500' },
    'routed-pages': { type: 'string', default: '25,200' },
    'vitepress-pages': { type: 'string', default: '' },
    repeat: { type: 'string', default: '3' },
    tool: { type: 'string', multiple: true },
    json: { type: 'string' },
  },
});

/** A site, and the program that serves it and prints its address. */
type Site = Readonly<{
  name: string;
  server: readonly string[];
  isScripted: boolean;
  /** Undefined if not known in advance. */
  pages: number | undefined;
}>;

type Row = Run & Readonly<{ site: string; tool: string; pagesPerSecond: number }>;

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-bench-'));
try {
  const sites: Site[] = values.site
    ? [
        {
          name: path.basename(values.site),
          server: ['serve.ts', path.resolve(values.site)],
          isScripted: false,
          pages: undefined,
        },
      ]
    : [
        ...counts(values.pages).map((count) => ({
          name: `classic-${count}`,
          server: ['serve.ts', makeClassicSite(path.join(work, `site-${count}`), Number(count))],
          isScripted: false,
          pages: Number(count),
        })),
        ...counts(values['routed-pages']).map((count) => ({
          name: `docsify-${count}`,
          server: ['docsify-site.ts', '--pages', count],
          isScripted: true,
          pages: Number(count),
        })),
        ...counts(values['vitepress-pages']).map((count) => ({
          name: `vitepress-${count}`,
          server: ['vitepress-site.ts', '--pages', count],
          isScripted: true,
          pages: Number(count),
        })),
      ];
  const wanted = tools.filter(({ name }) => values.tool?.includes(name) ?? true);
  for (const { name } of wanted.filter((tool) => !tool.isThere()))
    process.stdout.write(`${name} is not installed: its rows are missing.\n`);
  const rows: Row[] = [];
  for (const site of sites) {
    const pages = site.pages ?? Number.POSITIVE_INFINITY;
    const able = wanted.filter((tool) =>
      site.isScripted ? tool.runsScripts : pages <= (tool.plainPagesMax ?? Number.POSITIVE_INFINITY),
    );
    rows.push(
      ...(await bench(
        site,
        able.filter((tool) => tool.isThere()),
      )),
    );
  }
  report(rows);
} finally {
  // Deletes nothing earlier: when ext4 creates files, it skips those deleted in the last five minutes one by one.
  fs.rmSync(work, { recursive: true, force: true });
}

/** Runs all tools on one site, in turn in each round. */
async function bench(
  { name: site, server: [script = '', ...args] }: Site,
  present: readonly Tool[],
): Promise<Row[]> {
  const runs = new Map<string, Run[]>(present.map(({ name }) => [name, []]));
  const server = spawn(process.execPath, [path.join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await new Promise<string>((resolve) =>
      server.stdout.once('data', (line) => resolve(String(line).trim())),
    );
    for (let round = 0; round < Number(values.repeat); round++) {
      for (const { name, run } of present) {
        runs.get(name)?.push(await run(address, path.join(work, `${site}-${name}-${round}`)));
      }
    }
  } finally {
    server.kill();
  }
  return [...runs].map(([tool, list]) => {
    const of = (pick: (run: Run) => number): number => median(list.map(pick));
    const pages = of((run) => run.pages);
    const seconds = of((run) => run.seconds);
    return {
      site,
      tool,
      pages,
      seconds,
      pagesPerSecond: pages / seconds,
      cpuSeconds: of((run) => run.cpuSeconds),
      peakBytes: of((run) => run.peakBytes),
      outputBytes: of((run) => run.outputBytes),
    };
  });
}

function report(rows: readonly Row[]): void {
  const kindOf = ({ site }: Row): string => site.replace(/-\d+$/, '');
  const fits = [...Map.groupBy(rows, (row) => `${kindOf(row)} ${row.tool}`).values()].flatMap((some) =>
    fitOf(some, some[0] ? kindOf(some[0]) : ''),
  );
  const lines = [
    `${values.repeat} runs each, medians, ${os.availableParallelism()} processors`,
    '',
    '| site | tool | pages | s | pages/s | CPU s | peak memory MB | output MB |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.map(({ site, tool, pages, seconds, pagesPerSecond, cpuSeconds, peakBytes, outputBytes }) =>
      row([
        ...[site, tool, pages, seconds.toFixed(2), pagesPerSecond.toFixed(0), cpuSeconds.toFixed(1)],
        ...[(peakBytes / 1e6).toFixed(0), (outputBytes / 1e6).toFixed(1)],
      ]),
    ),
    ...(fits.length === 0
      ? []
      : [
          '',
          '| site | tool | fixed s | marginal pages/s | Offprint is times as fast |',
          '|---|---|---|---|---|',
        ]),
    ...fits.map(({ kind, tool, fixedSeconds, marginalPagesPerSecond }) => {
      const ours = fits.find((fit) => fit.tool === 'Offprint' && fit.kind === kind)?.marginalPagesPerSecond;
      const times = ours === undefined ? '' : (ours / marginalPagesPerSecond).toFixed(2);
      return row([kind, tool, fixedSeconds.toFixed(2), marginalPagesPerSecond.toFixed(1), times]);
    }),
    ...voids(rows),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  const file = values.json ?? path.join(os.tmpdir(), 'offprint-bench.json');
  fs.writeFileSync(file, JSON.stringify({ rows, fits }, null, 1));
  process.stdout.write(`JSON: ${file}\n`);
}

type Fit = Readonly<{ kind: string; tool: string; fixedSeconds: number; marginalPagesPerSecond: number }>;

/** Fits a line through the smallest and the largest site. */
function fitOf(rows: readonly Row[], kind: string): Fit[] {
  const sorted = [...rows].sort((a, b) => a.pages - b.pages);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last || first.pages === last.pages) return [];
  const marginal = (last.pages - first.pages) / (last.seconds - first.seconds);
  const fixedSeconds = first.seconds - first.pages / marginal;
  return [{ kind, tool: first.tool, fixedSeconds, marginalPagesPerSecond: marginal }];
}

/** Reports invalid comparisons: one is only valid if the tools found the same pages. */
function voids(rows: readonly Row[]): string[] {
  const ours = (site: string): Row | undefined =>
    rows.find((row) => row.site === site && row.tool === 'Offprint');
  return rows.flatMap(({ site, tool, pages }) => {
    const wanted = ours(site)?.pages ?? pages;
    const apart = Math.abs(wanted - pages) / wanted;
    return apart <= 0.01 ? [] : ['', `Void: ${tool} has ${pages} pages of ${site}, Offprint ${wanted}.`];
  });
}

function counts(list: string): string[] {
  return list.split(',').filter((count) => count !== '');
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
