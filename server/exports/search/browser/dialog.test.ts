import fs from 'node:fs';
import path from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateTestChromium } from '../../chromium/chromium.test-support.ts';
import {
  buildSearch,
  installSearch,
  launchBrowser,
  openReader,
  type Reader,
  temporaryFolder,
} from '../search.test-support.ts';

const why = await locateTestChromium().then(
  () => '',
  (error: unknown) => `there is no browser: ${String(error)}`,
);

const FILLER = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(5);
const DIALOG = 'document.querySelector("offprint-search")?.shadowRoot';

/** Pages with different search boxes, or none. */
const PAGES: Readonly<Record<string, string>> = {
  'index.html': page(
    'Start',
    '<input id="other">',
    `<h2 id="set-up">Setting up</h2><p>zeppelin ${FILLER}</p>`,
  ),
  'guide/two words.html': page(
    'Second page',
    '',
    `<h2 id="größe">Zeppelins</h2><p>zeppelin airship ${FILLER}</p>`,
  ),
  'form.html': page(
    'Form',
    '<form role="search" action="search.html"><input name="q" placeholder="Search docs"></form>',
    `<p>${FILLER}</p>`,
  ),
  'shadow.html': page(
    'Shadow',
    `<site-box></site-box><script>
      const root = document.querySelector('site-box').attachShadow({ mode: 'open' });
      root.innerHTML = '<button aria-label="Search">Find</button>';
      root.querySelector('button').onclick = () => { document.title = 'its own search'; };
    </script>`,
    `<p>${FILLER}</p>`,
  ),
  'example.html': page('Example', '', '<p>A field: <input type="search"></p>'),
  'dark.html': page('Dark', '<style>body{background:#111;color:#eee}</style>', `<p>${FILLER}</p>`),
};

function page(title: string, header: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><header>${header}</header><main><h1>${title}</h1>${content}</main></body></html>`;
}

describe.skipIf(why !== '')('the search of a bundle in a browser, from file://', () => {
  const site = temporaryFolder();
  let browser: Browser;
  let reader: Reader;

  beforeAll(async () => {
    for (const [file, html] of Object.entries(PAGES)) {
      fs.mkdirSync(path.dirname(path.join(site, file)), { recursive: true });
      fs.writeFileSync(path.join(site, file), html);
    }
    const work = temporaryFolder();
    const { files } = await buildSearch(site, work);
    installSearch(site, files);
    fs.rmSync(work, { recursive: true });
    browser = await launchBrowser();
    reader = await openReader(browser, site);
  });

  afterAll(async () => {
    await browser?.close();
    fs.rmSync(site, { recursive: true });
  });

  const isOpen = (): Promise<unknown> =>
    reader.page.evaluate(`${DIALOG}?.querySelector("dialog").open ?? false`);
  const waitOpen = (): Promise<unknown> =>
    reader.page.waitForFunction(`${DIALOG}?.querySelector("dialog").open`);
  const typed = (): Promise<unknown> => reader.page.evaluate(`${DIALOG}.querySelector("input").value`);
  const answered = (query: string): Promise<unknown> =>
    reader.page.waitForFunction(
      `${DIALOG}.querySelector("[role=listbox]").dataset.query === ${JSON.stringify(query)}`,
    );

  it('loads nothing but its opener before a reader reaches for it', async () => {
    await reader.goto('index.html');
    expect([...reader.loaded.keys()]).toEqual(['opener.js']);
    await reader.open();
    await reader.search('zeppelin');
    expect(
      await reader.page.evaluate('Object.keys(window).filter((name) => /offprint/i.test(name))'),
    ).toEqual(['offprintSearch']);
  });

  it('is used with the keyboard alone', async () => {
    const { page } = reader;
    await reader.goto('index.html');
    await page.keyboard.press('/');
    await waitOpen();
    await page.keyboard.press('Escape');
    expect(await isOpen()).toBe(false);
    await page.focus('#other');
    await page.keyboard.type('a/b'); // must go to the page's own field
    expect(await isOpen()).toBe(false);
    expect(await page.$eval('#other', (field) => (field as HTMLInputElement).value)).toBe('a/b');
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await waitOpen();
    await page.keyboard.type('zeppelins');
    await answered('zeppelins');
    const chosen = (): Promise<unknown> =>
      page.evaluate(
        `${DIALOG}.getElementById(${DIALOG}.querySelector("input").getAttribute("aria-activedescendant")).href`,
      );
    const first = await chosen();
    await page.keyboard.press('ArrowDown');
    expect(await chosen()).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    expect(await chosen()).toBe(first);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(decodeURIComponent(page.url())).toContain('/guide/two words.html#größe');
    expect(await page.evaluate('document.querySelector(":target").id')).toBe('größe');
  });

  it('tells assistive technology what it is and where it stands', async () => {
    const { page } = reader;
    await reader.goto('index.html');
    await reader.open();
    await reader.search('zeppelin');
    const snapshot = await page.accessibility.snapshot({ includeIframes: false });
    const seen = JSON.stringify(snapshot);
    for (const role of ['dialog', 'combobox', 'listbox', 'option'])
      expect(seen).toContain(`"role":"${role}"`);
    await page.evaluate(fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
    const violations = await page.evaluate(
      `axe.run(document.querySelector('offprint-search')).then((result) => result.violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
    );
    expect(violations).toEqual([]);
    expect(await page.evaluate('document.getAnimations().length')).toBe(0); // no animations, whatever the user prefers
  });

  it('replaces the search box of the site, which keeps its look', async () => {
    const { page } = reader;
    await reader.goto('form.html');
    await page.focus('input');
    await page.keyboard.type('zep');
    await waitOpen();
    await page.waitForFunction(`${DIALOG}.querySelector("input").value === "zep"`);
    expect(await page.$('offprint-search-button')).toBeNull();
    expect(page.url()).toMatch(/form\.html$/);
  });

  it('replaces one within a shadow root before the script of the site hears of it', async () => {
    const { page } = reader;
    await reader.goto('shadow.html');
    await (await page.$('site-box >>> button'))?.click();
    await waitOpen();
    expect(await page.title()).toBe('Shadow');
    expect(await page.$('offprint-search-button')).toBeNull();
  });

  it('adds a button in the colours of the page where the site has none', async () => {
    const { page } = reader;
    await reader.goto('dark.html');
    const button = await page.waitForSelector('offprint-search-button >>> button');
    expect(await button?.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      'rgb(17, 17, 17)',
    );
    await button?.click();
    await waitOpen();
    expect(await typed()).toBe('');
  });

  it('leaves a field alone that is part of the text', async () => {
    const { page } = reader;
    await reader.goto('example.html');
    await page.waitForSelector('offprint-search-button');
    await page.type('main input', 'abc');
    expect(await isOpen()).toBe(false);
  });

  it('says so when files of it are gone', async () => {
    const { page } = reader;
    const engine = path.join(site, 'offprint-search/engine.js');
    const script = fs.readFileSync(engine);
    fs.rmSync(engine);
    await reader.goto('index.html');
    await page.keyboard.press('/');
    const notice = await page.waitForSelector('offprint-search-button >>> [role=alert]');
    expect(await notice?.evaluate((element) => element.textContent)).toContain('offprint-search/engine.js');
    fs.writeFileSync(engine, script);
    const units = path.join(site, 'offprint-search/units-0.js');
    const content = fs.readFileSync(units);
    fs.rmSync(units);
    await reader.goto('index.html');
    await reader.open();
    await reader.search('zeppelin');
    expect(await reader.status()).toContain('offprint-search/units-0.js');
    fs.writeFileSync(units, content);
    expect(await reader.search('zeppelin ')).toHaveLength(2); // the file is requested again
  });
});
