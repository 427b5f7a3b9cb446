import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackArchive } from '../../server/bundles/read.ts';
import { testCacheFolder } from '../../server/exports/chromium/chromium.test-support.ts';
import { openBrowser } from '../../server/exports/chromium/open.ts';
import {
  absentFolder,
  addFiles,
  dataFolder,
  exportSite,
  makeSite,
  NO_BROWSER,
  offprint,
  page,
  temporaryFolder,
  unpacked,
} from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { type StaticHost, startStaticHost } from './static-host.ts';

const ORIGIN = 'https://docs.example.com';
const sitemap = (...places: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places
    .map((place) => `<url><loc>${ORIGIN}${place}</loc></url>`)
    .join('')}</urlset>\n`;
const index = (place: string): string =>
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${ORIGIN}${place}</loc></sitemap></sitemapindex>`;
const head = (place: string): string =>
  `<link rel="canonical" href="${ORIGIN}${place}"><meta property="og:url" content="${ORIGIN}${place}"><link rel="stylesheet" href="/style.css">`;

const files = {
  'index.html': page(
    'Start',
    `${head('/')}<a href="/guide/install.html">Install</a><img src="/dot.svg" alt="dot">`,
  ),
  'guide/install.html': page(
    'Install',
    `${head('/guide/install.html')}<p>Zebras graze quietly.</p><a href="/">Start</a>`,
  ),
  'style.css': 'body { background: rgb(1, 2, 3) }',
  'dot.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4" cx="4" cy="4"/></svg>',
  'sitemap.xml': sitemap('/', '/guide/install.html'),
  'sitemap-index.xml': index('/sitemap-more.xml.gz'),
  'sitemap-more.xml.gz': gzipSync(sitemap('/guide/install.html')),
  'robots.txt': `User-agent: *\nDisallow: /private/\nSitemap: ${ORIGIN}/sitemap.xml\n`,
};

const textIn = (entries: ReadonlyMap<string, Buffer>, file: string): string =>
  entries.get(file)?.toString() ?? '';

describe('a bundle for a base path', () => {
  const site = makeSite(files);
  const data = dataFolder();
  const forPath = async (basePath: string, ...args: string[]) =>
    exportSite(site, ['--domain', 'docs.example.com', '--base-path', basePath, ...args], { data });
  let archive: string;
  let entries: Map<string, Buffer>;

  beforeAll(async () => {
    const { code, stderr, out } = await forPath('/docs');
    expect(code, stderr).toBe(0);
    archive = out;
    entries = await unpacked(out);
  });

  it('has its files at its root, and names itself below the path', () => {
    expect(entries.has('guide/install.html')).toBe(true);
    expect(textIn(entries, 'guide/install.html')).toContain(
      `<link rel="canonical" href="${ORIGIN}/docs/guide/install.html">`,
    );
    expect(textIn(entries, 'index.html')).toContain(`<meta property="og:url" content="${ORIGIN}/docs/">`);
    expect(textIn(entries, 'sitemap.xml')).toBe(sitemap('/docs/', '/docs/guide/install.html'));
    expect(textIn(entries, 'sitemap-index.xml')).toBe(index('/docs/sitemap-more.xml.gz'));
    const more = entries.get('sitemap-more.xml.gz') ?? Buffer.alloc(0);
    expect(gunzipSync(more).toString()).toBe(sitemap('/docs/guide/install.html'));
    expect(textIn(entries, 'robots.txt')).toBe(
      `User-agent: *\nDisallow: /private/\nSitemap: ${ORIGIN}/docs/sitemap.xml\n`,
    );
    const { settings } = JSON.parse(textIn(entries, 'offprint.json')) as {
      settings: Record<string, unknown>;
    };
    expect(settings.basePath).toBe('/docs');
  });

  it.runIf(isFullRun)(
    'takes nothing of a bundle for another path, and is what a new export makes of it',
    async () => {
      const root = await forPath('');
      expect(textIn(await unpacked(root.out), 'sitemap.xml')).toBe(files['sitemap.xml']);
      expect(textIn(await unpacked(root.out), 'index.html')).toContain(
        `<link rel="canonical" href="${ORIGIN}/">`,
      );
      const again = await forPath('/documentation');
      expect(textIn(await unpacked(again.out), 'index.html')).toContain(`href="${ORIGIN}/documentation/"`);
      const fresh = await forPath('/documentation', '--fresh');
      expect(fs.readFileSync(again.out).equals(fs.readFileSync(fresh.out))).toBe(true);
    },
  );

  describe('served there, in a browser', () => {
    let host: StaticHost;
    beforeAll(async () => {
      const folder = path.join(temporaryFolder('served'), 'bundle');
      await unpackArchive(archive, folder, new AbortController().signal);
      host = await startStaticHost(folder, '/docs/');
    });
    afterAll(() => host.close());

    it('shows its pages, loads what they need, and finds text', async () => {
      const { signal } = new AbortController();
      const allowedHosts = [`127.0.0.1:${host.port}`];
      const browser = await openBrowser({ cacheFolder: testCacheFolder, allowedHosts, signal });
      try {
        const tab = await browser.newPage();
        const wrong: string[] = [];
        tab.on('requestfailed', (request) => wrong.push(request.url()));
        tab.on('response', (response) => {
          if (response.status() >= 400 && !response.url().endsWith('/favicon.ico'))
            wrong.push(response.url());
        });
        await tab.goto(host.address, { waitUntil: 'load' });
        const seen = () =>
          tab.evaluate(() => ({
            background: getComputedStyle(document.body).backgroundColor,
            broken: [...document.images].filter((image) => image.naturalWidth === 0).length,
          }));
        expect(await seen()).toEqual({ background: 'rgb(1, 2, 3)', broken: 0 });
        await Promise.all([tab.waitForNavigation(), tab.click('a[href*="install"]')]);
        expect(new URL(tab.url()).pathname).toBe('/docs/guide/install.html');
        expect(await seen()).toEqual({ background: 'rgb(1, 2, 3)', broken: 0 });
        await Promise.all([tab.waitForNavigation(), tab.click('a[href*="index.html"]')]);
        await tab.keyboard.press('/');
        await tab.waitForSelector('::-p-aria([role="combobox"]), ::-p-aria([role="searchbox"])');
        await tab.keyboard.type('zebras');
        await tab.waitForSelector('::-p-aria([role="option"]), ::-p-text(Zebras graze)');
        await Promise.all([tab.waitForNavigation(), tab.keyboard.press('Enter')]);
        expect(new URL(tab.url()).pathname).toBe('/docs/guide/install.html');
        expect(wrong).toEqual([]);
      } finally {
        await browser.close();
      }
    });
  });
});

describe('a site that was built for its path', () => {
  it('does not get it twice', async () => {
    const site = makeSite({
      'index.html': page('Start', head('/docs/')),
      'sitemap.xml': sitemap('/docs/'),
    });
    const { out } = await exportSite(site, ['--domain', 'docs.example.com', '--base-path', '/docs']);
    const entries = await unpacked(out);
    expect(textIn(entries, 'index.html')).toContain(`<link rel="canonical" href="${ORIGIN}/docs/">`);
    expect(textIn(entries, 'sitemap.xml')).toBe(sitemap('/docs/'));
  });
});

describe('the command line', () => {
  it.each([
    [['--base-path', 'docs'], '--base-path is not valid'],
    [['--base-path', '/docs/'], '--base-path is not valid'],
    [['--base-path', '/../docs'], '--base-path is not valid'],
    [['--base-path', '//host'], '--base-path is not valid'],
    [['--paths', '/../secret.html'], '".."'],
    [['--paths', '/%2e%2e\\secret.html'], '".."'],
  ])('refuses %j before it writes anything', async (args, said) => {
    const site = makeSite({ 'index.html': page('Start') });
    addFiles(site, {});
    const data = absentFolder();
    const { code, stderr } = await offprint(['export', site, '--data', data, ...NO_BROWSER, ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(fs.existsSync(data)).toBe(false);
  });
});
