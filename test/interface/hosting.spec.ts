import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { temporaryFolder, writeBundle } from '../../server/bundles/archive.test-support.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { type App, launchApp } from './launch.ts';
import { expect, test } from './spec.ts';

/** Hosting a bundle from a file, switching to another version and back, as an operator does on the page Hosting. */
const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ARTEFACTS = path.join('test', 'artefacts', 'hosting');
let app: App;
let first: string;
let second: string;

test.beforeAll(async () => {
  const folder = temporaryFolder();
  const bundle = async (version: string): Promise<string> => {
    const file = path.join(folder, `docs-${version}.zip`);
    const index = `<!doctype html><html lang="en"><title>Docs</title><h1>Version ${version}</h1>`;
    await writeBundle(file, { 'index.html': index }, 'zip', { version });
    return file;
  };
  first = await bundle('2026.3');
  second = await bundle('2026.4');
  app = await launchApp();
});

test.afterAll(() => app.close());

/** States not covered by pages.spec.ts and dialogs.spec.ts. */
const STATES = ['empty', 'stopped'];

/** Expects no accessibility violations, in full runs in both themes, and takes pictures for people to look at. */
async function look(name: string): Promise<void> {
  if (!isFullRun && !STATES.includes(name)) return;
  for (const colorScheme of isFullRun ? (['dark', 'light'] as const) : (['light'] as const)) {
    await app.page.emulateMedia({ colorScheme });
    await app.page.evaluate(AXE);
    const found = await app.page.evaluate(async () => {
      const { violations } = await (
        globalThis as unknown as { axe: { run: () => Promise<{ violations: { id: string }[] }> } }
      ).axe.run();
      return violations.map(({ id }) => id);
    });
    expect([name, colorScheme, found]).toEqual([name, colorScheme, []]);
    if (!process.env.OFFPRINT_PICTURES) continue;
    fs.mkdirSync(ARTEFACTS, { recursive: true });
    await app.page.screenshot({ path: path.join(ARTEFACTS, `${name}-${colorScheme}.png`), fullPage: true });
  }
}

test('hosts a file, brings another version to readers, rolls back, stops, starts and removes', async () => {
  const { page } = app;
  const inDialog = page.getByRole('dialog');
  const asked = page.getByRole('alertdialog');
  await app.open('/hosting');
  await page.getByText('No hosted sites yet').waitFor();
  await look('empty');

  await page.getByRole('button', { name: 'Host a site…' }).click();
  await inDialog.getByText('There are no finished exports yet.').waitFor();
  expect(await inDialog.getByRole('button', { name: 'Host', exact: true }).count()).toBe(0);
  await inDialog.getByLabel('Bundle').selectOption('A file on the server');
  await inDialog.getByLabel('Path to the bundle').fill(`${first}.none`);
  await page.keyboard.press('Enter');

  await inDialog.getByText(/There is no .*docs-2026\.3\.zip\.none/).waitFor();
  await look('dialog');
  await inDialog.getByLabel('Path to the bundle').fill(first);
  await inDialog.getByLabel('Name').fill('Handbook');
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: 'Handbook' });
  await card.getByText('Serving').waitFor();
  await card.getByText('The server itself').waitFor();
  const url = (await card.getByRole('link').getAttribute('href')) ?? '';
  const shown = async (): Promise<string> =>
    /Version [\d.]+/.exec(await (await fetch(url)).text())?.[0] ?? '';
  expect(await shown()).toBe('Version 2026.3');

  await card.getByRole('button', { name: 'New version…' }).click();
  await inDialog.getByLabel('Bundle').selectOption('A file on the server');
  await inDialog.getByLabel('Path to the bundle').fill(second);
  await inDialog.getByRole('button', { name: 'Switch to this version' }).click();
  const row = (version: string) => card.getByRole('row', { name: new RegExp(version.replace('.', '\\.')) });
  await row('2026.4').getByText('Current').waitFor();
  expect(await shown()).toBe('Version 2026.4');
  await look('serving');

  await card.getByRole('button', { name: 'Roll back Handbook to version 2026.3' }).focus();
  await page.keyboard.press('Enter');
  await row('2026.3').getByText('Current').waitFor();
  expect(await shown()).toBe('Version 2026.3');
  await page.setViewportSize({ width: 900, height: 800 });
  await look('narrow');

  await card.getByRole('button', { name: 'Stop' }).click();
  await card.getByText('Stopped').waitFor();
  await row('2026.3').getByText('Active').waitFor();
  await expect(shown()).rejects.toThrow();
  await look('stopped');
  await card.getByRole('button', { name: 'Edit Handbook' }).click();
  await inDialog.getByLabel('Name').fill('Manual');
  await inDialog.getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('region', { name: 'Manual' });
  await renamed.getByRole('button', { name: 'Start' }).click();
  await renamed.getByText('Serving').waitFor();
  expect(await shown()).toBe('Version 2026.3');

  await renamed.getByRole('button', { name: 'Remove Manual' }).click();
  await asked.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No hosted sites yet').waitFor();
  await expect(shown()).rejects.toThrow();
  expect(app.complaints.filter((text) => !/400/.test(text))).toEqual([]);
});
