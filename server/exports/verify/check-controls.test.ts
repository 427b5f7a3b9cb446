import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstOf, isFullRun } from '../../../test/stand-ins/full.ts';
import { locateTestChromium, type SilentHost, startSilentHost } from '../chromium/chromium.test-support.ts';
import { borrowed } from '../chromium/lease.ts';
import { launchBrowser, temporaryFolder } from '../search/search.test-support.ts';
import { type ControlCheck, checkControls } from './check-controls.ts';
import { freshTab, openFileTabs, openPage, prepareTab } from './operated-tab.ts';

const why = await locateTestChromium().then(
  () => '',
  (error: unknown) => `there is no browser: ${String(error)}`,
);

const TABS = (
  script: string,
): string => `<div><div role="tablist"><button role="tab" aria-selected="true">One</button>
<button role="tab" aria-selected="false">Two</button></div><div role="tabpanel">first</div><div role="tabpanel" hidden>second</div></div>
<script>const tabs = [...document.querySelectorAll('[role=tab]')], panels = [...document.querySelectorAll('[role=tabpanel]')];
for (const [index, tab] of tabs.entries()) tab.onclick = () => { ${script} };</script>`;
const SELECT = `tabs.forEach((other, at) => other.setAttribute('aria-selected', at === index));`;
const SHOW = 'panels.forEach((panel, at) => { panel.hidden = at !== index });';
const MENU = (script: string): string =>
  `<button aria-expanded="false" aria-controls="m">Menu</button><div id="m" hidden>in it</div><script>
const menu = document.querySelector('[aria-expanded]'); menu.onclick = () => { ${script} };</script>`;
const FLIP = `menu.setAttribute('aria-expanded', menu.getAttribute('aria-expanded') !== 'true');`;
const COPY = (text: string): string =>
  `<div><pre><code>npm test</code></pre><button aria-label="Copy" onclick="${text}">c</button></div>`;

/** Working pages, and the same pages with something broken. */
const PAGES: Readonly<Record<string, string>> = {
  works:
    TABS(SELECT + SHOW) +
    MENU(`${FLIP} m.hidden = !m.hidden`) +
    COPY(`navigator.clipboard.writeText('npm test')`) +
    `<button aria-label="Dark theme" onclick="document.body.style.background = '#111'">d</button>
     <details><summary>More</summary>of it</details><details><summary>Less</summary><p>of it</p></details>
     <button aria-label="Search">s</button><a role="button" aria-expanded="false" href="elsewhere.html">not a control</a>`,
  'dead tabs': TABS(''),
  'empty panels': TABS(`${SELECT}panels.forEach((panel) => { panel.hidden = true });`),
  'dead menu': MENU(''),
  'menu of nothing': MENU(FLIP),
  'two of a name': `${MENU(`${FLIP} m.hidden = !m.hidden`)}<button aria-expanded="false">Menu</button>`,
  'two dead of a name': `${MENU('')}<button aria-expanded="false">Menu</button>`,
  // Navigates the moment its controls are looked for.
  'leads on': `<script>Object.defineProperty(document, 'fonts', { get: () => {
    location.href = 'works.html';
    return { ready: new Promise(() => {}) };
  } })</script>`,
  hangs: `${MENU(`${FLIP} m.hidden = !m.hidden`)}<script>setTimeout(() => { HOLD_THREAD }, 50)</script>`,
  'dead copy': COPY(''),
  'wrong copy': COPY(`navigator.clipboard.writeText('rm -rf')`),
  'dead theme': '<button aria-label="Dark theme">d</button>',
  // The choice is stored, as is usual for themes; the first one is already chosen and looks like the second.
  themes: `<script>
      const show = (name) => {
        document.body.style.background = name === 'dark' ? '#111' : '';
        for (const b of document.querySelectorAll('button')) b.setAttribute('aria-pressed', String(b.title === name));
      };
      const choose = (name) => { localStorage.setItem('look', name); show(name); };
    </script>
    <button title="system" aria-label="System theme" onclick="choose('system')">s</button>
    <button title="dark" aria-label="Dark theme" onclick="choose('dark')">d</button>
    <script>show(localStorage.getItem('look') ?? 'system')</script>`,
  'old copy': COPY(
    `const f = document.createElement('textarea'); f.value = 'npm test'; document.body.append(f); f.focus(); document.execCommand('copy'); f.remove()`,
  ),
  'inner copy': `<pre>other code</pre><pre><button aria-label="Copy" onclick="navigator.clipboard.writeText('npm test')">c</button><code>npm test</code></pre>`,
  covered: `${MENU(`${FLIP} m.hidden = !m.hidden`)}<div style="position:fixed;inset:0;background:#fffd">a banner</div>`,
  sliding: `${MENU(`${FLIP} m.hidden = false; m.style.height = m.style.height === '300px' ? '0' : '300px'`).replace('id="m"', 'id="m" style="height:0;overflow:hidden;transition:height 900ms steps(6)"')}<details><summary>below</summary>text</details>`,
  // Each button changes its label when it is clicked.
  'many copies': [...Array(8).keys()]
    .map(
      (
        at,
      ) => `<div class="${at < 2 ? 'short' : 'long'} code"><pre><code>npm run ${at}</code></pre><button class="copy"
        onclick="navigator.clipboard.writeText('npm run ${at}'); this.textContent = 'Copied'; this.className = 'copy done'"
        aria-label="Copy">Copy</button></div>`,
    )
    .join(''),
  'leads away': MENU(`location.href = 'works.html'`),
};

describe.skipIf(why !== '')('the controls of the verification', () => {
  const folder = temporaryFolder();
  let browser: Browser;
  let silent: SilentHost;

  beforeAll(async () => {
    silent = await startSilentHost();
    for (const [name, body] of Object.entries(PAGES)) {
      const file = path.join(folder, `${name}.html`);
      fs.writeFileSync(
        file,
        `<!doctype html><html><meta charset="utf-8"><title>${name}</title><body>${body.replace('HOLD_THREAD', silent.holdThread)}</body></html>`,
      );
    }
    browser = await launchBrowser([silent.host]);
  });
  afterAll(async () => {
    await browser?.close();
    silent?.close();
    fs.rmSync(folder, { recursive: true });
  });

  const urlOf = (name: string): string => pathToFileURL(path.join(folder, `${name}.html`)).href;
  const check = (name: string, original?: string, maxMs?: number): Promise<ControlCheck> => {
    const place = {
      path: `${name}.html`,
      file: urlOf(name),
      original: original === undefined ? undefined : urlOf(original),
    };
    const openOriginal = async () => {
      const tab = await freshTab(browser);
      await prepareTab(tab);
      return tab;
    };
    return checkControls(borrowed(browser), [place], {
      ...(original !== undefined && { openOriginal }),
      ...(maxMs !== undefined && { maxMs }),
    });
  };

  it.runIf(isFullRun)(
    'are tried once more where they fail, as a busy machine may have been late',
    async () => {
      const file = path.join(folder, 'busy.html');
      const write = (html: string): void => fs.writeFileSync(file, `<!doctype html><title>b</title>${html}`);
      const operated = async (html: string): Promise<string[]> => {
        write(MENU(''));
        const openOriginal = async () => {
          write(html); // served from now on
          const tab = await freshTab(browser);
          await prepareTab(tab);
          return tab;
        };
        const place = { path: 'busy.html', file: pathToFileURL(file).href, original: urlOf('works') };
        const { failures } = await checkControls(borrowed(browser), [place], { openOriginal, known: null });
        return failures.map(({ name }) => name);
      };
      expect(await operated(MENU(`${FLIP} m.hidden = !m.hidden`))).toEqual([]);
      expect(await operated(MENU(''))).toEqual(['Menu']);
    },
  );

  it('have their effect where they work, each operated once', async () => {
    expect(await check('works')).toEqual({
      pages: 1,
      found: 7,
      operated: 7,
      failures: [],
      brokenAtSource: 0,
      unoperated: [],
      cutShort: false,
      isCompared: false,
      clicks: { clicked: 0, failures: [], cutShort: false },
    });
  });

  it.each(
    firstOf(1, [
      ['dead tabs', 'tab', 'is not selected'],
      ['dead menu', 'disclosure', 'does not open'],
      ['dead copy', 'copy', 'copies nothing'],
      ['dead theme', 'theme', 'does not change any colors'],
      ['empty panels', 'tab', 'shows no panel'],
      ['menu of nothing', 'disclosure', 'has no visible effect'],
      ['wrong copy', 'copy', 'copies "rm -rf"'],
      ['leads away', 'disclosure', 'opens file:'],
    ] as const),
  )('fail with page, control, reason and picture: %s', async (name, kind, problem) => {
    const { failures } = await check(name);
    expect(failures[0]).toMatchObject({
      page: `${name}.html`,
      kind,
      problem: expect.stringContaining(problem),
    });
    expect(Buffer.from(failures[0]?.screenshot ?? '', 'base64').subarray(0, 2)).toEqual(
      Buffer.from([0xff, 0xd8]),
    );
  });

  it.each(firstOf(1, ['old copy', 'inner copy', 'covered']))(
    'are operated in another way where need be: %s',
    async (name) => {
      expect(await check(name)).toMatchObject({ operated: 1, failures: [] });
    },
  );

  it('are operated once each, and of copy buttons that are alike four', async () => {
    expect(await check('many copies')).toMatchObject({ found: 6, operated: 6, failures: [] });
  });

  it('are pressed where they rest, when others slide', async () => {
    expect(await check('sliding')).toMatchObject({ found: 2, operated: 2, failures: [] });
  });

  it.runIf(isFullRun)('begin anew on each page: what is chosen already changes nothing', async () => {
    for (let round = 0; round < 2; round++) {
      expect(await check('themes')).toMatchObject({ operated: 2, failures: [] });
    }
  });

  it('are operated in tabs that are used again, and that know nothing of the page before', async () => {
    const tabs = openFileTabs();
    const seen = (): Promise<string[]> =>
      tabs.use(browser, async (tab) => {
        await openPage(tab, urlOf('themes'));
        return tab.evaluate(() => {
          const before = [localStorage.getItem('a') ?? '', sessionStorage.getItem('a') ?? '', window.name];
          localStorage.setItem('a', 'stored');
          sessionStorage.setItem('a', 'stored');
          window.name = 'stored';
          addEventListener('pagehide', () => localStorage.setItem('a', 'left'));
          return before;
        });
      });
    await seen();
    const { length } = await browser.pages();
    expect(await seen()).toEqual(['', '', '']);
    expect(await browser.pages()).toHaveLength(length);
  });

  it.runIf(isFullRun)(
    'that work nowhere are soon known, and not tried at the origin on every page',
    async () => {
      let opened = 0;
      const openOriginal = async () => {
        opened++;
        const tab = await freshTab(browser);
        await prepareTab(tab);
        return tab;
      };
      const placeOf = (name: string, original: string) => ({
        path: `${name}.html`,
        file: urlOf(name),
        original: urlOf(original),
      });
      const places = [
        ...Array.from({ length: 6 }, () => placeOf('dead menu', 'dead menu')),
        // The same name, but a different problem.
        placeOf('menu of nothing', 'works'),
      ];
      const { brokenAtSource, failures } = await checkControls(borrowed(browser), places, { openOriginal });
      expect(brokenAtSource).toBe(6);
      expect(failures.map(({ page }) => page)).toEqual(['menu of nothing.html']);
      expect(opened).toBeLessThanOrEqual(5);
    },
  );

  it.runIf(isFullRun)('fail nobody where they do not work at the origin either', async () => {
    expect(await check('dead menu', 'dead menu')).toMatchObject({
      operated: 1,
      failures: [],
      brokenAtSource: 1,
    });
    expect(await check('two of a name', 'two of a name')).toMatchObject({ failures: [], brokenAtSource: 1 });
    expect((await check('two dead of a name', 'two of a name')).failures).toMatchObject([{ name: 'Menu' }]);
    expect((await check('dead tabs', 'works')).failures.map(({ name }) => name)).toEqual(['Two']);
  });

  it('are not looked for on a page that was seen to have none', async () => {
    const page = {
      path: 'gone.html',
      file: 'file:///nowhere/gone.html',
      original: undefined,
      hasControls: false,
    };
    const none = await checkControls(borrowed(browser), [page]);
    expect(none).toMatchObject({ pages: 1, found: 0, unoperated: [] });
    const unknown = await checkControls(borrowed(browser), [{ ...page, hasControls: true }]);
    expect(unknown.unoperated).toMatchObject([{ page: 'gone.html' }]);
  });

  it('are left where a page leads on by itself, and that is said', async () => {
    expect(await check('leads on')).toMatchObject({ pages: 1, operated: 0, failures: [], cutShort: true });
  });

  it.runIf(isFullRun)(
    'are left where a page hangs, and that is said',
    async () => {
      expect(await check('hangs')).toMatchObject({
        pages: 1,
        operated: 0,
        failures: [],
        cutShort: false,
        unoperated: [{ page: 'hangs.html', problem: expect.stringContaining('did not respond within') }],
      });
    },
    60_000,
  );

  it('are left when the time is over, and that is said', async () => {
    expect(await check('works', undefined, 0)).toMatchObject({ pages: 0, operated: 0, cutShort: true });
  });
});
