import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { makeClassicSite } from './classic-site.ts';
import { watchMemory } from './memory.ts';

/**
 * `npm run bench [-- --site <folder>] [--repeat 3] [--json <file>]`: Offprint against HTTrack with its limits off, on
 * the same site, alternating in one run; medians. Compare ratios, not seconds.
 */
const { values } = parseArgs({
  options: { site: { type: 'string' }, repeat: { type: 'string', default: '3' }, json: { type: 'string' } },
});

type Run = Readonly<{ pages: number; seconds: number; peakBytes: number; outputBytes: number }>;

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-bench-'));
try {
  const site = values.site ? path.resolve(values.site) : makeClassicSite(path.join(work, 'site'), 500);
  const repeat = Number(values.repeat);
  const hasHttrack = spawnSync('httrack', ['--version']).status === 0;
  if (!hasHttrack) process.stdout.write('HTTrack is not installed (Debian: httrack): its row is missing.\n');

  const runs: Record<string, Run[]> = { Offprint: [], HTTrack: [] };
  for (let round = 0; round < repeat; round++) {
    runs.Offprint?.push(await benchOffprint(site, path.join(work, `offprint-${round}`)));
    if (hasHttrack) runs.HTTrack?.push(await benchHttrack(site, path.join(work, `httrack-${round}`)));
  }
  report(site, runs);
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}

/** Start of the job to archive written: process start and verification apart. */
async function benchOffprint(site: string, folder: string): Promise<Run> {
  const args = ['server/cli/main.ts', 'export', site, '--data', folder, '--sample-max', '0', '--json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.resume();
  const { peakBytes } = await watchMemory(child);
  const store = new Database(path.join(folder, 'offprint.db'), { readonly: true });
  const job = store
    .prepare(
      `SELECT page_count AS pages, started_at AS started, packed_at AS packed, size_bytes AS outputBytes
       FROM export_jobs JOIN bundles ON job_id = id`,
    )
    .get() as { pages: number; started: string; packed: string; outputBytes: number };
  store.close();
  const seconds = (Date.parse(job.packed) - Date.parse(job.started)) / 1000;
  return { pages: job.pages, seconds, peakBytes, outputBytes: job.outputBytes };
}

async function benchHttrack(site: string, folder: string): Promise<Run> {
  const server = spawn(process.execPath, [path.join(import.meta.dirname, 'serve.ts'), site], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await new Promise<string>((resolve) =>
      server.stdout.once('data', (line) => resolve(String(line).trim())),
    );
    const limits = [
      '-c8',
      '--disable-security-limits',
      '--max-rate=0',
      '--connection-per-second=0',
      '--sockets=8',
    ];
    const started = performance.now();
    const child = spawn('httrack', [`${address}/`, '-O', folder, ...limits, '-q'], { stdio: 'ignore' });
    const { peakBytes } = await watchMemory(child);
    const seconds = (performance.now() - started) / 1000;
    const files = fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile());
    // HTTrack adds an index of its own at the top and a folder hts-cache.
    const own = files.filter((file) => !file.parentPath.includes('hts-cache') && file.parentPath !== folder);
    const outputBytes = own.reduce(
      (sum, file) => sum + fs.statSync(path.join(file.parentPath, file.name)).size,
      0,
    );
    return {
      pages: own.filter((file) => /\.html?$/.test(file.name)).length,
      seconds,
      peakBytes,
      outputBytes,
    };
  } finally {
    server.kill();
  }
}

function report(site: string, runs: Record<string, Run[]>): void {
  const rows = Object.entries(runs)
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => {
      const of = (pick: (run: Run) => number): number => median(list.map(pick));
      const pages = of((run) => run.pages);
      const seconds = of((run) => run.seconds);
      return {
        name,
        pages,
        seconds,
        pagesPerSecond: pages / seconds,
        peakBytes: of((run) => run.peakBytes),
        outputBytes: of((run) => run.outputBytes),
      };
    });
  const [ours, theirs] = rows;
  const lines = [
    `Site ${path.basename(site)}, ${values.repeat} runs each, medians, ${os.availableParallelism()} processors`,
    '',
    '| tool | pages | s | pages/s | peak memory MB | output MB |',
    '|---|---|---|---|---|---|',
    ...rows.map(
      (row) =>
        `| ${row.name} | ${row.pages} | ${row.seconds.toFixed(2)} | ${row.pagesPerSecond.toFixed(0)} | ${(row.peakBytes / 1e6).toFixed(0)} | ${(row.outputBytes / 1e6).toFixed(1)} |`,
    ),
  ];
  let ratio: number | null = null;
  if (ours && theirs) {
    const apart = Math.abs(ours.pages - theirs.pages) / ours.pages;
    ratio = apart <= 0.01 ? ours.pagesPerSecond / theirs.pagesPerSecond : null;
    lines.push(
      '',
      ratio === null
        ? `Void: the page sets differ by ${(apart * 100).toFixed(1)} %.`
        : `Offprint makes ${ratio.toFixed(2)} times the pages per second of HTTrack.`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
  const file = values.json ?? path.join(os.tmpdir(), 'offprint-bench.json');
  fs.writeFileSync(file, JSON.stringify({ site: path.basename(site), rows, ratio, runs }, null, 1));
  process.stdout.write(`JSON: ${file}\n`);
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
