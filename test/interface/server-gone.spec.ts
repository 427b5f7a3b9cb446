import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { dataFolder, type RunningOffprint, startOffprint, until } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { openChromium } from './launch.ts';
import { expect, test } from './spec.ts';

type Served = RunningOffprint & Readonly<{ url: string; loginUrl: string }>;

/** Starts `offprint serve` as a separate process. */
async function serve(data: string, port: string): Promise<Served> {
  const running = startOffprint(['serve', '--json', '--data', data, '--port', port]);
  await until('the server answers', () => running.texts.stdout.endsWith('}\n'));
  return { ...running, ...(JSON.parse(running.texts.stdout) as Pick<Served, 'url' | 'loginUrl'>) };
}

for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  test(`a server that ends by ${signal} is said to be out of reach, until it is there again`, async () => {
    test.skip(!isFullRun && signal === 'SIGTERM', 'Runs with OFFPRINT_TEST_FULL=1.');
    const data = dataFolder();
    const first = await serve(data, '0');
    const context = await (await openChromium()).newContext({ reducedMotion: 'reduce' });
    await context.addInitScript(() =>
      localStorage.setItem('offprint.preferences', JSON.stringify({ isWelcomed: true })),
    );
    const page = await context.newPage();
    const banner = page.getByText('Cannot reach the Offprint server');
    try {
      await page.goto(first.loginUrl);
      await page.getByText('No exports yet').waitFor();
      await expect(banner).toBeHidden();
      process.kill(first.pid, signal);
      await first.exited;
      const gone = performance.now();
      await banner.waitFor();
      const seconds = ((performance.now() - gone) / 1000).toFixed(1);
      test.info().annotations.push({ type: 'seconds until the banner', description: seconds });
      process.stdout.write(`${signal}: the banner after ${seconds} s\n`);
      const folder = path.join('test', 'artefacts', 'server-gone');
      fs.mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: path.join(folder, `${signal}.png`) });

      await serve(data, new URL(first.url).port);
      await banner.waitFor({ state: 'hidden' });
      await page.getByText('Offprint is not responding').waitFor({ state: 'hidden' });
      await page.getByText('No exports yet').waitFor();
      await page.screenshot({ path: path.join(folder, `${signal}-again.png`) });
    } finally {
      await context.close();
    }
  });
}
