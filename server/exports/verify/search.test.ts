import fs from 'node:fs';
import path from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import { locateTestChromium } from '../chromium/chromium.test-support.ts';
import { borrowed } from '../chromium/lease.ts';
import { buildSearch, installSearch, launchBrowser, temporaryFolder } from '../search/search.test-support.ts';
import { checkSearch, type SearchCheck } from './search.ts';

const why = await locateTestChromium().then(
  () => '',
  (error: unknown) => `there is no browser: ${String(error)}`,
);

const PAGES: Readonly<Record<string, string>> = {
  'index.html': page('Gardening', 'Rhododendron needs acidic ground and patience.', '<input type="search">'),
  'water.html': page('Irrigation', 'Sprinklers spread moisture over vegetables.'),
  'moved.html': '<!doctype html><title>Moved</title><meta http-equiv="refresh" content="0; url=water.html">',
  'zh.html': page('园艺', '杜鹃花需要酸性土壤。'),
};

function page(title: string, text: string, header = ''): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title></head><body>${header}<main><h1>${title}</h1><p>${text}</p></main></body></html>`;
}

describe.skipIf(why !== '')('the searches of the verification', () => {
  const folders: string[] = [];
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    for (const folder of folders) fs.rmSync(folder, { recursive: true });
  });

  /** Builds a bundle whose search index contains the given pages; `harm` then damages it. */
  async function bundle(
    known: readonly string[],
    harm: (folder: string) => void = () => {},
  ): Promise<string> {
    const [site, index, work] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    folders.push(site, index, work);
    for (const [file, html] of Object.entries(PAGES)) {
      fs.writeFileSync(path.join(site, file), html);
      if (known.includes(file)) fs.writeFileSync(path.join(index, file), html);
    }
    installSearch(site, (await buildSearch(index, work)).files);
    harm(site);
    return site;
  }

  async function check(folder: string, pages = Object.keys(PAGES)): Promise<SearchCheck | null> {
    const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
    const names = files.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name));
    return checkSearch(
      borrowed(browser),
      folder,
      names.map((name) => path.relative(folder, name).split(path.sep).join('/')),
      pages,
    );
  }

  it.runIf(isFullRun)(
    'find a title word, a rare word and a misspelled one, each on another page where there are as many',
    async () => {
      const result = await check(await bundle(Object.keys(PAGES)));
      expect(result).toMatchObject({
        openers: { site: 1, button: 2 },
        tries: [
          { kind: 'title', query: 'Gardening', page: 'index.html', found: true },
          { kind: 'rare', query: 'Irrigation', page: 'water.html', found: true },
          { kind: 'misspelling', found: true },
        ],
      });
      expect(result?.broken).toBeUndefined();
      expect(Object.keys(PAGES).join()).toContain(result?.tries[2]?.page ?? 'none');
    },
  );

  it('are made for words of a page, not for those that lead on, or for what stands side by side without a blank', async () => {
    const pairs = ['Irrigation Fertilizing', 'Moisturizing Composting', 'Germination Cultivating'];
    const boxes = pairs.map((pair) =>
      pair.split(' ').map((word) => `<b style="display:inline-block">${word}</b>`),
    );
    const next = '<nav>Rhododendron Patience Acidification</nav>';
    const site = await bundle(Object.keys(PAGES), (folder) => {
      const file = path.join(folder, 'water.html');
      const html = fs.readFileSync(file, 'utf8');
      fs.writeFileSync(
        file,
        html.replace('</main>', `${boxes.map((pair) => pair.join('')).join(' ')}${next}</main>`),
      );
    });
    const result = await check(site, ['water.html']);
    expect(result?.broken).toBeUndefined();
    expect(result?.tries).toMatchObject([
      { kind: 'title', query: 'Irrigation', found: true },
      { kind: 'rare', query: 'Irrigation', found: true },
      { kind: 'misspelling', found: true },
    ]);
  });

  it.runIf(isFullRun)('are made of what scripts draw from a document that the bundle carries', async () => {
    const site = await bundle(Object.keys(PAGES), (folder) => {
      const html = fs.readFileSync(path.join(folder, 'water.html'), 'utf8');
      const drawn = /<main>.*<\/main>/s.exec(html)?.[0] ?? '';
      const draw = `onload = () => setTimeout(() => main.insertAdjacentHTML('afterbegin', text.innerHTML), 100)`;
      const late = `<template id="text">${drawn}</template><div id="main"></div><script src="offprint-playground/1.js"></script><script>${draw}</script>`;
      fs.writeFileSync(path.join(folder, 'water.html'), html.replace(drawn, late));
    });
    const result = await check(site, ['water.html']);
    expect(result?.tries.map(({ query, found }) => [query, found]).slice(0, 2)).toEqual([
      ['Irrigation', true],
      ['Irrigation', true],
    ]);
  });

  it.runIf(isFullRun)('are not disturbed by pages that lead on at any moment', async () => {
    const leading = Array.from({ length: 24 }, (_, delay) => `leads-${delay}.html`);
    const site = await bundle(Object.keys(PAGES), (folder) => {
      for (const [delay, file] of leading.entries()) {
        const script = `onload = () => setTimeout(() => { location.href = 'index.html' }, ${delay})`;
        fs.writeFileSync(path.join(folder, file), `<!doctype html><script>${script}</script>`);
      }
    });
    const result = await check(site, [...leading, 'index.html', 'water.html']);
    expect(result?.broken).toBeUndefined();
    expect(result?.tries.map((each) => each.found)).toEqual([true, true, true]);
  });

  it.runIf(isFullRun)('name query and page, with a picture, when the page is not found', async () => {
    const result = await check(await bundle(['water.html', 'zh.html']));
    const [first] = result?.tries ?? [];
    expect(first).toMatchObject({
      kind: 'title',
      query: 'Gardening',
      page: 'index.html',
      found: false,
      problem: 'finds nothing',
    });
    expect(Buffer.from(first?.screenshot ?? '', 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  });

  it.runIf(isFullRun)('say that the search is broken when its engine is gone', async () => {
    const result = await check(
      await bundle(Object.keys(PAGES), (folder) => fs.rmSync(path.join(folder, 'offprint-search/engine.js'))),
    );
    expect(result?.broken).toContain('index.html: pressing / did not open search');
  });

  it('are not made where a bundle has no search', async () => {
    const folder = await bundle([], (site) =>
      fs.rmSync(path.join(site, 'offprint-search'), { recursive: true }),
    );
    expect(await check(folder)).toBeNull();
  });
});
