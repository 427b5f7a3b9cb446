import fs from 'node:fs';
import http from 'node:http';
import { makeSecretFile } from '../../server/api/test-support.ts';
import type { Project } from '../../server/api/wire.types.ts';
import { launchApp, makeDataFolder } from './launch.ts';
import { expect, test } from './spec.ts';

/** A live site behind a login, from its address to its bundle, and what to do when the login expires. */
const EXPORT_MS = 500_000;
let site: http.Server;
let cookie = 'session=first';

test.beforeAll(async () => {
  site = http.createServer((request, response) => {
    const isIn = request.headers.cookie === cookie;
    response.writeHead(isIn ? 200 : 302, {
      'content-type': 'text/html',
      ...(!isIn && { location: '/login' }),
    });
    response.end(
      isIn ? `<!doctype html><title>Inner docs</title><h1>Inner ${request.url}</h1><a href="/a">a</a>` : '',
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
test.afterAll(async () => {
  site.closeAllConnections();
  site.close();
});

test('a live site behind a login is tried out, listed, exported, and let in again', async () => {
  const dataFolder = makeDataFolder();
  const app = await launchApp({ dataFolder, secretFile: makeSecretFile() });
  const { page } = app;
  const address = `http://127.0.0.1:${(site.address() as { port: number }).port}/`;
  try {
    await page.getByRole('button', { name: 'New export' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Site', { exact: true }).fill(address);
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText('A login is needed').waitFor();
    await dialog.getByText('302', { exact: true }).waitFor();

    await dialog.getByText('Credentials and connection').click();
    await dialog.getByRole('button', { name: 'Add cookie' }).click();
    await dialog.getByLabel('Cookies: name 1').fill('session');
    const value = dialog.getByLabel('Cookies: value 1');
    expect(await value.getAttribute('type')).toBe('password');
    await value.fill('first');
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText('The site responds', { exact: true }).waitFor();
    await dialog.getByText('Inner docs').waitFor();
    await dialog.getByRole('button', { name: 'Preview pages' }).click();
    await dialog.getByText('Page list').click();
    await dialog.getByRole('listitem').filter({ hasText: '/a' }).waitFor();

    await dialog.getByRole('button', { name: 'Start export' }).click();
    await page.getByText('Copy link').waitFor({ timeout: EXPORT_MS });
    const { projects } = await app.call<{ projects: Project[] }>('GET', '/v1/projects');
    expect(projects[0]?.origin).toMatchObject({ cookies: [{ name: 'session' }] });
    expect(JSON.stringify(projects)).not.toContain('first');

    // The login expires: the job waits, shows what to do, and continues with a new one.
    cookie = 'session=second';
    // One verification is enough.
    await app.call('PATCH', `/v1/projects/${projects[0]?.projectId}`, {
      settings: { sampleMin: 0, sampleMax: 0 },
    });
    await app.call('POST', '/v1/static-export/jobs', { domain: projects[0]?.domains[0] });
    await app.open('/exports');
    await page
      .locator('[data-row="0"]')
      .filter({ hasText: 'Waiting' })
      .waitFor({ timeout: EXPORT_MS })
      .catch(async (error) => {
        const { jobs } = await app.call<{ jobs: unknown[] }>('GET', '/v1/static-export/jobs');
        throw new Error(
          `${error}\n${JSON.stringify(jobs)}\n${await page.locator('[data-row="0"]').innerText()}`,
        );
      });
    await page.locator('[data-row="0"] a').first().click();
    await page.getByText('The export is on hold. Everything read so far is kept').waitFor();
    const waiting = page.url();
    await page.getByRole('link', { name: 'Edit credentials' }).click();
    const kept = page.getByLabel('Cookies: value 1');
    expect([await kept.inputValue(), await kept.getAttribute('placeholder')]).toEqual([
      '',
      'Leave empty to keep the current value',
    ]);
    const origin = page.getByRole('region', { name: 'Origin' });
    await origin.getByRole('button', { name: 'Test' }).click();
    await origin.getByText('A login is needed').waitFor();
    await kept.fill('second');
    await origin.getByRole('button', { name: 'Test' }).click();
    await origin.getByText('The site responds', { exact: true }).waitFor();
    await origin.getByRole('button', { name: 'Preview pages' }).click();
    await origin.getByText('Pages found so far').waitFor();
    await origin.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    expect(await kept.inputValue()).toBe('');
    await page.goto(waiting);
    await page.getByRole('main').getByRole('button', { name: 'Resume' }).last().click();
    await page.getByText('Copy link').waitFor({ timeout: EXPORT_MS });
    expect(app.complaints).toEqual([]);
  } finally {
    await app.close();
    fs.rmSync(dataFolder, { recursive: true, force: true });
  }
});

test('credentials are refused where nothing keeps them, and a field that is not right is named', async () => {
  cookie = 'session=first';
  const app = await launchApp();
  const { page } = app;
  try {
    const { projectId } = await app.call<Project>('POST', '/v1/projects', {
      name: 'Live',
      domains: ['live.example'],
      origin: { kind: 'url', url: 'http://127.0.0.1:1/' },
    });
    await app.open(`/projects/${projectId}/origin`);
    await page.getByLabel('User', { exact: true }).fill('ada');
    await page.getByLabel('Password', { exact: true }).fill('pw');
    const origin = page.getByRole('region', { name: 'Origin' });
    await origin.getByRole('button', { name: 'Test' }).click();
    await origin.getByText('The site is not responding').waitFor();
    await origin.getByText('Nothing is listening at').waitFor();
    await origin.getByRole('button', { name: 'Save' }).click();
    await origin.getByText('kept in memory', { exact: false }).waitFor();
    await page.getByLabel('CA certificates').fill('/none/ca.pem');
    await page.getByLabel('Address').fill('https://127.0.0.1:1/');
    await origin.getByRole('button', { name: 'Test' }).click();
    await origin.getByText('/none/ca.pem cannot be read').waitFor();
    const project = await app.call<Project>('GET', `/v1/projects/${projectId}`);
    expect(project.origin).toEqual({ kind: 'url', url: 'http://127.0.0.1:1/' });
  } finally {
    await app.close();
  }
});
