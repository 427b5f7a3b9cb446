import { once } from 'node:events';
import fs from 'node:fs';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { JobList } from '../../server/api/wire.types.ts';
import type { Report } from '../../server/exports/report/report.ts';
import { page as htmlPage, makeSite, manyPages } from '../stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';
import { type App, launchApp, shells } from './launch.ts';
import { expect, test } from './spec.ts';

/** The main task by hand: from the first run to a bundle that somebody else has downloaded, and a revoked key. */
const ARTEFACTS = path.join('test', 'artefacts', 'journey');
const EXPORT_MS = 500_000;
let app: App;

async function picture(name: string): Promise<void> {
  if (!process.env.OFFPRINT_PICTURES) return;
  fs.mkdirSync(ARTEFACTS, { recursive: true });
  await app.page.screenshot({ path: path.join(ARTEFACTS, `${name}-${app.shell}.png`) });
}

for (const shell of shells)
  test.describe(`the main job in the ${shell}`, () => {
    // The pages are the same in every shell: on the stand-in for Electron, the first steps and a small export are enough.
    if (shell !== 'desktop')
      test('is done by hand', async () => {
        // A small site in the browser; test/end-to-end/interactive.test.ts exports the handbook.
        const exampleFolder = makeSite(manyPages(3), 'handbook');
        app = await launchApp({ shell, isWelcomed: false, exampleFolder });
        const { page } = app;
        try {
          // First run
          await page.getByRole('heading', { name: 'Welcome to Offprint' }).waitFor();
          await picture('1-first-run');
          await page.getByRole('button', { name: 'Export the example' }).click();

          // Watch it
          await page.getByRole('heading', { level: 1, name: 'Offprint Handbook' }).waitFor();
          await page.getByRole('progressbar').waitFor();
          await page.getByRole('link', { name: 'Exports', exact: true }).first().click();
          await page.getByRole('row').filter({ hasText: 'Offprint Handbook' }).waitFor();
          await picture('2-running');
          await page.getByRole('link', { name: 'Offprint Handbook' }).click();
          await page.getByText('Copy link').waitFor({ timeout: EXPORT_MS });
          await picture('3-completed');

          // The report
          await page.getByRole('link', { name: 'Report' }).click();
          await page.getByText('no fault', { exact: false }).first().waitFor();
          expect(await page.locator('img[alt="From the bundle"]').count()).toBeGreaterThanOrEqual(4);
          await picture('4-report');
          if (shell === 'browser') {
            const [saved] = await Promise.all([
              page.waitForEvent('download'),
              page.getByRole('button', { name: 'Save as web page' }).click(),
            ]);
            expect(saved.suggestedFilename()).toMatch(/^report-.*\.html$/);
            expect(fs.readFileSync(await saved.path(), 'utf8')).toMatch(/^<!doctype html>/i);
          }

          // The link, copied, and downloaded by someone else
          await page.getByRole('link', { name: 'Overview' }).click();
          await page.getByRole('button', { name: 'Copy link' }).click();
          await page.getByText('Link copied').first().waitFor();
          await page
            .getByText(/It only works on this computer and expires in \d+/)
            .first()
            .waitFor();
          const link = await page.evaluate(() => navigator.clipboard.readText());
          const [archive] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: 'Download' }).click(),
          ]);
          expect(archive.suggestedFilename()).toMatch(/^handbook\.localhost-.*\.zip$/);
          const download = await fetch(link);
          expect(download.status).toBe(200);
          expect(
            Buffer.from(await download.arrayBuffer())
              .subarray(0, 2)
              .toString(),
          ).toBe('PK');
          await page.getByText('Format, SHA-256, link and values.yaml').click();
          await page.getByText('This link only works on this computer').waitFor();
          expect(link.split('?')[0]).toBe(
            (await page.locator('[data-bundle-url]').textContent())?.split('?')[0],
          );

          // A key, used and revoked
          await page.getByRole('link', { name: 'API keys' }).click();
          await page.getByRole('button', { name: 'New key' }).first().click();
          await page.getByLabel('Name').fill('ci');
          await page.getByRole('button', { name: 'Create key' }).click();
          const key = (await page.locator('[data-key]').textContent()) ?? '';
          await picture('5-key');
          await page.getByRole('button', { name: 'I have copied it' }).click();
          const jobs = `${app.url()}/v1/static-export/jobs`;
          const headers = { authorization: `Bearer ${key}` };
          expect((await fetch(jobs, { headers })).status).toBe(200);
          await page.getByRole('button', { name: 'Revoke ci' }).click();
          await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
          await page.getByText('Key ci revoked').waitFor();
          expect((await fetch(jobs, { headers })).status).toBe(401);
          await picture('6-revoked');
          expect(app.complaints).toEqual([]);
        } finally {
          await app.close();
        }
      });

    if (shell === 'desktop')
      test('begins with the first steps', async () => {
        app = await launchApp({ shell, isWelcomed: false });
        const { page } = app;
        try {
          await page.getByRole('heading', { name: 'Welcome to Offprint' }).waitFor();
          await page.getByRole('button', { name: 'Export the example' }).click();
          await page.getByRole('heading', { level: 1, name: 'Offprint Handbook' }).waitFor();
          await page.getByRole('progressbar').waitFor();
          const { jobs } = await app.call<JobList>('GET', '/v1/static-export/jobs');
          await app.call('POST', `/v1/static-export/jobs/${jobs[0]?.jobId}/cancel`);
          await page.getByText('Canceled', { exact: true }).first().waitFor();
          expect(app.complaints).toEqual([]);
        } finally {
          await app.close();
        }
      });

    // The pages are the same in every shell.
    if (shell === 'browser')
      test('is done with the keyboard alone', async () => {
        const exampleFolder = makeSite({ 'index.html': htmlPage('Start') }, 'handbook');
        app = await launchApp({ shell, isWelcomed: false, exampleFolder });
        const { page } = app;
        const press = async (...keys: string[]): Promise<void> => {
          for (const key of keys) await page.keyboard.press(key);
        };
        /** Presses Tab until an element with this name has the focus. */
        const tabTo = async (name: RegExp): Promise<void> => {
          for (let presses = 0; presses < 60; presses++) {
            const focused = await page.evaluate(() => {
              const element = document.activeElement as HTMLElement | null;
              const label = element?.id ? document.querySelector(`label[for="${element.id}"]`) : null;
              return element?.getAttribute('aria-label') ?? label?.textContent ?? element?.textContent ?? '';
            });
            if (name.test(focused)) return;
            await press('Tab');
          }
          throw new Error(`Tab never came to ${name}`);
        };
        const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
        try {
          await heading('Welcome to Offprint');
          await tabTo(/^Export the example$/);
          await press('Enter');
          await heading('Offprint Handbook');

          // The list: one stop for Tab, arrows within
          await press('g', 'e');
          await heading('Exports');
          await page.locator('[data-row="0"]').waitFor();
          await tabTo(/Offprint Handbook/);
          await press('Enter');
          await heading('Offprint Handbook');
          await page.getByText('Copy link').waitFor({ timeout: EXPORT_MS });

          await tabTo(/^Report$/);
          await press('Enter');
          await page.getByText('no fault').first().waitFor();
          await tabTo(/^Overview$/);
          await press('Enter');
          await page.getByText('Copy link').waitFor();
          await tabTo(/^Copy link$/);
          await press('Enter');
          await page.getByText('Link copied').first().waitFor();
          const link = await page.evaluate(() => navigator.clipboard.readText());
          expect((await fetch(link)).status).toBe(200);

          // From the palette to the shortcuts; a dialog, and the focus back where it was
          await press('Control+k');
          await page.getByRole('combobox', { name: 'Search or run a command' }).waitFor();
          await page.keyboard.type('api k');
          await press('Enter');
          await heading('API keys');
          await tabTo(/^New key$/);
          await press('Enter');
          await page.getByLabel('Name').waitFor();
          await tabTo(/^Name$/);
          await page.keyboard.type('by keyboard');
          await press('Enter');
          await page.locator('[data-key]').waitFor();
          await tabTo(/^I have copied it$/);
          await press('Enter');
          await page.locator('[data-key]').waitFor({ state: 'detached' });
          await tabTo(/^Revoke by keyboard$/);
          await press('Enter');
          await page.getByRole('alertdialog').waitFor();
          await tabTo(/^Revoke$/);
          await press('Enter');
          await page.getByText('Key by keyboard revoked').waitFor();

          // Deletion, undone
          await press('?');
          await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
          await press('Escape');
          await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
          await press('g', 'e');
          await page.locator('[data-row="0"]').waitFor();
          await tabTo(/Offprint Handbook/);
          await press('Delete');
          await page.getByText('Deleting 1 export').waitFor();
          await press('F6');
          await tabTo(/^Undo$/);
          await press('Enter');
          await page.getByText('The export was kept').waitFor();
          const list = await app.call<JobList>('GET', '/v1/static-export/jobs');
          expect(list.jobs).toHaveLength(1);
          expect(app.complaints).toEqual([]);
        } finally {
          await app.close();
        }
      });

    // A folder is exported from this dialog below, and daily-use.spec.ts types invalid input into it.
    if (isFullRun)
      test('begins with a folder of one’s own, in the dialog', async () => {
        app = await launchApp({ shell });
        const { page } = app;
        const folder = makeSite({ 'index.html': htmlPage('Start') }, 'My Docs');
        try {
          await page.getByRole('button', { name: 'New export' }).first().click();
          await page.getByRole('dialog').getByLabel('Site').fill('docs.nobody.example');
          await page.getByRole('button', { name: 'Start export' }).click();
          await page.getByText('“docs.nobody.example” is neither').waitFor();
          await page.getByRole('button', { name: 'Use https://docs.nobody.example/' }).waitFor();
          await page.getByRole('dialog').getByLabel('Site').fill('htp://docs');
          await page.getByRole('button', { name: 'Start export' }).click();
          await page.getByText('“htp:” is misspelled. Did you mean http://docs?').waitFor();
          expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe(
            'true',
          );
          await page.getByRole('dialog').getByLabel('Site').fill('just words');
          await page.getByRole('button', { name: 'Start export' }).click();
          await page.getByText('“just words” is neither').waitFor();
          const newSite = page.getByText('New site. A project will be created for it.');
          await page.getByRole('dialog').getByLabel('Site').fill(path.join(folder, 'index.html'));
          await newSite.waitFor();
          await page.getByRole('button', { name: 'Start export' }).click();
          await page.getByText('index.html is a file, not a folder').waitFor();
          await expect(page.getByRole('dialog').getByLabel('Site')).toHaveAttribute('aria-invalid', 'true');
          await expect(newSite).toBeHidden();
          await page.getByRole('dialog').getByLabel('Site').fill(folder);
          await page.getByRole('button', { name: 'Preview pages' }).click();
          await page.getByText('Page list').waitFor();
          await page.getByRole('dialog').getByLabel('Domain').fill('my-docs.example');
          await picture('7-new-export');
          await page.getByRole('button', { name: 'Start export' }).click();
          // Named by its title, with the domain below.
          await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
          await page.getByText('my-docs.example').waitFor();
          await page.getByText('Copy link').waitFor({ timeout: EXPORT_MS });
          // The file was refused because it is not a folder.
          expect(app.complaints.filter((text) => !/400 .*preview/.test(text))).toEqual([]);
        } finally {
          await app.close();
        }
      });
  });

test.describe('a folder with files that look like secrets', () => {
  const key = '-----BEGIN PRIVATE KEY-----\n';

  test('is exported when somebody has said whether with them or without', async () => {
    app = await launchApp();
    const { page } = app;
    try {
      for (const [answer, domain, published] of firstOf(1, [
        ['Export without them', 'without.example', 0],
        ['Include them', 'with.example', 1],
      ] as const)) {
        const folder = makeSite({ 'index.html': htmlPage('Start'), 'deploy.key': key });
        await app.open('/exports');
        const jobs = async () =>
          (await app.call<JobList>('GET', `/v1/static-export/jobs?domain=${domain}`)).jobs;
        await page.getByRole('button', { name: 'New export' }).first().click();
        await page.getByRole('dialog').getByLabel('Site').fill(folder);
        await page.getByRole('dialog').getByLabel('Domain').fill(domain);
        await page.getByRole('button', { name: 'Start export' }).click();
        await page.getByRole('alert').getByText('/deploy.key').waitFor();
        expect(await jobs()).toEqual([]);
        await page.getByRole('button', { name: answer }).click();
        await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
        await page.getByText(domain).first().waitFor();
        await page.getByText('Copy link').waitFor({ timeout: EXPORT_MS });
        const [job] = await jobs();
        const report = await app.call<Report>('GET', `/v1/static-export/jobs/${job?.jobId}/report`);
        expect(report.counts.assets).toBe(published);
      }
      expect(app.complaints).toEqual([]);
    } finally {
      await app.close();
    }
  });
});

/** Status of a response to a program that sends arbitrary headers. */
async function statusFor(headers: http.OutgoingHttpHeaders): Promise<number | undefined> {
  const request = http.get(`${app.url()}/v1/keys`, { headers });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  return response.statusCode;
}

test.describe('what goes on', () => {
  // desktop.spec.ts covers reloading a page of the desktop app.
  test('survives in the browser that the page is loaded again, and that its connection breaks', async () => {
    // Delays the second page until the test has done its part.
    let answer: () => void = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const site = http.createServer(async (request, response) => {
      if (request.url === '/a') await asked;
      response.setHeader('content-type', 'text/html').end(htmlPage('Start', '<a href="/a">a</a>'));
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    app = await launchApp();
    const { page } = app;
    try {
      const domain = 'reload.example';
      await app.call('POST', '/v1/projects', {
        name: 'Reload',
        domains: [domain],
        origin: { kind: 'url', url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/` },
        settings: { sampleMin: 0, sampleMax: 0, timeoutMs: 300_000 },
      });
      const { jobId } = await app.call<{ jobId: string }>('POST', '/v1/static-export/jobs', { domain });
      await app.open(`/exports/${jobId}`);
      await page.getByRole('progressbar').waitFor();
      await page.reload();
      await page.getByRole('progressbar').waitFor();
      await app.context.setOffline(true);
      await page.getByText('Cannot reach the Offprint server').first().waitFor();
      await app.context.setOffline(false);
      answer();
      await page.getByText('Copy link').waitFor({ timeout: EXPORT_MS });
      await page.getByRole('link', { name: 'Log', exact: true }).click();
      await page.getByText('Completed. Verification: Passed').waitFor();
    } finally {
      answer();
      await app.close();
      site.closeAllConnections();
      site.close();
    }
  });

  test('keeps what a person chose in a browser, whose storage has another address after each start', async () => {
    const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-preferences-'));
    try {
      app = await launchApp({ dataFolder });
      const { origin } = new URL(app.page.url());
      await app.open('/settings');
      await app.page.getByLabel('Theme').selectOption('dark');
      await app.page.locator('html[data-theme=dark]').waitFor();
      await expect.poll(() => app.call('GET', '/v1/preferences')).toMatchObject({ theme: 'dark' });
      await app.close();
      app = await launchApp({ dataFolder, isWelcomed: false });
      expect(new URL(app.page.url()).origin).not.toBe(origin);
      await app.page.locator('html[data-theme=dark]').waitFor();
    } finally {
      await app.close();
      fs.rmSync(dataFolder, { recursive: true, force: true });
    }
  });

  test('gives other programs on other ports of this computer nothing that opens the API', async () => {
    const heard: IncomingHttpHeaders[] = [];
    const neighbour = http.createServer((request, response) => {
      heard.push(request.headers);
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Neighbour</title>');
    });
    await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
    const { port } = neighbour.address() as AddressInfo;
    app = await launchApp();
    const { page } = app;
    try {
      // By an address, and by the interface's own host name, which a site shown in it can read
      // (location.ancestorOrigins).
      const { origin, host, hostname } = new URL(page.url());
      for (const name of ['127.0.0.1', 'localhost', hostname]) {
        await page.goto(`http://${name}:${port}/`);
        await page.evaluate(() => fetch('/again', { credentials: 'include' }));
        expect(await page.evaluate(() => localStorage.getItem('offprint-session'))).toBeNull();
      }
      expect(heard.filter(({ cookie }) => cookie?.includes('offprint-session')).length).toBeGreaterThan(0);
      for (const { cookie } of heard) {
        expect(
          await statusFor({ origin, host, 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) }),
        ).toBe(401);
      }
      await app.open('/settings');
    } finally {
      await app.close();
      neighbour.close();
    }
  });

  test('ends for a browser when its user logs out', async () => {
    app = await launchApp();
    const { page } = app;
    try {
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('heading', { name: 'You are logged out' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Log in with a link' }).waitFor();
    } finally {
      await app.close();
    }
  });
});
