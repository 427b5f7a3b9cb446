import fs from 'node:fs';
import path from 'node:path';
import type { Job, JobList, Project } from '../../server/api/wire.types.ts';
import { temporaryFolder } from '../../server/bundles/archive.test-support.ts';
import { page as htmlPage, makeSite } from '../stand-ins/fixture-site.ts';
import { type App, launchApp } from './launch.ts';
import { expect, test } from './spec.ts';

/**
 * Across the air gap by hand: a bundle is signed and published on one side, and received, trusted and kept on the
 * other.
 */
const ARTEFACTS = path.join('test', 'artefacts', 'publications');
const DOMAIN = 'handbook.example.com';
let here: App;
let there: App;
let projectId: string;
let cdn: string;
let fingerprint: string;

test.beforeAll(async () => {
  cdn = temporaryFolder();
  const secretFile = path.join(temporaryFolder(), 'master');
  fs.writeFileSync(secretFile, 'a secret of 48 bytes that keeps keys over restarts', { mode: 0o600 });
  [here, there] = await Promise.all([launchApp({ secretFile }), launchApp()]);
  const site = makeSite({
    'index.html': htmlPage('Handbook', '<a href="a.html">a</a>'),
    'a.html': htmlPage('A'),
  });
  const project = await here.call<Project>('POST', '/v1/projects', {
    name: 'Handbook',
    domains: [DOMAIN],
    origin: { kind: 'directory', folder: site },
    settings: { sampleMin: 0, sampleMax: 0 },
  });
  projectId = project.projectId;
});

test.afterAll(() => Promise.all([here.close(), there.close()]));

async function picture({ page }: App, name: string): Promise<void> {
  if (!process.env.OFFPRINT_PICTURES) return;
  fs.mkdirSync(ARTEFACTS, { recursive: true });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100))); // colours are animated
    await page.screenshot({ path: path.join(ARTEFACTS, `${name}-${colorScheme}.png`), fullPage: true });
  }
}

async function exported(version: string): Promise<string> {
  const job = await here.call<Job>('POST', '/v1/static-export/jobs', { domain: DOMAIN, version });
  await expect
    .poll(async () => (await here.call<Job>('GET', `/v1/static-export/jobs/${job.jobId}`)).status, {
      timeout: 60_000,
    })
    .toBe('completed');
  return job.jobId;
}

test.describe('across the gap', () => {
  test('a key is made, and shown so that others can take it', async () => {
    const { page } = here;
    await here.open('/trust');
    await page.getByText('Bundles made here are not signed').waitFor();
    await picture(here, 'trust-empty');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('img', { name: 'QR code for the public key' }).waitFor();
    fingerprint = /[0-9a-f]{4}( [0-9a-f]{4}){15}/.exec(await page.locator('main').innerText())?.[0] ?? '';
    expect(fingerprint).not.toBe('');
    await page.getByRole('button', { name: 'Copy key' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('BEGIN PUBLIC KEY');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(fs.readFileSync(await saved.path(), 'utf8')).toContain('BEGIN PUBLIC KEY');
    await picture(here, 'trust-own');
  });

  test('a bundle is published by hand to a folder, which is added first', async () => {
    const { page } = here;
    const jobId = await exported('2026.1');
    await here.open('/publications');
    await page.getByText('No targets yet').waitFor();
    await picture(here, 'empty');
    await page.getByRole('button', { name: 'Add target' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Internal CDN');
    await dialog.getByLabel('Folder', { exact: true }).fill(path.join(cdn, 'absent'));
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText(/The folder .* does not exist\. Create it first/).waitFor();
    expect(await dialog.getByLabel('Folder', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await picture(here, 'add-target');
    await dialog.getByLabel('Folder', { exact: true }).fill(cdn);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const card = page.getByRole('region', { name: 'Internal CDN' });
    await card.getByText('Nothing yet').waitFor();
    await card.getByRole('button', { name: 'Test' }).click();
    await page.getByText('Internal CDN works').first().waitFor();

    await here.open(`/exports/${jobId}`);
    await page.getByRole('button', { name: 'Publish…' }).click();
    await dialog.getByText(cdn).waitFor();
    await picture(here, 'publish');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText(/Everything was read back/).waitFor();
    await picture(here, 'job');
    expect(fs.readlinkSync(path.join(cdn, 'current'))).toBe('releases/2026.1');
  });

  test('a project has its exports published on completion, and readers are led back by a click', async () => {
    const { page } = here;
    await here.open(`/projects/${projectId}/publishing`);
    await page.getByRole('checkbox', { name: 'Internal CDN' }).check();
    await expect
      .poll(async () => (await here.call<Project>('GET', `/v1/projects/${projectId}`)).publishTo.length)
      .toBe(1);
    await exported('2026.2');
    await here.open('/publications');
    const card = page.getByRole('region', { name: 'Internal CDN' });
    await card.getByText('2026.2', { exact: true }).waitFor();
    const row = page.getByRole('row', { name: /2026\.2.*the project's settings/ });
    await row.getByText('Published').waitFor();
    await picture(here, 'targets');
    await card.getByRole('button', { name: 'Roll back…' }).click();
    await page.getByRole('dialog').getByRole('radio', { name: '2026.1' }).waitFor();
    await picture(here, 'rollback');
    await page.getByRole('button', { name: 'Roll back to 2026.1' }).click();
    await page.getByText('is visible to readers again').waitFor();
    await card.getByText('2026.1', { exact: true }).waitFor();
    expect(fs.readlinkSync(path.join(cdn, 'current'))).toBe('releases/2026.1');
    await picture(here, 'after-rollback');
    // One complaint is about the folder that did not exist.
    expect(here.complaints.filter((text) => !/400 .*targets/.test(text))).toEqual([]);
  });

  test('links of a project lead to object storage, or to this server where that gives none', async () => {
    const { page } = here;
    await here.call('POST', '/v1/targets', {
      name: 'Object store',
      settings: { kind: 's3', endpoint: 'http://127.0.0.1:9', bucket: 'docs', accessKeyId: 'DOCS' },
    });
    await here.open(`/projects/${projectId}/publishing`);
    const links = page.getByLabel('Links point to');
    await links.selectOption({ label: 'Object store (http://127.0.0.1:9/docs/)' });
    await expect
      .poll(async () => (await here.call<Project>('GET', `/v1/projects/${projectId}`)).linkTarget)
      .toMatch(/^tgt_/);
    await links.scrollIntoViewIfNeeded();
    await picture(here, 'links');
    const { jobs } = await here.call<JobList>('GET', '/v1/static-export/jobs?limit=1');
    await here.open(`/exports/${jobs[0]?.jobId}`);
    await page.getByText('Format, SHA-256, link and values.yaml').click();
    await page.getByText(/127\.0\.0\.1:9 is not responding/).waitFor();
    await picture(here, 'no-link');
    await page.getByRole('button', { name: 'Use a link from this server instead' }).click();
    expect(await page.locator('[data-bundle-url]').innerText()).toContain('/bundles/');
    await here.open(`/projects/${projectId}/publishing`);
    await links.selectOption({ label: 'This server' });
    await expect
      .poll(async () => (await here.call<Project>('GET', `/v1/projects/${projectId}`)).linkTarget)
      .toBeNull();
  });

  test('there it is received, its key compared and trusted, looked at and kept; a revoked key counts no more', async () => {
    const { page } = there;
    await there.open('/receive');
    await page.getByLabel('Or enter a path on this computer').fill(path.join(cdn, 'releases', '2026.2'));
    await page.keyboard.press('Enter');
    const card = page.getByRole('region', { name: DOMAIN });
    await card.getByRole('button', { name: 'Trust this key…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(fingerprint).waitFor();
    await dialog.getByLabel('Key owner').fill('The docs team');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Trust this key' }).click();
    await card.getByText('Valid', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Preview' }).click();
    await card.locator('iframe').contentFrame().getByRole('heading', { name: 'Handbook' }).waitFor();
    await card.getByRole('button', { name: 'Keep' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep' }).click();
    await page
      .getByRole('row', { name: /2026\.2/ })
      .getByText('Kept')
      .waitFor();

    await there.open('/exports');
    await page.getByRole('button', { name: `Actions for ${DOMAIN}` }).click();
    await page.getByRole('menuitem', { name: 'Publish…' }).click();
    await dialog.getByText('No targets yet').waitFor();
    await page.keyboard.press('Escape');

    await there.open('/trust');
    const verify = page.getByRole('button', { name: 'Verify' });
    await verify.click();
    await page.getByText('Enter a path.').waitFor();
    await page.getByLabel('Path on this computer').fill(path.join(cdn, 'releases', '2026.2'));
    await verify.click();
    await page.getByText('Valid', { exact: true }).waitFor();
    await picture(there, 'trust-keys');
    await page.getByRole('button', { name: 'Revoke The docs team' }).click();
    await dialog.getByLabel('Reason').fill('The laptop was stolen.');
    await picture(there, 'revoke');
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('row', { name: /The docs team.*Revoked.*stolen/ }).waitFor();
    const entry = page.getByRole('row', { name: /the owner.*Revoked a key.*The docs team.*stolen/ });
    await entry.scrollIntoViewIfNeeded();
    expect(await page.getByText('Valid', { exact: true }).count()).toBe(0);
    await picture(there, 'audit');
    await there.open('/receive');
    await page
      .getByRole('row', { name: /2026\.2/ })
      .getByText('Revoked signer')
      .waitFor();
    expect(there.complaints).toEqual([]);
  });
});
