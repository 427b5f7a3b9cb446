import fs from 'node:fs';
import path from 'node:path';
import type { Job, Project } from '../../server/api/wire.types.ts';
import { temporaryFolder } from '../../server/bundles/archive.test-support.ts';
import { type App, launchApp, ROOT } from './launch.ts';
import { expect, test } from './spec.ts';

/**
 * Takes the pictures of README.md and docs/ on request: `OFFPRINT_SCREENSHOTS=1 npx playwright test
 * test/interface/screenshots.spec.ts`. They show the real app, with the handbook exported twice.
 */
const FOLDER = path.join(ROOT, 'docs', 'screenshots');
let app: App;

test.skip(process.env.OFFPRINT_SCREENSHOTS === undefined, 'only where pictures are asked for');
test.beforeAll(async () => {
  if (process.env.OFFPRINT_SCREENSHOTS === undefined) return;
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(FOLDER, { recursive: true });
  app = await launchApp();
});
test.afterAll(() => app?.close());

async function picture(name: string): Promise<void> {
  await app.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300))); // colours are animated
  await app.page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
}

async function exported(version: string): Promise<string> {
  const job = await app.call<Job>('POST', '/v1/static-export/jobs', { domain: 'docs.example.com', version });
  const statusOf = async () => (await app.call<Job>('GET', `/v1/static-export/jobs/${job.jobId}`)).status;
  await expect.poll(statusOf, { timeout: 300_000 }).toBe('completed');
  return job.jobId;
}

test('takes the pictures of the documentation', async () => {
  const { page } = app;
  const folder = path.join(temporaryFolder(), 'handbook');
  fs.cpSync(path.join(ROOT, 'examples', 'handbook'), folder, { recursive: true });
  const { projectId } = await app.call<Project>('POST', '/v1/projects', {
    name: 'Handbook',
    domains: ['docs.example.com'],
    origin: { kind: 'directory', folder },
  });
  await exported('2026.10');
  const start = path.join(folder, 'start', 'setup.html');
  fs.writeFileSync(start, fs.readFileSync(start, 'utf8').replaceAll('data folder', 'folder for data'));
  const jobId = await exported('2026.11');
  await app.call('POST', '/v1/hosting', { jobId, name: 'Handbook' });
  await app.call('POST', `/v1/projects/${projectId}/schedule`, {
    cron: '30 2 * * *',
    timeZone: 'Europe/Berlin',
  });

  await app.open(`/exports/${jobId}`);
  await page.getByRole('link', { name: 'Compare with previous' }).waitFor();
  await page.getByRole('img').first().waitFor();
  await picture('export');
  await page.getByRole('link', { name: 'Compare with previous' }).click();
  await page.getByRole('grid').waitFor();
  await picture('compare');
  await app.open(`/projects/${projectId}/schedule`);
  await page.getByRole('button', { name: 'Run now' }).waitFor();
  await picture('schedule');
  await app.open('/hosting');
  await page.getByText('Serving').first().waitFor();
  await picture('hosting');
});
