import fs from 'node:fs';
import path from 'node:path';
import type { Job, JobList, Project, Schedule } from '../../server/api/wire.types.ts';
import { makeSite } from '../stand-ins/fixture-site.ts';
import { violations } from './axe.ts';
import { type App, launchApp } from './launch.ts';
import { expect, test } from './spec.ts';

/** Exports of a site over time: what changed between them, scheduled exports, and which ones are deleted. */
const DOMAIN = 'versions.example.com';
const pageOf = (title: string, text: string, year: number): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>
  <p>${text}</p></main><footer>© ${year} Example</footer></body></html>`;
let app: App;
let projectId: string;
let folder: string;

function write(year: number, text: string): void {
  const files = {
    'index.html': pageOf('Start', '<a href="guide.html">Guide</a> <a href="other.html">Other</a>', year),
    'guide.html': pageOf('Guide', text, year),
    'other.html': pageOf('Other', 'It stays.', year),
  };
  for (const [name, content] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), content);
}

async function exported(version: string): Promise<string> {
  const job = await app.call<Job>('POST', '/v1/static-export/jobs', { domain: DOMAIN, version });
  const statusOf = async () => (await app.call<Job>('GET', `/v1/static-export/jobs/${job.jobId}`)).status;
  await expect.poll(statusOf, { timeout: 60_000 }).toBe('completed');
  return job.jobId;
}

async function idOf(version: string): Promise<string> {
  const { jobs } = await app.call<JobList>('GET', `/v1/static-export/jobs?projectId=${projectId}`);
  return jobs.find((job) => job.version === version)?.jobId ?? '';
}

test.beforeAll(async () => {
  app = await launchApp();
  folder = makeSite({});
  write(2025, 'Old words.');
  const project = await app.call<Project>('POST', '/v1/projects', {
    name: 'Versions',
    domains: [DOMAIN],
    origin: { kind: 'directory', folder },
    settings: { sampleMin: 0, sampleMax: 0 },
  });
  projectId = project.projectId;
});
test.afterAll(() => app.close());

test('what changed since the export before is shown as text and as pictures', async () => {
  const { page } = app;
  const first = await exported('1');
  await app.open(`/exports/${first}`); // which creates no link: it is deleted below
  write(2026, 'New words.');
  const jobId = await exported('2');
  await app.open(`/exports/${jobId}`);
  await page.getByRole('link', { name: 'Compare with previous' }).click();
  await expect(page.getByRole('button', { name: /^Changed text\s*1$/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('grid')).toContainText('New words.');
  await page.getByRole('button', { name: 'Screenshots' }).click();
  await expect(page.getByRole('img', { name: 'Later export: guide.html' })).toBeVisible();
  expect(await violations(app)).toEqual([]);
  await page.getByRole('button', { name: /^Outside the content\s*2$/ }).click();
  await expect(page.getByRole('grid')).toContainText('© 2026 Example');
  await page
    .getByLabel('Earlier export')
    .selectOption({ label: await page.getByLabel('Later export').locator('option:checked').innerText() });
  await expect(page.getByText('Both exports have the same content')).toBeVisible();
});

test('what was typed into a project and not saved is still there when one comes back', async () => {
  const { page } = app;
  await app.open(`/projects/${projectId}`);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Other name');
  await page.getByRole('link', { name: 'Schedule', exact: true }).click();
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(name).toHaveValue('Other name');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await name.fill('Versions');
  await expect(page.getByText('Not saved yet')).toHaveCount(0);
});

test('a schedule is set, paused and removed', async () => {
  const { page } = app;
  await app.open(`/projects/${projectId}/schedule`);
  await page.getByLabel('Repeat').selectOption('Every week');
  await page.getByLabel('Day').selectOption('Friday');
  await page.getByLabel('Time', { exact: true }).fill('07:05');
  await page.getByLabel('Time zone').selectOption('Europe/Berlin');
  await page.getByRole('button', { name: 'Set schedule' }).click();
  await expect(page.getByText(/07:05|7:05/).first()).toBeVisible();
  expect((await app.call<Schedule>('GET', `/v1/projects/${projectId}/schedule`)).cron).toBe('5 7 * * 5');
  expect(await violations(app)).toEqual([]);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await page.getByLabel('Repeat').selectOption('Cron expression');
  await page.getByRole('textbox', { name: 'Cron expression' }).fill('daily');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByRole('alert')).toContainText('is not a cron expression');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Set schedule' })).toBeVisible();
});

test('old exports are told before they go, and a pinned one stays', async () => {
  const { page } = app;
  const pinned = await exported('3');
  await exported('4');
  // A link is created on request, not when a page is opened.
  await app.call('POST', `/v1/static-export/jobs/${await idOf('2')}/bundle`, {});
  await app.open(`/exports/${pinned}`);
  await page.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Pin (never remove)' }).click();
  await expect(page.getByText('Pinned. Retention rules will not remove this export.').first()).toBeVisible();
  await app.open(`/projects/${projectId}/schedule`);
  await page.getByLabel('Rules', { exact: true }).selectOption('Custom');
  await page.getByLabel('Number of exports to keep').fill('1');
  await page.getByRole('button', { name: 'Save' }).last().click();
  await app.open('/projects');
  await expect(page.getByText(/is free/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove old exports…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row', { name: `${DOMAIN} 1` })).toBeVisible();
  await dialog.getByText('Kept anyway').click();
  await expect(dialog.getByRole('listitem').filter({ hasText: `${DOMAIN} 3` })).toContainText('Pinned');
  await expect(dialog.getByRole('listitem').filter({ hasText: `${DOMAIN} 2` })).toContainText(
    'Has an active link',
  );
  expect(await violations(app)).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove 1 item' }).click();
  await expect(page.getByText('1 item removed').first()).toBeVisible();
  // An invalid expression was refused.
  expect(app.complaints.filter((text) => !/400 .*\/schedule/.test(text))).toEqual([]);
});
