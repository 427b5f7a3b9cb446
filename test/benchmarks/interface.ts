import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { jobPath } from '../../server/cli/follow.ts';
import setupInterface from '../interface/global-setup.ts';
import { callAsOwner, closeChromium, letPortBeChosen, openChromium } from '../interface/launch.ts';
import { seedJobs } from '../interface/seed.ts';
import { type StandIn, startOnStandIn } from '../stand-in/display.ts';

/**
 * `npm run bench:interface -- [--jobs 10000] [--pages 1500]`: the desktop app with a long list, on the stand-in.
 * Measures what blocks its page while the list is scrolled and while an export runs, and what blocks the event loop of
 * its main process meanwhile. The figures include other work on the machine: look for outliers.
 */
const { values } = parseArgs({
  options: { jobs: { type: 'string', default: '10000' }, pages: { type: 'string', default: '1500' } },
});
const dataFolder = newFolder();
const site = newFolder();
/** Threshold for a noticeable delay (W3C Long Tasks). */
const LONG_TASK_MS = 50;
/** Keeps the process alive: lent writer processes do not. */
const alive = setInterval(() => {}, 60_000);

try {
  await setupInterface();
  writeSite(Number(values.pages));
  await seedJobs(dataFolder, [site], Number(values.jobs));
  letPortBeChosen(dataFolder);
  const context = await (await openChromium()).newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(() => {
    if (location.protocol !== 'about:') localStorage.setItem('offprint.preferences', '{"isWelcomed":true}');
  });
  const imports = [new URL('./loop-delay.ts', import.meta.url).href];
  const app = startOnStandIn({ context, dataFolder, imports });
  const openedMs = await opened(await app.page());
  const rows = await measure(app);
  await app.quit();
  await context.close();
  table(rows);
  process.stdout.write(`The list of ${values.jobs} jobs is there after ${openedMs} ms (median of 5).\n`);
} finally {
  await closeChromium();
  for (const folder of [dataFolder, site]) fs.rmSync(folder, { recursive: true, force: true });
  clearInterval(alive);
}

type Delay = Readonly<{ p50: number; p99: number; max: number }>;
type PageFigures = Readonly<{ long: readonly number[]; frames: readonly number[] }>;
type Row = Readonly<{ what: string; page: PageFigures; main: Delay }>;

/**
 * Measures the time from the click on its link, on another page, to the first row.
 * @returns ms
 */
async function opened(page: Page): Promise<number> {
  const times: number[] = [];
  await page.locator('[data-row="0"] a').waitFor();
  for (let turn = 0; turn < 5; turn++) {
    await page.getByRole('link', { name: 'About', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
    const started = performance.now();
    await page.getByRole('link', { name: 'Exports', exact: true }).click();
    await page.locator('[data-row="0"] a').waitFor();
    times.push(performance.now() - started);
  }
  return Math.round(times.sort((a, b) => a - b)[2] ?? 0);
}

async function measure(app: StandIn): Promise<Row[]> {
  const page = await app.page();
  await page.locator('[data-row="0"] a').waitFor();
  await scrolled(page); // the first run compiles the drawing code
  await loopDelay(app);
  const idle = { what: 'list of jobs scrolled', page: await scrolled(page), main: await loopDelay(app) };

  const { jobs } = await callAsOwner<{ jobs: { domain: string }[] }>(
    dataFolder,
    'GET',
    '/v1/static-export/jobs?limit=1',
  );
  const { jobId } = await callAsOwner<{ jobId: string }>(dataFolder, 'POST', '/v1/static-export/jobs', {
    domain: jobs[0]?.domain,
    settings: { sampleMin: 0, sampleMax: 0, concurrency: 1 },
  });
  await page.evaluate(() =>
    document.querySelector('[role=grid] > [role=rowgroup]:last-child')?.scrollTo(0, 0),
  );
  await loopDelay(app);
  const watched = await observed(page, () => untilEnded(jobId));
  const running = { what: 'list seen while an export runs', page: watched, main: await loopDelay(app) };
  return [idle, running];
}

async function untilEnded(jobId: string): Promise<void> {
  for (;;) {
    const { status } = await callAsOwner<{ status: string }>(dataFolder, 'GET', jobPath(jobId));
    if (status === 'completed') return;
    if (status === 'failed') throw new Error('The export failed.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Scrolls from top to bottom by a few rows per frame. */
function scrolled(page: Page): Promise<PageFigures> {
  return observed(page, () =>
    page.evaluate(async () => {
      const scroller = document.querySelector<HTMLElement>('[role=grid] > [role=rowgroup]:last-child');
      if (!scroller) throw new Error('There is no list.');
      for (let step = 1; step <= 300; step++) {
        scroller.scrollTop = step < 270 ? step * 400 : (scroller.scrollHeight * (step - 269)) / 31;
        await new Promise(requestAnimationFrame);
      }
    }),
  );
}

type Watch = { long: number[]; frames: number[]; stop: () => void };

async function observed(page: Page, work: () => Promise<unknown>): Promise<PageFigures> {
  await page.evaluate(() => {
    const watch: Watch = { long: [], frames: [], stop: () => {} };
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watch.long.push(Math.round(duration));
    });
    observer.observe({ type: 'longtask' });
    let before = performance.now();
    let isOver = false;
    const frame = (): void => {
      const now = performance.now();
      watch.frames.push(now - before);
      before = now;
      if (!isOver) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    watch.stop = () => {
      isOver = true;
      observer.disconnect();
    };
    Object.assign(window, { watch });
  });
  await work();
  return page.evaluate(() => {
    const { watch } = window as unknown as { watch: Watch };
    watch.stop();
    return { long: watch.long, frames: watch.frames };
  });
}

/** Event loop delay of the main process since the last call, in ms. */
async function loopDelay(app: StandIn): Promise<Delay> {
  const said = (): RegExpMatchArray[] => [...app.log().matchAll(/^loop-delay (.*)$/gm)];
  const before = said().length;
  app.child.kill('SIGUSR2');
  for (;;) {
    const [, text] = said()[before] ?? [];
    if (text !== undefined) return JSON.parse(text) as Delay;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function table(rows: readonly Row[]): void {
  const lines = [
    [
      '',
      `long tasks > ${LONG_TASK_MS} ms`,
      'worst',
      'frame p50',
      'frame p99',
      'main p50',
      'main p99',
      'main max',
    ],
    ...rows.map(({ what, page: { long, frames }, main }) => [
      what,
      String(long.length),
      `${Math.max(0, ...long)} ms`,
      `${share(frames, 0.5)} ms`,
      `${share(frames, 0.99)} ms`,
      `${main.p50} ms`,
      `${main.p99} ms`,
      `${main.max} ms`,
    ]),
  ];
  for (const cells of lines) process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

function share(numbers: readonly number[], part: number): string {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1);
}

function writeSite(pages: number): void {
  const names = Array.from({ length: pages }, (_, index) => `page-${index}.html`);
  const links = names.map((name) => `<a href="${name}">${name}</a>`).join(' ');
  fs.writeFileSync(path.join(site, 'index.html'), `<!doctype html><title>Start</title>${links}`);
  for (const name of names) {
    fs.writeFileSync(path.join(site, name), `<!doctype html><title>${name}</title><p>${name.repeat(200)}`);
  }
}

function newFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-bench-interface-'));
}
