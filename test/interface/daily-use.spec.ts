import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Job, JobList } from '../../server/api/wire.types.ts';
import { page as htmlPage, makeSite, manyPages } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { violations } from './axe.ts';
import { type App, launchApp } from './launch.ts';
import { expect, test } from './spec.ts';

/**
 * Everyday tasks, on the first day and later. A full run, or OFFPRINT_PICTURES, takes pictures of each step in both
 * themes and a narrow window.
 */
const ARTEFACTS = path.join('test', 'artefacts', 'daily-use');
const LOOKS = [
  { name: 'light', colorScheme: 'light', width: 1280 },
  { name: 'dark', colorScheme: 'dark', width: 1280 },
  { name: 'narrow', colorScheme: 'light', width: 900 },
] as const;
let app: App;

test.beforeAll(() => {
  fs.mkdirSync(ARTEFACTS, { recursive: true });
});
test.afterEach(() => app?.close());

/** Pictures cost a second each: a usual run takes none. */
async function pictures(step: string): Promise<void> {
  if (!isFullRun && !process.env.OFFPRINT_PICTURES) return;
  const { page } = app;
  for (const { name, colorScheme, width } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    await page.screenshot({ path: path.join(ARTEFACTS, `${step}-${name}.png`) });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}

async function lastJob(): Promise<Job> {
  const { jobs } = await app.call<JobList>('GET', '/v1/static-export/jobs?limit=1');
  return jobs[0] as Job;
}

test('from the first start to the bundle in two clicks', async () => {
  // The example itself in a full run, otherwise a small one.
  const small = isFullRun ? {} : { exampleFolder: makeSite(manyPages(3), 'handbook') };
  app = await launchApp({ isWelcomed: false, ...small });
  const { page } = app;
  await page.getByRole('heading', { name: 'Welcome to Offprint' }).waitFor();
  await pictures('1-welcome');
  await page.getByRole('button', { name: 'Export the example' }).click();
  await page.getByRole('progressbar').waitFor();
  await pictures('2-running');
  const download = page.getByRole('button', { name: 'Download' });
  await download.waitFor({ timeout: 500_000 });
  await pictures('3-result');
  const [saved] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect(saved.suggestedFilename()).toMatch(/^handbook\.localhost-.*\.zip$/);
  const { startedAt, finishedAt } = await lastJob();
  const seconds = (Date.parse(finishedAt ?? '') - Date.parse(startedAt ?? '')) / 1000;
  test.info().annotations.push({ type: 'seconds of the export', description: String(seconds) });
  expect(app.complaints).toEqual([]);
});

test('from a wrong address to a right one; pause, resume, cancel; export again', async () => {
  // Delays the second page until it is released.
  let isHeld = true;
  const waiting: (() => void)[] = [];
  const site = http.createServer((request, response) => {
    const answer = (): void => {
      response.setHeader('content-type', 'text/html').end(htmlPage('Slow docs', '<a href="/a">a</a>'));
    };
    if (request.url === '/a' && isHeld) waiting.push(answer);
    else answer();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  app = await launchApp();
  const { page } = app;
  try {
    await app.open('/exports');
    await page.getByRole('button', { name: 'New export' }).first().click();
    const field = page.getByRole('combobox', { name: 'Site' });
    const start = page.getByRole('button', { name: 'Start export' });
    await field.fill('htp:/foo');
    await start.click();
    await page.getByText('“htp:” is misspelled. Did you mean http://foo?').waitFor();
    await expect(field).toBeFocused();
    await pictures('4-wrong-address');
    await field.fill('docs.example.com');
    await start.click();
    await page.getByRole('button', { name: 'Use https://docs.example.com/' }).waitFor();
    await pictures('5-https-offered');
    await field.fill(address);
    await pictures('6-right-address');
    const domain = page.getByRole('textbox', { name: 'Domain' });
    const suggested = await domain.inputValue();
    await domain.fill('bad domain!');
    await start.click();
    await expect(domain).toBeFocused();
    await expect(domain).toHaveAccessibleDescription(/Enter a host name, such as docs\.example\.com\./);
    await pictures('6-wrong-domain');
    await domain.fill(suggested);
    await start.click();

    await page.getByRole('heading', { level: 1, name: 'Slow docs' }).waitFor();
    await page.getByRole('progressbar').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).first().waitFor();
    await pictures('7-paused');
    // A note about an export disappears when its page is left, once there was time to read it.
    await page.getByText('Export paused').waitFor();
    await page.waitForTimeout(1500);
    await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
    await expect(page.getByText('Export paused')).toHaveCount(0, { timeout: 2500 });
    await page.goBack();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    // A single key press cancels nothing in the list either.
    await page.getByRole('link', { name: 'Exports', exact: true }).first().click();
    await page.getByRole('row', { name: /Slow docs/ }).press('c');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep exporting' }).click();
    await page.goBack();
    await page.getByRole('button', { name: 'Cancel export' }).click();
    await page.getByRole('alertdialog').waitFor();
    await pictures('8-cancel-question');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel export' }).click();
    await page.getByText('Canceled', { exact: true }).first().waitFor();
    await pictures('9-canceled');

    isHeld = false;
    for (const answer of waiting) answer();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('button', { name: 'Download' }).waitFor({ timeout: 500_000 });
    const { jobId, projectId } = await lastJob();
    // One verification is enough. A job that waits for a paused queue shows the reason.
    await app.call('PATCH', `/v1/projects/${projectId}`, { settings: { sampleMin: 0, sampleMax: 0 } });
    await app.call('PATCH', '/v1/settings', { queuePaused: true });
    await page.getByRole('button', { name: 'Export again' }).click();
    await expect(page).not.toHaveURL(new RegExp(jobId));
    await page.getByText('The queue is paused, so no exports will start.').waitFor();
    await expect(page.locator('[aria-current="step"]')).toHaveCount(0);
    await pictures('10-queue-paused');
    await page.getByRole('button', { name: 'Resume the queue' }).click();
    await page.getByRole('button', { name: 'Download' }).waitFor({ timeout: 500_000 });
    await pictures('10-exported-again');
    expect((await lastJob()).status).toBe('completed');
    expect(app.complaints).toEqual([]);
  } finally {
    site.closeAllConnections();
    site.close();
  }
});

test('help for the page, a log that finds pages, and the place where one was', async () => {
  app = await launchApp();
  const { page } = app;
  const domain = 'many.example';
  const origin = { kind: 'directory', folder: makeSite(manyPages(60)) };
  const settings = { sampleMin: 0, sampleMax: 0 };
  await app.call('POST', '/v1/projects', { domains: [domain], origin, settings });
  const { jobId } = await app.call<Job>('POST', '/v1/static-export/jobs', { domain });
  await app.open(`/exports/${jobId}`);
  await page.getByRole('button', { name: 'Download' }).waitFor({ timeout: 500_000 });
  await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();

  // Help
  await page.getByRole('link', { name: 'Report' }).click();
  await page.getByRole('link', { name: 'Help for this page' }).click();
  await page.getByRole('article').getByRole('heading', { name: 'Reading the report' }).waitFor();
  await pictures('11-help');
  if (isFullRun) expect(await violations(app, {})).toEqual([]); // pages.spec.ts covers a page of the help
  await page.getByRole('searchbox', { name: 'Search the handbook' }).fill('troubleshooting');
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'Troubleshooting' })
    .click();
  await page.getByRole('article').getByRole('heading', { name: 'Troubleshooting' }).waitFor();
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.keyboard.press('F1');
  await page.getByRole('article').getByRole('heading', { name: 'Set up Offprint' }).waitFor();

  // The log
  await app.open(`/exports/${jobId}/log`);
  const log = page.getByRole('log');
  await log.getByText('Completed. Verification: Passed').waitFor();
  await page.getByRole('searchbox', { name: 'Search steps and pages' }).fill('p0042');
  await log.getByText('p0042.html').waitFor();
  await pictures('12-log');
  await page.getByLabel('Show').selectOption('Problems');
  await page.getByText('No matching lines').waitFor();

  // The place
  await page.getByRole('link', { name: 'Pages' }).click();
  const list = page.getByRole('region', { name: 'Pages' });
  await list.getByText('p0001.html').first().waitFor();
  const scrolled = (): Promise<number> => list.evaluate((element) => element.scrollTop);
  await list.evaluate((element) => element.scrollTo(0, 700));
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Download' }).waitFor();
  await page.goBack();
  await expect.poll(scrolled).toBe(700);
});
