import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unpackArchive } from '../../server/bundles/read.ts';
import { launchBrowser } from '../../server/exports/search/search.test-support.ts';
import { temporaryFolder } from '../stand-ins/fixture-site.ts';
import { exportFolder, type FolderExport } from '../stand-ins/folder-job.ts';

/** A list box of themes that is in the document only while it is open. */
const SITE = path.join(import.meta.dirname, 'fixtures/theme-list');

let exported: FolderExport;
let browser: Browser;
let page: Page;
let url: string;
beforeAll(async () => {
  exported = await exportFolder(SITE, { render: 'always', sampleMax: 1 });
  const folder = path.join(temporaryFolder('theme-list'), 'bundle');
  await unpackArchive(exported.archive, folder, new AbortController().signal);
  url = pathToFileURL(path.join(folder, 'index.html')).href;
  browser = await launchBrowser();
  // Separate storage: other bundles with pages from files must not affect it.
  page = await (await browser.createBrowserContext()).newPage();
});
afterAll(() => browser?.close());

const reload = () => page.goto(url, { waitUntil: 'load' });
const state = () =>
  page.evaluate(() => ({
    theme: document.documentElement.className,
    button: document.querySelector<HTMLElement>('.wide')?.innerText.trim(),
    open: [...document.querySelectorAll<HTMLElement>('[role=option]')]
      .filter((option) => option.checkVisibility())
      .map((option) => {
        const isChecked = option.querySelector('.check')?.checkVisibility() ?? false;
        return (
          option.innerText.trim() +
          (option.ariaSelected === 'true' ? ' selected' : '') +
          (isChecked ? ' ✓' : '')
        );
      }),
  }));

test('opens from file://, and its options switch the theme', async () => {
  await reload();
  expect(await state()).toEqual({ theme: 'light', button: 'System', open: [] });
  await page.click('.wide');
  expect((await state()).open).toEqual(['Light', 'Dark', 'System selected ✓']);
  await page.locator('::-p-aria([role="option"][name="Dark"])').click();
  expect(await state()).toEqual({ theme: 'dark', button: 'Dark', open: [] });
  await page.click('.wide');
  expect((await state()).open).toEqual(['Light', 'Dark selected ✓', 'System']);
  await reload();
  expect(await state()).toEqual({ theme: 'dark', button: 'Dark', open: [] });
});

test('shows of a pane that scrolls what the site showed of it', async () => {
  await reload();
  expect(await page.$eval('aside', ({ scrollTop }) => scrollTop)).toBe(100);
});

test('works without the mouse', async () => {
  await reload();
  await page.focus('.wide');
  for (const key of ['Enter', 'ArrowDown', 'Enter'] as const) await page.keyboard.press(key);
  expect(await state()).toEqual({ theme: 'light', button: 'Light', open: [] });
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter'] as const) await page.keyboard.press(key);
  expect(await state()).toEqual({ theme: 'dark', button: 'Dark', open: [] });
  for (const key of ['Enter', 'ArrowDown', 'Escape'] as const) await page.keyboard.press(key);
  expect(await state()).toEqual({ theme: 'dark', button: 'Dark', open: [] });
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('wide');
});

test('goes by the system where that is chosen', async () => {
  await page.evaluate(() => localStorage.clear());
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  await reload();
  await page.click('.wide');
  expect(await state()).toEqual({
    theme: 'dark',
    button: 'System',
    open: ['Light', 'Dark', 'System selected ✓'],
  });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
});

test('is operated by the verification', () => {
  const { controls, faults, findings } = exported.report.check ?? {};
  expect({ faults, findings, failures: controls?.failures }).toEqual({
    faults: [],
    findings: [],
    failures: [],
  });
  expect(controls).toMatchObject({ found: 1, operated: 1, brokenAtSource: 0 });
});
