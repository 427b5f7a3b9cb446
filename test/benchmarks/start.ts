import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildInterface, closeChromium, letPortBeChosen, openChromium } from '../interface/launch.ts';
import { seedJobs } from '../interface/seed.ts';
import { startOnStandIn } from '../stand-in/display.ts';

/**
 * `node test/benchmarks/start.ts [--jobs 10000] [--repeat 5]`: measures from the start of the desktop app to a usable
 * list, with an empty and a full store, alternating in one run; medians. Compare the ratio, not the seconds: the
 * windows are pages of an already running browser (test/KNOWN_GAPS.md).
 */
const { values } = parseArgs({
  options: { jobs: { type: 'string', default: '10000' }, repeat: { type: 'string', default: '5' } },
});
const jobs = Number(values.jobs);
const folders = { empty: newFolder(), full: newFolder() };

try {
  buildInterface();
  await seedJobs(folders.full, [path.resolve('examples/handbook')], jobs);
  for (const folder of Object.values(folders)) letPortBeChosen(folder);
  const taken: Record<keyof typeof folders, number[]> = { empty: [], full: [] };
  for (let round = 0; round <= Number(values.repeat); round++) {
    for (const name of ['empty', 'full'] as const) {
      const milliseconds = await start(
        folders[name],
        name === 'empty' ? 'main h2, main h3' : '[data-row="0"] a',
      );
      if (round > 0) taken[name].push(milliseconds); // the first run warms the disk caches
    }
  }
  const [empty, full] = [median(taken.empty), median(taken.full)];
  process.stdout.write(`empty store: ${taken.empty.join(', ')} ms, median ${empty}\n`);
  process.stdout.write(`${jobs} jobs: ${taken.full.join(', ')} ms, median ${full}\n`);
  process.stdout.write(`ratio ${(full / empty).toFixed(2)} (bound 1.5)\n`);
  process.exitCode = full / empty < 1.5 ? 0 : 1;
} finally {
  await closeChromium();
  for (const folder of Object.values(folders)) fs.rmSync(folder, { recursive: true, force: true });
}

/** @param usable what is visible once the list is usable */
async function start(dataFolder: string, usable: string): Promise<number> {
  const context = await (await openChromium()).newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(() => {
    if (location.protocol !== 'about:') localStorage.setItem('offprint.preferences', '{"isWelcomed":true}');
  });
  const started = performance.now();
  const app = startOnStandIn({ context, dataFolder });
  await (await app.page()).locator(usable).first().waitFor();
  const milliseconds = Math.round(performance.now() - started);
  await app.quit();
  await context.close();
  return milliseconds;
}

function newFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-start-'));
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
