import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unpackArchive } from '../../server/bundles/read.ts';
import { testCacheFolder } from '../../server/exports/chromium/chromium.test-support.ts';
import { openBrowser } from '../../server/exports/chromium/open.ts';
import { launchBrowser } from '../../server/exports/search/search.test-support.ts';
import { temporaryFolder } from '../stand-ins/fixture-site.ts';
import { exportFolder, type FolderExport } from '../stand-ins/folder-job.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { startStaticHost } from './static-host.ts';

const SITE = path.join(import.meta.dirname, 'fixtures/interactive');

describe('a page that scripts make, from file://', () => {
  let exported: FolderExport;
  let folder: string;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    exported = await exportFolder(SITE, { render: 'always', sampleMax: 2 });
    folder = path.join(temporaryFolder('interactive'), 'bundle');
    await unpackArchive(exported.archive, folder, new AbortController().signal);
    browser = await launchBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
  });
  afterAll(() => browser?.close());

  /** Opens a file as a reader who has not chosen anything yet. */
  const open = async (file = 'index.html', forgets = true): Promise<void> => {
    const url =
      pathToFileURL(path.join(folder, file.replace(/#.*/, ''))).href + (/#.*/.exec(file)?.[0] ?? '');
    await page.goto('about:blank');
    await page.goto(url, { waitUntil: 'load' });
    if (!forgets) return;
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank');
    await page.goto(url, { waitUntil: 'load' });
  };
  /** Visible text: that of a closed box is excluded. */
  const text = (): Promise<string> =>
    page.evaluate(() => {
      const closed = [...document.querySelectorAll<HTMLElement>('.grown')].filter(
        (box) => !box.checkVisibility({ opacityProperty: true }),
      );
      return closed.reduce((all, box) => all.replace(box.innerText, ''), document.body.innerText);
    });
  const press = async (words: string): Promise<void> => {
    const found = await page.evaluateHandle(
      (name) =>
        [...document.querySelectorAll<HTMLElement>('button,[role=tab],summary')].find(
          (each) => each.checkVisibility() && (each.getAttribute('aria-label') ?? each.innerText) === name,
        ),
      words,
    );
    await (found as ElementHandle<HTMLElement>).click();
  };

  test('has every panel, opened by pointer', async () => {
    await open();
    expect(await text()).toContain('Penguins live here.');
    expect(await text()).not.toContain('Backslashes');
    await press('Windows');
    expect(await text()).toContain('Backslashes everywhere.');
    expect(await text()).not.toContain('Penguins');
    await press('macOS');
    expect(await text()).toContain('Intel is the older kind.');
    await press('Silicon');
    expect(await text()).toContain('Silicon is the newer kind.');
    expect(await text()).not.toContain('Intel is the older');
    await press('Second');
    expect(await text()).toContain('Second was there all along.');
    expect(await text()).not.toContain('First was there');
    await press('First');
    expect(await text()).toContain('First was there all along.');
    expect(faults).toEqual([]);
  });

  test('has tabs for the keyboard', async () => {
    await open();
    const state = (): Promise<unknown> =>
      page.evaluate(() => {
        const focused = document.activeElement as HTMLElement;
        const list = focused.closest('[role=tablist]');
        return {
          focused: focused.innerText,
          selected: list?.querySelector<HTMLElement>('[aria-selected=true]')?.innerText,
          stops: list?.querySelectorAll('[role=tab][tabindex="0"]').length,
        };
      });
    await page.evaluate(() =>
      document
        .querySelectorAll<HTMLElement>('[role=tablist]')[2]
        ?.querySelector<HTMLElement>('[role=tab]')
        ?.focus(),
    );
    const seen = [];
    for (const key of ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home'] as const) {
      await page.keyboard.press(key);
      seen.push(await state());
    }
    const at = (name: string) => ({ focused: name, selected: name, stops: 1 });
    expect(seen).toEqual([at('macOS'), at('Windows'), at('Linux'), at('Windows'), at('Linux')]);
    // List items are not buttons: Enter has to select them, too.
    await page.evaluate(() => document.querySelector<HTMLElement>('li[role=tab]')?.focus());
    await page.keyboard.press('ArrowRight');
    expect(await text()).toContain('Second was there all along.');
  });

  test('keeps groups in step, and from page to page', async () => {
    await open();
    await press('yarn');
    expect(await text()).toContain('yarn add offbeat');
    expect(await text()).toContain('Run it with yarn run start.');
    expect(await text()).toContain('Penguins live here.');
    await open('other.html', false);
    expect(await text()).toContain('yarn add offbeat');
    expect(await text()).toContain('Run it with yarn');
  });

  test('has accordions and details with what was mounted only while open', async () => {
    await open();
    for (const [name, words] of [
      ['Why?', 'Because the network ends somewhere.'],
      ['Who?', 'Whoever has no network.'],
      ['GET /things', 'Lists things.'],
      ['Model', 'It has an id and a name.'],
      ['Native', 'Opens without any help.'],
      ['Grown', 'Grows when it is opened.'],
      ['Lazy', 'Comes when it is asked for.'],
    ] as const) {
      expect(await text()).not.toContain(words);
      await press(name);
      expect(await text()).toContain(words);
      await press(name);
      expect(await text()).not.toContain(words);
    }
    await page.evaluate(() => document.querySelector<HTMLElement>('.item button')?.focus());
    await page.keyboard.press('Enter');
    expect(await text()).toContain('Because the network ends somewhere.');
    expect(await page.$eval('.item', (item) => item.className)).toContain('item--open');
  });

  test('has controls that do the same as one, and those that are made anew', async () => {
    await open();
    await press('GET /things');
    await press('Show');
    expect(await text()).not.toContain('Lists things.');
    await press('Show');
    expect((await text()).match(/Lists things\./g)).toHaveLength(1);
    await press('Operations');
    expect(await text()).not.toContain('GET /things');
    await press('Operations');
    await press('Model');
    await page.keyboard.press('Enter');
    expect(await text()).not.toContain('It has an id');
    await page.keyboard.press('Enter');
    expect((await text()).match(/It has an id/g)).toHaveLength(1);
  });

  test('has a panel of its own for each tab, which names it', async () => {
    await open();
    const named = await page.$$eval('.group [role=tab]', (tabs) =>
      tabs.map((tab) => {
        const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
        return panel?.getAttribute('aria-labelledby') === tab.id ? panel.id : `no panel for ${tab.id}`;
      }),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((id) => id.startsWith('no panel'))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  test('has menus that close by Escape and by a click elsewhere', async () => {
    await open();
    await press('Versions');
    expect(await text()).toContain('Version 1');
    await page.keyboard.press('Escape');
    expect(await text()).not.toContain('Version 1');
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).innerText)).toBe('Versions');
    await page.keyboard.press('Enter');
    expect(await text()).toContain('Version 1');
    await page.click('h1');
    expect(await text()).not.toContain('Version 1');
  });

  test('has a drawer where the window is narrow', async () => {
    await page.setViewport({ width: 500, height: 800 });
    await open();
    expect(await text()).not.toContain('Other');
    await press('Navigation');
    expect(await text()).toContain('Other');
    await press('Navigation');
    expect(await text()).not.toContain('Other');
    const seen = (): Promise<boolean[]> =>
      page.$$eval('.shade', (all) => all.map((shade) => shade.checkVisibility({ opacityProperty: true })));
    expect(await seen()).toEqual([false]);
    await press('Navigation');
    expect(await seen()).toEqual([true]);
    await page.mouse.click(490, 700);
    expect(await seen()).toEqual([false]);
    expect(await text()).not.toContain('Other');
    await page.setViewport({ width: 1280, height: 900 });
  });

  test('switches its theme, remembers it, and has it before the first paint', async () => {
    await open();
    const theme = (): Promise<string | undefined> =>
      page.evaluate(() => document.documentElement.dataset.theme);
    const logos = (): Promise<string[]> =>
      page.$$eval('header img', (all) => all.filter((each) => each.checkVisibility()).map(({ alt }) => alt));
    expect(await logos()).toEqual(['sun']);
    await press('Switch to dark theme');
    expect(await theme()).toBe('dark');
    expect(await logos()).toEqual(['moon']);
    expect(await page.$('[aria-label="Switch to light theme"]')).not.toBeNull();
    await page.evaluateOnNewDocument(() => {
      const seen: (string | undefined)[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        if (document.body) seen.push(document.documentElement.dataset.theme);
      }).observe(document, { childList: true, subtree: true });
    });
    await open('other.html', false);
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(new Set(seen)).toEqual(new Set(['dark']));
    // Without a choice, a reader gets the site's default.
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await open();
    expect(await theme()).toBe('dark');
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
  });

  test('copies code', async () => {
    await open();
    await press('pnpm');
    await page.evaluate(() => {
      Object.assign(window, { copied: [] });
      navigator.clipboard.writeText = async (words) => {
        (window as unknown as { copied: string[] }).copied.push(words);
      };
    });
    await press('Copy code');
    expect(await page.evaluate(() => (window as unknown as { copied: string[] }).copied)).toEqual([
      'pnpm add offbeat',
    ]);
    await page.waitForFunction(() => document.querySelector('[role=status]')?.textContent === '✓');
    await page.waitForFunction(() => document.querySelector('[role=status]') === null);
    // Code in an attribute, with line ends written like Expressive Code.
    await page.evaluate(() => {
      const button = document.createElement('button');
      button.setAttribute('aria-label', 'Copy all');
      button.dataset.code = 'one\x7ftwo';
      document.body.append(button);
      button.click();
    });
    expect(await page.evaluate(() => (window as unknown as { copied: string[] }).copied.at(-1))).toBe(
      'one\ntwo',
    );
    // Copied by a button for the whole page; only the site's scripts had its source.
    await page.evaluate(() => {
      const button = document.createElement('button');
      button.setAttribute('data-offprint-copy-page', '');
      document.body.append(button);
      button.click();
    });
    expect(await page.evaluate(() => (window as unknown as { copied: string[] }).copied.at(-1))).toBe(
      await page.evaluate(() => document.querySelector('main')?.innerText.trim()),
    );
  });

  test('opens what a fragment leads into', async () => {
    await open('index.html#windows');
    expect(await text()).toContain('Backslashes everywhere.');
    await page.evaluate(() => {
      location.hash = '#linux';
    });
    await page.waitForFunction(() => document.body.innerText.includes('Penguins'));
  });

  test('marks what is read in its table of contents', async () => {
    await open();
    const read = (): Promise<string[]> =>
      page.$$eval('#side a.read', (links) => links.map(({ textContent }) => textContent));
    await page.evaluate(() => document.getElementById('systems')?.scrollIntoView({ behavior: 'instant' }));
    await page.waitForFunction(() => document.querySelector('#side a.read')?.textContent === 'Systems');
    expect(await read()).toEqual(['Systems']);
  });

  test('shows everything where no script runs', async () => {
    await page.setJavaScriptEnabled(false);
    await page.goto(pathToFileURL(path.join(folder, 'index.html')).href, { waitUntil: 'load' });
    await page.setJavaScriptEnabled(true);
    const all = await text();
    for (const words of [
      'Penguins',
      'Backslashes',
      'Silicon is the newer',
      'Second was there',
      'ends somewhere',
      'yarn add',
    ])
      expect(all).toContain(words);
  });

  test('says nothing of its own to the page but by its marks, and makes no global name', async () => {
    await open();
    const globals = await page.evaluate(() => Object.keys(window).filter((name) => /offprint/i.test(name)));
    expect(globals).toEqual([]);
    const scripts = await page.$$eval(
      'script',
      (all) => all.filter(({ dataset }) => dataset.offprint === undefined).length,
    );
    expect(scripts).toBe(0);
    expect(faults).toEqual([]);
  });

  test.runIf(isFullRun)('has nothing that axe would not find on the original', async () => {
    const host = await startStaticHost(SITE, '/');
    const { signal } = new AbortController();
    const allowedHosts = [`127.0.0.1:${host.port}`];
    const live = await openBrowser({ cacheFolder: testCacheFolder, allowedHosts, signal });
    try {
      const original = await live.newPage();
      await original.goto(`${host.address}index.html`, { waitUntil: 'load' });
      await original.waitForSelector('#questions');
      await open();
      const before = await violations(original);
      expect(await violations(page)).toEqual(before);
      await press('Windows');
      await press('Why?');
      await press('Versions');
      expect(await violations(page)).toEqual(before);
    } finally {
      await live.close();
      await host.close();
    }
  });

  test('is operated by the verification, control by control', () => {
    const { controls, faults: found, findings } = exported.report.check ?? {};
    expect({ found, findings, failures: controls?.failures }).toEqual({
      found: [],
      findings: [],
      failures: [],
    });
    expect(controls).toMatchObject({ pages: 2, brokenAtSource: 0, cutShort: false });
    // 3 + 3 + 3 + 2 + 2 tabs, 3 copy buttons, 4 accordions, one with two buttons inside, one that is recreated (and its
    // other button), 3 details, menu, drawer, theme: on two pages.
    expect(controls).toMatchObject({ found: 2 * 30, operated: 2 * 30 });
  });

  test.runIf(isFullRun)('is taken with the same bytes again', async () => {
    const again = await exportFolder(SITE, { render: 'always', sampleMax: 0 });
    expect(again.sha256).toBe(exported.sha256);
    expect(fs.existsSync(path.join(folder, 'offprint-runtime.js'))).toBe(true);
  });
});

/** Rules that axe reports as broken. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
  return (await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id }) => id).sort())',
  )) as string[];
}

test.runIf(isFullRun)(
  'a theme that is chosen by one button of three is chosen so in the bundle',
  async () => {
    const { archive } = await exportFolder('examples/handbook', {
      render: 'always',
      include: ['/'],
      sampleMax: 1,
      allowMissing: true,
    });
    const folder = path.join(temporaryFolder('themes'), 'bundle');
    await unpackArchive(archive, folder, new AbortController().signal);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(pathToFileURL(path.join(folder, 'index.html')).href, { waitUntil: 'load' });
      const seen: unknown[] = [];
      for (const name of ['Dark', 'Light', 'System', 'Dark']) {
        await page.click(`[aria-label="${name} theme"]`);
        seen.push(
          await page.evaluate(() => [
            document.documentElement.dataset.theme ?? 'system',
            document.querySelector('[aria-pressed=true]')?.getAttribute('aria-label'),
          ]),
        );
      }
      expect(seen).toEqual([
        ['dark', 'Dark theme'],
        ['light', 'Light theme'],
        ['system', 'System theme'],
        ['dark', 'Dark theme'],
      ]);
    } finally {
      await browser.close();
    }
  },
);
