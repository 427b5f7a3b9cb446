import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unpackArchive } from '../../server/bundles/read.ts';
import { testCacheFolder } from '../../server/exports/chromium/chromium.test-support.ts';
import { openBrowser } from '../../server/exports/chromium/open.ts';
import { documentFile } from '../../server/exports/playground/document-script.ts';
import { addFiles, exportSite, temporaryFolder, unpacked } from '../stand-ins/fixture-site.ts';
import { exportFolder, type FolderExport } from '../stand-ins/folder-job.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';
import { startOrigin } from '../stand-ins/live-origin.ts';
import { FETCHING, FROZEN, KEPT, makeFetchingSite, ODD } from './fetching-site.ts';
import { type Api, startApi } from './playground-site.ts';
import { startStaticHost } from './static-host.ts';

const KEEP = ['--keep', 'playground'] as const;
const KEPT_PLAYGROUND = { playground: true } as const;
const site = makeFetchingSite();
const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

describe('a playground whose document the page fetches', () => {
  let exported: FolderExport;
  let folder: string;
  let prefix: Awaited<ReturnType<typeof startStaticHost>>;
  let browser: Browser;
  let api: Api;

  beforeAll(async () => {
    exported = await exportFolder(
      site,
      { sampleMax: isFullRun ? 20 : 4, sampleMaxMs: 300_000 },
      KEPT_PLAYGROUND,
    );
    folder = path.join(temporaryFolder('unpacked'), 'bundle');
    const { signal } = new AbortController();
    await unpackArchive(exported.archive, folder, signal);
    prefix = await startStaticHost(folder, '/some/prefix/');
    api = await startApi();
    closers.push(prefix.close, api.close);
    const allowedHosts = [api.host, `127.0.0.1:${prefix.port}`];
    browser = await openBrowser({ cacheFolder: testCacheFolder, allowedHosts, signal });
    closers.push(() => browser.close());
  });

  beforeEach(() => {
    api.calls.length = 0;
    fs.rmSync(path.join(folder, 'offprint-site.js'), { force: true });
  });

  const open = async (file: string, how: 'file' | 'hosted'): Promise<Page> => {
    const tab = await browser.newPage();
    const root = how === 'file' ? `${pathToFileURL(folder).href}/` : prefix.address;
    await tab.goto(root + file, { waitUntil: 'load' });
    await tab.waitForSelector('#document:not(:empty)', { timeout: 60_000 });
    return tab;
  };
  const press = async (tab: Page): Promise<string> => {
    await tab.click('#try');
    await tab.waitForSelector('#answer:not(:empty)', { timeout: 60_000 });
    return tab.$eval('#answer', ({ textContent }) => textContent ?? '');
  };

  it('is kept, proved, and found whole by the verification', () => {
    const { check, layouts } = exported.report;
    expect(check?.faults).toEqual([]);
    const kept = layouts.find(({ way, pages }) => way === 'fetched' && pages === Object.keys(KEPT).length);
    expect(kept?.reason).toContain('documents in the bundle');
  });

  const pages = Object.entries(KEPT).map(([file, text]) => ({ file, text }));
  const everyPage = [
    ...firstOf(2, pages).map((one) => ({ ...one, how: 'file' as const })),
    ...firstOf(1, pages).map((one) => ({ ...one, how: 'hosted' as const })),
  ];
  it.each(everyPage)(
    'shows its operations and calls the operator’s address: $file ($how)',
    async (wanted) => {
      const { file, how, text } = wanted;
      const before = await open(file, how);
      expect(await before.$eval('#document', ({ textContent }) => textContent)).toContain(text);
      expect(await press(before)).toBe('refused');
      expect(api.calls).toEqual([]);
      await before.close();

      fs.writeFileSync(
        path.join(folder, 'offprint-site.js'),
        `offprintSite = { apiAddress: '${api.address}' };`,
      );
      const after = await open(file, how);
      expect(await press(after)).toBe('answer to GET /v1/things');
      // The documents came from the bundle.
      expect(api.calls).toEqual(['GET /v1/things']);
      await after.close();
    },
  );

  it.each(firstOf(1, ['file', 'hosted'] as const))(
    'gets the document character by character (%s)',
    async (how) => {
      const tab = await open('reference/root.html', how);
      const shown = await tab.$eval('#document', ({ textContent }) => textContent);
      expect(shown).toBe(`${FETCHING['openapi.json']}${FETCHING['reference/schemas/thing.yaml']}`);
      expect(JSON.parse(String(FETCHING['openapi.json'])).description).toBe(ODD);
      const type = await tab.evaluate(() =>
        fetch('/openapi.json').then(({ headers }) => headers.get('content-type')),
      );
      expect(type).toContain('json');
      await tab.close();
    },
  );

  it('leads its link to the document into the bundle', async () => {
    const tab = await open('reference/root.html', 'file');
    const link = await tab.$eval('#swagger-ui a', (element) => (element as HTMLAnchorElement).href);
    expect(link).toBe(pathToFileURL(path.join(folder, 'openapi.json')).href);
    await tab.close();
  });

  it('asks the operator’s server for what the bundle has not, and changes nothing by asking for a document', async () => {
    fs.writeFileSync(
      path.join(folder, 'offprint-site.js'),
      `offprintSite = { apiAddress: '${api.address}' };`,
    );
    const tab = await open('reference/root.html', 'file');
    const ask = (method: string, url: string): Promise<string> =>
      tab.evaluate(
        (...[how, where]) => fetch(where, { method: how }).then((answer) => answer.text()),
        method,
        url,
      );
    expect(await ask('POST', '/openapi.json')).toBe('answer to POST /openapi.json');
    expect(await ask('GET', '/other.json')).toBe('answer to GET /other.json');
    await tab.close();
  });

  it('is frozen when the document is no text', async () => {
    const html = (await unpacked(exported.archive)).get(FROZEN)?.toString();
    expect(html).toContain('An API that is told in 4 bytes.');
    expect(html).not.toContain('<script>fetch');
    const { layouts } = exported.report;
    expect(layouts.find(({ example }) => example === `/${FROZEN}`)?.reason).toMatch(
      /They request .*api\.bin/,
    );
  });

  it.runIf(isFullRun)(
    'gives the same bytes again, and other bytes in one file when the document changes',
    async () => {
      const again = await exportFolder(site, { sampleMax: 0 }, KEPT_PLAYGROUND);
      const changed = makeFetchingSite();
      addFiles(changed, {
        'reference/c.json': String(FETCHING['reference/c.json']).replace('of c', 'of sea'),
      });
      const other = await exportFolder(changed, { sampleMax: 0 }, KEPT_PLAYGROUND);
      const [first, second, third] = await Promise.all(
        [exported, again, other].map(async ({ archive }) => await unpacked(archive)),
      );
      expect(second).toEqual(first);
      const differ = [...(third ?? [])].filter(([file, bytes]) => !first?.get(file)?.equals(bytes));
      const content = differ.map(([file]) => file).filter((file) => !/^offprint(\.json$|-search)/.test(file));
      expect(content).toEqual([
        expect.stringMatching(/^offprint-playground\/[0-9a-f]{16}\.js$/),
        'reference/c.json',
      ]);
    },
  );
});

it.runIf(isFullRun)(
  'an API reference whose playground is off keeps its scripts with what they fetch, and calls nobody',
  async () => {
    const { archive } = await exportFolder(site, { sampleMax: 0 });
    const files = await unpacked(archive);
    const html = files.get('reference/root.html')?.toString();
    expect(html).toContain('draw.js');
    expect(html).toContain(' data-calls="none"');
    expect(html).toContain(`src="../${documentFile('openapi.json')}"`);
    expect(html).not.toContain('offprint-site.js');
    // The search index includes what they render.
    const known = [...files].filter(([file]) => file.startsWith('offprint-search/text/'));
    expect(known.map(([, text]) => text.toString()).join()).toContain('The things of the root');
  },
);

it.runIf(isFullRun)('documents to which nothing but scripts leads come along from a live site', async () => {
  const places = Object.entries(FETCHING).map(([file, content]) => [
    `/${file.replace(/^index\.html$/, '')}`,
    /\.(json|yaml|js)$/.test(file)
      ? {
          body: content,
          headers: { 'content-type': file.endsWith('.js') ? 'text/javascript' : 'text/plain' },
        }
      : content,
  ]);
  const all = Object.fromEntries(places) as Record<string, string>;
  const origin = await startOrigin((url) => all[url.replace(/\?.*/, '')]);
  const { code, out, stderr } = await exportSite(`${origin.address}/`, KEEP);

  expect(stderr).not.toContain('Error');
  expect(code).toBe(0);
  const files = await unpacked(out);
  for (const file of Object.keys(KEPT)) expect(files.get(file)?.toString()).toContain('data-places="/');
  expect(files.get('reference/schemas/thing.yaml')?.toString()).toBe(
    FETCHING['reference/schemas/thing.yaml'],
  );
});
