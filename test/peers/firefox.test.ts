import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unpackArchive } from '../../server/bundles/read.ts';
import { borrowed } from '../../server/exports/chromium/lease.ts';
import { checkControls } from '../../server/exports/verify/check-controls.ts';
import { checkSearch } from '../../server/exports/verify/search.ts';
import { KEPT, makeFetchingSite } from '../end-to-end/fetching-site.ts';
import { type Api, makePlaygroundSite, PAGE, startApi } from '../end-to-end/playground-site.ts';
import { FIREFOX_TABS, firefoxProgram, openFirefox } from '../firefox.ts';
import { exportSite, temporaryFolder } from '../stand-ins/fixture-site.ts';
import { exportFolder } from '../stand-ins/folder-job.ts';
import { firstOf } from '../stand-ins/full.ts';

/** Bundles in Debian's Firefox, from `file://`. */
const program = firefoxProgram();
if (!program) console.warn('Skipped: bundles in Firefox (firefox-esr is not installed)');

describe.skipIf(!program)('in Firefox, from file://', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openFirefox(program ?? '');
  });
  afterAll(() => browser?.close());

  async function unpack(archive: string): Promise<string> {
    const folder = path.join(temporaryFolder('firefox'), 'bundle');
    await unpackArchive(archive, folder, new AbortController().signal);
    return folder;
  }

  it('tabs, accordions, menus, the theme and copy buttons work, and the search finds', async () => {
    const site = path.join(import.meta.dirname, '../end-to-end/fixtures/interactive');
    const { archive } = await exportFolder(site, { render: 'always', sampleMax: 0 });
    const folder = await unpack(archive);
    const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const pages = files.filter((file) => file.endsWith('.html') && !file.startsWith('offprint'));
    const asked = pages.map((file) => ({
      path: `/${file}`,
      file: pathToFileURL(path.join(folder, file)).href,
      original: undefined,
    }));

    const { found, operated, failures } = await checkControls(borrowed(browser), asked, {
      tabs: FIREFOX_TABS,
    });
    expect(failures).toEqual([]);
    expect(operated).toBeGreaterThan(10);
    expect(operated).toBe(found);

    const inside = files.filter((file) => fs.statSync(path.join(folder, file)).isFile());
    const search = await checkSearch(borrowed(browser), folder, inside, pages);
    expect(search?.broken).toBeUndefined();
    expect(search?.tries.map(({ kind, found: isFound }) => [kind, isFound])).toEqual([
      ['title', true],
      ['rare', true],
      ['misspelling', true],
    ]);
  });

  describe('an API playground', () => {
    let folder: string;
    let api: Api;
    let other: Api;
    let fetching: Promise<string> | undefined;
    beforeAll(async () => {
      const { out } = await exportSite(makePlaygroundSite(), ['--keep', 'playground', '--sample-max', '0']);
      folder = await unpack(out);
      [api, other] = await Promise.all([startApi(), startApi()]);
    });
    afterAll(() => {
      api?.close();
      other?.close();
    });

    beforeEach(() => {
      api.calls.length = 0;
    });

    async function pressed(button: string): Promise<string> {
      const page = await browser.newPage();
      try {
        await page.goto(`${pathToFileURL(folder).href}/${PAGE}`, { waitUntil: 'load' });
        await page.click(button);
        await page.waitForFunction(() => document.getElementById('answer')?.textContent !== '');
        await page.evaluate((url) => fetch(url).catch(() => {}), `${other.address}/elsewhere`);
        return await page.$eval('#answer', ({ textContent }) => textContent ?? '');
      } finally {
        await page.close();
      }
    }

    it.each(firstOf(2, Object.entries(KEPT)))('draws what its page fetches: %s', async (file, text) => {
      fetching ??= exportSite(makeFetchingSite(), ['--keep', 'playground']).then(({ out }) => unpack(out));
      const bundle = await fetching;
      const page = await browser.newPage();
      try {
        for (const answer of ['refused', 'answer to GET /v1/things']) {
          await page.goto(`${pathToFileURL(bundle).href}/${file}`, { waitUntil: 'load' });
          await page.waitForFunction(() => document.getElementById('document')?.textContent);
          expect(await page.$eval('#document', ({ textContent }) => textContent)).toContain(text);
          await page.click('#try');
          await page.waitForFunction(() => document.getElementById('answer')?.textContent !== '');
          expect(await page.$eval('#answer', ({ textContent }) => textContent)).toBe(answer);
          const site = `offprintSite = { apiAddress: '${api.address}' };\n`;
          fs.writeFileSync(path.join(bundle, 'offprint-site.js'), site);
        }
        expect(api.calls).toEqual(['GET /v1/things']);
      } finally {
        fs.rmSync(path.join(bundle, 'offprint-site.js'), { force: true });
        await page.close();
      }
    });

    it('calls nobody before an address is set, and the one that is set afterwards', async () => {
      expect(await pressed('#try')).toBe('refused');
      expect([...api.calls, ...other.calls]).toEqual([]);

      const where = `offprintSite = { apiAddress: '${api.address}', apiServers: ['https://api.example.com/v1'] };\n`;
      fs.writeFileSync(path.join(folder, 'offprint-site.js'), where);
      expect(await pressed('#try')).toBe('answer to GET /v1/things?limit=2');
      expect(await pressed('#post')).toBe('answer to POST /v1/things a thing');
      expect(other.calls).toEqual([]);
    });
  });
});
