import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { makeClassicSite } from './classic-site.ts';
import { treeOf, watchProcess } from './watch-process.ts';

/**
 * `node test/benchmarks/scale.ts [--pages 2000,20000] [--folder <where>]`: exports generated sites of growing size from
 * loopback and measures pages/s, CPU time per page and peak memory. Each export is also killed (SIGKILL) when half of
 * its pages are acquired, to measure the time from the restart to the next page.
 */
const { values } = parseArgs({
  options: { pages: { type: 'string', default: '2000,20000' }, folder: { type: 'string' } },
});

const work = fs.mkdtempSync(path.join(values.folder ?? os.tmpdir(), 'offprint-scale-'));
process.stdout.write(
  '| pages | pages/s | CPU ms a page | peak memory MB | goes on after s |\n|---|---|---|---|---|\n',
);
try {
  for (const pages of values.pages.split(',').map(Number)) {
    process.stdout.write(`${await measure(pages)}\n`);
  }
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}

async function measure(pages: number): Promise<string> {
  const site = makeClassicSite(path.join(work, `site-${pages}`), pages);
  const data = path.join(work, `data-${pages}`);
  const server = spawn(process.execPath, [path.join(import.meta.dirname, 'serve.ts'), site], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await new Promise<string>((resolve) =>
      server.stdout.once('data', (line) => resolve(String(line).trim())),
    );
    const begun = performance.now();
    const first = startExport(address, data);
    const half = watchProcess(first);
    await untilPages(data, pages / 2);
    for (const pid of treeOf(first.pid ?? 0)) process.kill(pid, 'SIGKILL');
    const killed = await half;
    const seconds = (performance.now() - begun) / 1000;

    const known = pagesIn(data);
    const resumed = Date.now();
    const second = startExport(address, data);
    const rest = watchProcess(second);
    const goesOn = await untilPages(data, known + 1);
    const ended = await rest;
    if (ended.code !== 0) throw new Error(`The export of ${pages} pages ended with ${ended.code}.`);
    const packed = read(data, 'SELECT packed_at FROM export_jobs') as string;
    const whole = seconds + (Date.parse(packed) - resumed) / 1000;
    const cpuMs = ((killed.cpuSeconds + ended.cpuSeconds) * 1000) / pages;
    const peak = Math.max(killed.peakBytes, ended.peakBytes);
    const cells = [pages, (pages / whole).toFixed(0), cpuMs.toFixed(1), (peak / 1e6).toFixed(0)];
    return `| ${[...cells, ((goesOn - resumed) / 1000).toFixed(1)].join(' | ')} |`;
  } finally {
    server.kill();
  }
}

function startExport(address: string, data: string): ChildProcess {
  const args = ['server/cli/main.js', 'export', address, '--data', data, '--sample-max', '0'];
  return spawn(process.execPath, args, { stdio: 'ignore' });
}

/** Waits until that many pages are acquired. */
async function untilPages(data: string, count: number): Promise<number> {
  while (pagesIn(data) < count) await pause(50);
  return Date.now();
}

function pagesIn(data: string): number {
  return Number(read(data, "SELECT count(*) FROM resources WHERE status = 'done' AND kind = 'page'") ?? 0);
}

/** Reads the first value; undefined while there is no store yet. */
function read(data: string, query: string): unknown {
  try {
    const store = new Database(path.join(data, 'offprint.db'), { readonly: true, fileMustExist: true });
    try {
      return store.prepare(query).pluck().get();
    } finally {
      store.close();
    }
  } catch {
    return undefined;
  }
}
