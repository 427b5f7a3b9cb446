import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unpackArchive } from '../../server/bundles/read.ts';
import { verifyBundle } from '../../server/bundles/verify.ts';
import { createZip } from '../../server/bundles/zip.ts';
import { testCacheFolder } from '../../server/exports/chromium/chromium.test-support.ts';
import { openBrowser } from '../../server/exports/chromium/open.ts';
import {
  dataFolder,
  exportSite,
  offprint,
  reportOf,
  temporaryFolder,
  unpacked,
} from '../stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';
import { type Api, makePlaygroundSite, PAGE, startApi } from './playground-site.ts';
import { startStaticHost } from './static-host.ts';

const site = makePlaygroundSite();
const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

describe('an API playground in a bundle', () => {
  let archive: string;
  let folder: string;
  let prefix: Awaited<ReturnType<typeof startStaticHost>>;
  let browser: Browser;
  let api: Api;
  let other: Api;

  beforeAll(async () => {
    const { code, out, stderr } = await exportSite(site, ['--keep', 'playground']);
    expect(stderr).not.toContain('Error');
    expect(code).toBe(0);
    archive = out;
    folder = path.join(temporaryFolder('unpacked'), 'bundle');
    const { signal } = new AbortController();
    await unpackArchive(archive, folder, signal);
    prefix = await startStaticHost(folder, '/some/prefix/');
    closers.push(prefix.close);
    [api, other] = await Promise.all([startApi(), startApi()]);
    closers.push(api.close, other.close);
    // Both servers are reachable: refusals come from the page's policy.
    const allowedHosts = [api.host, other.host, `127.0.0.1:${prefix.port}`];
    browser = await openBrowser({ cacheFolder: testCacheFolder, allowedHosts, signal });
    closers.push(() => browser.close());
  });

  beforeEach(() => {
    api.calls.length = 0;
    other.calls.length = 0;
    fs.rmSync(path.join(folder, 'offprint-site.js'), { force: true });
  });

  const setSite = (text: string): void => fs.writeFileSync(path.join(folder, 'offprint-site.js'), text);
  const open = async (how: 'file' | 'hosted' = 'file'): Promise<Page> => {
    const tab = await browser.newPage();
    const root = how === 'file' ? `${pathToFileURL(folder).href}/` : prefix.address;
    await tab.goto(root + PAGE, { waitUntil: 'load' });
    return tab;
  };
  const press = async (tab: Page, button: string): Promise<string> => {
    await tab.evaluate(() => document.getElementById('answer')?.replaceChildren());
    await tab.click(button);
    await tab.waitForFunction(() => document.getElementById('answer')?.textContent !== '', {
      timeout: 60_000,
    });
    return tab.$eval('#answer', ({ textContent }) => textContent ?? '');
  };
  const call = (tab: Page, url: string): Promise<string> =>
    tab.evaluate(
      (place) =>
        fetch(place).then(
          (answer) => answer.text(),
          () => 'refused',
        ),
      url,
    );
  const notice = (tab: Page): Promise<string | undefined> =>
    tab.evaluate(() => {
      const element = document.querySelector<HTMLElement>('[data-offprint=playground]');
      return element?.checkVisibility() ? element.innerText : undefined;
    });

  it.each(firstOf(1, ['file', 'hosted'] as const))(
    'calls nobody before an address is set, and says so (%s)',
    async (how) => {
      const tab = await open(how);
      expect(await notice(tab)).toBeUndefined();

      expect(await press(tab, '#try')).toBe('refused');
      expect(await notice(tab)).toContain('offprint-site.js');
      expect(await call(tab, `${other.address}/elsewhere`)).toBe('refused');
      expect(other.calls).toEqual([]);
      await tab.close();
    },
  );

  it.each(firstOf(1, ['file', 'hosted'] as const))(
    'calls the address that an operator sets afterwards (%s)',
    async (how) => {
      setSite(`offprintSite = { apiAddress: '${api.address}' };\n`);
      const tab = await open(how);

      expect(await press(tab, '#try')).toBe('answer to GET /v1/things?limit=2');
      expect(await press(tab, '#post')).toBe('answer to POST /v1/things a thing');
      // A document without a server refers to the host that it came from.
      expect(await call(tab, '/v1/health')).toBe('answer to GET /v1/health');
      expect(await notice(tab)).toBeUndefined();
      await tab.close();
    },
  );

  it('leads requests with a body there, and puts the path of the address before theirs', async () => {
    setSite(`const offprintSite = { apiAddress: '${api.address}/gateway/' };\n`);
    const tab = await open();

    const answer = await tab.evaluate(async () => {
      const request = new Request('https://api.example.com/v1/things', { method: 'POST', body: 'a thing' });
      return (await fetch(request)).text();
    });
    expect(answer).toBe('answer to POST /gateway/v1/things a thing');
    await tab.close();
  });

  it('reaches no other host, by no way', async () => {
    setSite(`offprintSite = { apiAddress: '${api.address}', apiServers: ['https://api.example.com/v1'] };\n`);
    const tab = await open();

    expect(await press(tab, '#try')).toBe('answer to GET /v1/things?limit=2');
    expect(await call(tab, `${other.address}/elsewhere`)).toBe('refused');
    const picture = await tab.evaluate(
      (src) =>
        new Promise((resolve) => {
          const image = new Image();
          image.onload = () => resolve('loaded');
          image.onerror = () => resolve('refused');
          image.src = src;
        }),
      `${other.address}/picture.png`,
    );
    expect(picture).toBe('refused');
    await tab.evaluate((url) => navigator.sendBeacon(url, 'x'), `${other.address}/beacon`);
    expect(other.calls).toEqual([]);
    await tab.close();
  });

  it.each(
    firstOf(2, [
      'offprintSite = {',
      "offprintSite = { apiAddress: 'javascript:alert(1)' };",
      'offprintSite = null;',
    ]),
  )('stays closed when the file says %s', async (text) => {
    setSite(text);
    const tab = await open();
    expect(await press(tab, '#try')).toBe('refused');
    expect(await call(tab, `${other.address}/elsewhere`)).toBe('refused');
    expect(other.calls).toEqual([]);
    await tab.close();
  });

  it.runIf(isFullRun)('leaves the bundle whole: the file is known as the operator’s', async () => {
    expect(await verifyBundle(archive)).toMatchObject({ faults: [], operatorFiles: [] });

    const file = path.join(temporaryFolder(), 'with-address.zip');
    const zip = await createZip(file);
    const added = [
      'offprint-site.js',
      Buffer.from(`offprintSite = { apiAddress: '${api.address}' };\n`),
    ] as const;
    for (const [name, bytes] of [...(await unpacked(archive)), added]) {
      const sizeBytes = bytes.length;
      const entry = { path: name, method: 0, crc32: zlib.crc32(bytes), sizeBytes } as const;
      await zip.add({ ...entry, compressedBytes: sizeBytes, data: bytes });
    }
    await zip.finish();
    expect(await verifyBundle(file)).toMatchObject({ faults: [], operatorFiles: ['offprint-site.js'] });
    const { code, stdout } = await offprint(['check', file, '--json', '--data', dataFolder()]);
    expect(JSON.parse(stdout)).toMatchObject({ faults: [] });
    expect(code).toBe(0);
  });
});

describe('the export of a site with an API playground', () => {
  it.runIf(isFullRun)('stands its verification in a browser without an address', async () => {
    const { code, data, out } = await exportSite(site, ['--keep', 'playground', '--sample-max', '10']);

    expect(code).toBe(0);
    const html = (await unpacked(out)).get(PAGE)?.toString();
    expect(html).toContain('src="../../offprint-playground.js"');
    expect(reportOf(data).check).toMatchObject({ verdict: 'passed', faults: [] });
  });

  it('has its playground off unless it is kept', async () => {
    const { code, out } = await exportSite(site);

    expect(code).toBe(0);
    const files = await unpacked(out);
    expect([...files.keys()]).not.toContain('offprint-playground.js');
    expect(files.get(PAGE)?.toString()).toContain("connect-src 'none'");
    expect(files.get(PAGE)?.toString()).not.toContain('offprint-site.js');
  });
});
