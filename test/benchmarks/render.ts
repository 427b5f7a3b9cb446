import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from '../../server/exports/chromium/open.ts';
import { browserAnswers } from '../../server/exports/origin/browser-answers.ts';
import { boundsOf } from '../../server/exports/origin/fetch-bounds.ts';
import { openClient } from '../../server/exports/origin/http/client.ts';
import { openRenderPool } from '../../server/exports/render/pool.ts';
import { exportSettings } from '../../server/exports/settings/settings.ts';

/**
 * `node test/benchmarks/render.ts [--router hash|history] [--pages 200] [--tabs 4] [--repeat 3] [--json <file>]`:
 * compares the render pool with the usual Puppeteer loop (a new tab for each page, `networkidle0`) on the same site and
 * browser, with the same number of tabs, alternating in one run; medians of marginal pages/s. Compare ratios, not
 * seconds.
 */
const { values } = parseArgs({
  options: {
    router: { type: 'string', default: 'hash' },
    pages: { type: 'string', default: '200' },
    tabs: { type: 'string', default: '4' },
    repeat: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
});
const pages = Number(values.pages);
const tabs = Number(values.tabs);
const cacheFolder = path.join(os.tmpdir(), `offprint-tests-${process.getuid?.() ?? 'user'}`);
const { signal } = new AbortController();

const server = spawn(
  process.execPath,
  [path.join(import.meta.dirname, 'docsify-site.ts'), '--pages', values.pages, '--router', values.router],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
try {
  const origin = await firstLine(server);
  const urls = Array.from({ length: pages }, (_, page) =>
    values.router === 'hash' ? `${origin}/#/p/${page}` : `${origin}/p/${page}`,
  );
  const rates: Record<string, number[]> = { 'render pool': [], 'puppeteer loop': [] };
  process.stdout.write(`load before: ${os.loadavg()[0]?.toFixed(2)}\n`);
  for (let round = 0; round < Number(values.repeat); round++) {
    rates['puppeteer loop']?.push(await benchLoop(origin, urls.slice(0, Math.ceil(pages / 4))));
    rates['render pool']?.push(await benchPool(origin, urls));
  }
  report(rates);
} finally {
  server.kill();
}

async function benchPool(origin: string, urls: readonly string[]): Promise<number> {
  const client = openClient({ connections: 8, connectMs: 10_000, mayBePrivate: () => true });
  const bounds = boundsOf(exportSettings.parse({}));
  const site = { origin, hosts: new Set([new URL(origin).host]), queriesSelect: true };
  const fetchResource = browserAnswers(
    (place, ask) => client.get(new URL(place, origin), { ...ask, headers: {}, bounds }),
    site,
    signal,
  );
  const pool = openRenderPool({ cacheFolder, origin, assetHosts: [], fetchResource, tabs, signal });
  try {
    await Promise.all(urls.slice(0, 2 * tabs).map((url) => pool.render(url)));
    const started = performance.now();
    const results = await Promise.all(urls.map((url) => pool.render(url)));
    const seconds = (performance.now() - started) / 1000;
    for (const [page, result] of results.entries()) {
      if (result.outcome !== 'rendered' || !result.text.includes(`This is page ${page}.`)) {
        throw new Error(`page ${page} was not rendered: ${JSON.stringify(result).slice(0, 300)}`);
      }
    }
    return urls.length / seconds;
  } finally {
    await pool.close();
    await client.close();
  }
}

async function benchLoop(origin: string, urls: readonly string[]): Promise<number> {
  const browser = await openBrowser({ cacheFolder, allowedHosts: [new URL(origin).host], signal });
  try {
    const take = async (url: string): Promise<void> => {
      const page = await browser.newPage();
      await page.goto(url, { waitUntil: 'networkidle0' });
      await page.content();
      await page.close();
    };
    await Promise.all(urls.slice(0, tabs).map(take));
    const queue = [...urls];
    const started = performance.now();
    await Promise.all(
      Array.from({ length: tabs }, async () => {
        for (let url = queue.shift(); url !== undefined; url = queue.shift()) await take(url);
      }),
    );
    return urls.length / ((performance.now() - started) / 1000);
  } finally {
    await browser.close();
  }
}

function report(rates: Record<string, number[]>): void {
  const rows = Object.entries(rates).map(([name, list]) => ({
    name,
    pagesPerSecond: median(list),
    runs: list,
  }));
  const [pool, loop] = rows;
  const ratio = (pool?.pagesPerSecond ?? 0) / (loop?.pagesPerSecond ?? 1);
  process.stdout.write(`\n| docsify, ${values.router}, ${tabs} tabs | pages/s | runs |\n|---|---|---|\n`);
  for (const { name, pagesPerSecond, runs } of rows) {
    const list = runs.map((rate) => rate.toFixed(1)).join(', ');
    process.stdout.write(`| ${name} | ${pagesPerSecond.toFixed(1)} | ${list} |\n`);
  }
  process.stdout.write(`\nratio: ${ratio.toFixed(1)}; load after: ${os.loadavg()[0]?.toFixed(2)}\n`);
  if (values.json) {
    fs.writeFileSync(
      values.json,
      `${JSON.stringify({ router: values.router, tabs, pages, rows, ratio }, null, 2)}\n`,
    );
  }
}

function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (data) => resolve(String(data).trim()));
    child.once('exit', () => reject(new Error('the site did not start')));
  });
}
