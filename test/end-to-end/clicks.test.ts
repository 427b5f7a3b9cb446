import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { unpackArchive } from '../../server/bundles/read.ts';
import { type Files, makeSite, page, temporaryFolder } from '../stand-ins/fixture-site.ts';
import { exportFolder, type FolderExport } from '../stand-ins/folder-job.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { inReaderTab } from './reader.ts';

/** First actions of a reader: follow a link, press a button, look at a picture. Faults are reported, not thrown. */
const SETTINGS = { sampleMax: 12, sampleMin: 12, onVerificationFailure: 'report' } as const;

function exported(files: Files): Promise<FolderExport> {
  return exportFolder(makeSite(files), SETTINGS);
}

const folders = new Map<string, Promise<string>>();

async function unpacked(archive: string): Promise<string> {
  const folder = path.join(temporaryFolder('unpacked'), 'bundle');
  await unpackArchive(archive, folder, new AbortController().signal);
  return folder;
}

/** Opens a page of the bundle from a file, like a reader. */
async function reading<T>(
  { archive }: FolderExport,
  file: string,
  read: (tab: Page) => Promise<T>,
): Promise<T> {
  const unpacking = folders.get(archive) ?? unpacked(archive);
  folders.set(archive, unpacking);
  const folder = await unpacking;
  return inReaderTab(async (tab) => {
    await tab.goto(`${pathToFileURL(folder).href}/${file}`, { waitUntil: 'load' });
    return read(tab);
  });
}

const layoutOf = ({ report }: FolderExport, example: string) =>
  report.layouts.find((layout) => layout.example === example);

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="teal"/></svg>';

const LOADS_CHAPTERS = `document.addEventListener('click', (event) => {
  const link = event.target.closest('nav a');
  if (!link) return;
  event.preventDefault();
  const request = new XMLHttpRequest();
  request.open('GET', link.href);
  request.onload = () => {
    const next = new DOMParser().parseFromString(request.responseText, 'text/html');
    document.querySelector('main').innerHTML = next.querySelector('main').innerHTML;
    document.title = next.title;
    history.pushState(null, '', link.href);
  };
  request.send();
});`;

/** Both sites have many pages of different kinds, since an export costs more than a page. */
describe('in a bundle in which all works', () => {
  const chapter = (title: string, to: string): string =>
    page(
      title,
      `<nav><a href="${to}">On</a></nav><main><h1>${title}</h1><p>Of ${title}.</p></main><script src="book.js"></script>`,
    );
  const field = '<input type="search" placeholder="Filter classes">';
  const other = '<input type="search" placeholder="Type here">';
  const list = '<ul><li><a href="lexer.html">Lexer</a></li><li><a href="parser.html">Parser</a></li></ul>';
  const narrows = `<script>document.querySelector('input').addEventListener('input', (event) => {
    for (const item of document.querySelectorAll('li'))
      item.hidden = !item.textContent.toLowerCase().includes(event.target.value);
  });</script>`;
  /** A page with its own layout, so that its verdict does not affect others. */
  const own = (title: string, body: string): string =>
    page(title, `<main class="${title.toLowerCase()}">${body}</main>`);
  const FRAMES: Files = {
    'frames.html': `<!doctype html><title>Frames</title><frameset cols="25%,75%"><frame name="list" src="list.html"><frame name="text" src="text.html"></frameset>`,
    'list.html': own('List', '<h1>List</h1><a href="text.html" target="text">Text</a>'),
    'text.html': own('Text', '<h1>Text</h1><p>Enough of it.</p>'),
  };
  let site: FolderExport;

  beforeAll(async () => {
    const starts = [
      'book/',
      'slow.html',
      'report.html',
      'classes/',
      ...(isFullRun ? ['frames.html'] : []),
      'fails.html',
      'shares.html',
    ];
    site = await exported({
      'index.html': page('Start', starts.map((start) => `<p><a href="${start}">${start}</a></p>`).join('')),
      'book/index.html': chapter('Preface', 'first.html'),
      'book/first.html': chapter('First', 'index.html'),
      'book/book.js': LOADS_CHAPTERS,
      'slow.html': own(
        'Slow',
        `<h1>Slow</h1><img alt="a plan" src="/small.svg" width="40" height="40"><script>
        document.addEventListener('click', () => {});
        fetch('/late.txt').then((answer) => answer.text()).then((text) => setTimeout(() => document.body.append(text), 700));</script>`,
      ),
      'late.txt': 'Drawn late.',
      'small.svg': PICTURE,
      'report.html': own(
        'Report',
        `<h1>Report</h1><iframe src="chart.html" style="width:300px;height:20px;border:0"></iframe><script>
        const frame = document.querySelector('iframe');
        frame.addEventListener('load', () => { frame.style.height = frame.contentWindow.document.body.scrollHeight + 'px'; });</script>`,
      ),
      'chart.html':
        '<!doctype html><title>Chart</title><body style="margin:0"><div style="height:300px">Chart</div></body>',
      'classes/index.html': own('Classes', `<h1>Classes</h1>${field}${list}${narrows}`),
      'classes/lexer.html': own('Lexer', `<h1>Lexer</h1>${other}${list}${narrows}`),
      'classes/parser.html': page(
        'Parser',
        '<h1>Parser</h1><form role="search"><input type="search"></form>',
      ),
      ...(isFullRun && FRAMES),
      'fails.html': own('Fails', `<h1>Fails</h1><p>Some text.</p><script src="fails.js"></script>`),
      'shares.html': own('Shares', '<h1>Shares</h1><p>Some text.</p><script src="share.js"></script>'),
      'share.js': `if (location.protocol !== 'file:') document.querySelector('h1').insertAdjacentHTML('afterend', '<button aria-label="Share"></button>')`,
      'fails.js': `if (location.protocol === 'file:') throw new Error('no files here')`,
    });
  });

  test('nothing is a fault: what the origin draws late is no effect of a click', () => {
    expect(site.report.check).toMatchObject({ faults: [], verdict: 'passed' });
    expect(layoutOf(site, '/slow.html')).toMatchObject({ way: 'rendered' });
  });

  test('links that a script takes over to load the next page lead on', async () => {
    expect(layoutOf(site, '/book/')).toMatchObject({ way: 'rendered' });
    const title = await reading(site, 'book/index.html', async (tab) => {
      await Promise.all([tab.waitForNavigation(), tab.click('nav a')]);
      return tab.title();
    });
    expect(title).toBe('First');
  });

  test('a frame that a script makes as high as what is in it has that height', async () => {
    const height = await reading(site, 'report.html', (tab) =>
      tab.$eval('iframe', (frame) => frame.getBoundingClientRect().height),
    );
    expect(height).toBe(300);
  });

  test('a field that narrows down a list does so', async () => {
    for (const file of ['classes/index.html', 'classes/lexer.html']) {
      const seen = await reading(site, file, async (tab) => {
        await tab.click('input');
        await tab.keyboard.type('pars');
        return tab.evaluate(() => [
          [...document.querySelectorAll('li')].filter((item) => !item.hidden).map((item) => item.textContent),
          document.querySelector('offprint-search') === null,
        ]);
      });
      expect([file, ...seen]).toEqual([file, ['Parser'], true]);
    }
    await reading(site, 'classes/parser.html', async (tab) => {
      await tab.click('input');
      await tab.waitForSelector('offprint-search');
    });
  });

  test.runIf(isFullRun)(
    'a window of several frames has one button for the search, in the largest',
    async () => {
      const buttons = await reading(site, 'frames.html', async (tab) => {
        await new Promise((resolve) => setTimeout(resolve, 1500)); // they come half a second after the load event
        const found = tab
          .frames()
          .map(async (frame) => [frame.name(), (await frame.$$('offprint-search-button')).length]);
        return Object.fromEntries(await Promise.all(found)) as Record<string, number>;
      });
      expect(buttons).toMatchObject({ list: 0, text: 1 });
    },
  );

  test('a page is frozen whose script fails from a file alone', () => {
    expect(layoutOf(site, '/fails.html')).toMatchObject({
      way: 'rendered',
      reason: expect.stringContaining('fail when the page is opened from a file'),
    });
  });

  test('a page is frozen whose script shows a control everywhere but from a file', () => {
    expect(layoutOf(site, '/shares.html')).toMatchObject({
      way: 'rendered',
      reason: expect.stringContaining('do not show "button Share" when the page is opened from a file'),
    });
  });
});

test.runIf(isFullRun)(
  'a recording that is fetched when it is played, and a picture whose larger form is not shown, are faults that name page and control; a film of another host is a finding',
  async () => {
    const { report } = await exported({
      'index.html': page(
        'Demo',
        `<h1>Demo</h1><a href="gallery.html">Gallery</a> <a href="film.html">Film</a><div id="player"></div><script>
      const play = document.createElement('button'), screen = document.createElement('pre');
      play.textContent = 'Play';
      play.addEventListener('click', () => fetch('/demo.cast').then((answer) => answer.text()).then((text) => { screen.textContent = text; }));
      document.getElementById('player').append(play, screen);</script>`,
      ),
      'demo.cast': '[0.1,"o","make install"]',
      'gallery.html': page(
        'Gallery',
        `<h1>Gallery</h1><img id="small" alt="a plan" src="/small.svg" width="40" height="40"><script src="/zoom.js"></script>`,
      ),
      'film.html': page(
        'Film',
        `<section><h1>Film</h1><p id="film"></p></section><script>
      film.innerHTML = '<button>Watch</button>';
      film.firstChild.onclick = () => { film.innerHTML = '<iframe src="https://films.example/embed/1"></iframe>' };</script>`,
      ),
      'small.svg': PICTURE,
      'large.svg': PICTURE,
      'zoom.js': `document.getElementById('small').addEventListener('click', () => {
      const large = new Image();
      large.src = ['', 'large.svg'].join('/');
      document.body.append(large);
    });`,
    });
    const { faults = [], findings, verdict, causes = [] } = report.check ?? {};
    expect(findings).toContain(
      'film.html has a control "Watch" that shows content from films.example, which needs internet access.',
    );
    const recording =
      'index.html has a control "Play" that does nothing when clicked, but changes the text on the original site.';
    expect(verdict).toBe('failed');
    expect([...faults].sort()).toEqual([
      expect.stringMatching(/^gallery\.html has an image "a plan" that /),
      recording,
    ]);
    expect(causes).toContainEqual(
      expect.objectContaining({ severity: 'fault', count: 2, example: recording }),
    );
    expect(causes).toContainEqual(
      expect.objectContaining({
        severity: 'finding',
        cause: 'Clicking shows content that needs internet access',
        count: 1,
      }),
    );
  },
);

test.runIf(isFullRun)(
  'a list that leads on does so, and a filter and a shadow tree that fetch are faults that name them',
  async () => {
    const languages = (here: string, there: string): string =>
      `<select id="languages"><option value="${here}">Here</option><option value="${there}">There</option></select>
    <script src="/languages.js"></script>`;
    const site = await exported({
      'index.html': page(
        'Start',
        `<h1>Start</h1>${languages('/', '/de/')}<a href="classes.html">Classes</a> <a href="tree.html">Tree</a>`,
      ),
      'de/index.html': page('Anfang', `<h1>Anfang</h1>${languages('/de/', '/')}`),
      'languages.js': `document.getElementById('languages').addEventListener('change', ({ target }) => {
      location.pathname = target.value;
    });`,
      'classes.html': page(
        'Classes',
        `<article><h1>Classes</h1><input type="text" placeholder="Class"><ul></ul></article><script>
      document.querySelector('input').addEventListener('input', async ({ target }) => {
        const all = await (await fetch('/classes.json')).json();
        document.querySelector('ul').textContent = all.filter((one) => one.includes(target.value)).join();
      });</script>`,
      ),
      'classes.json': '["lexer", "parser"]',
      'tree.html': page(
        'Tree',
        `<section><h1>Tree</h1><doc-tree></doc-tree></section><script>
      const root = document.querySelector('doc-tree').attachShadow({ mode: 'open' });
      root.innerHTML = '<button>Branches</button><p></p>';
      root.querySelector('button').addEventListener('click', async () => {
        root.querySelector('p').textContent = await (await fetch('/branches.txt')).text();
      });</script>`,
      ),
      'branches.txt': 'Two branches',
    });
    expect([...(site.report.check?.faults ?? [])].sort()).toEqual([
      expect.stringMatching(/^classes\.html has a field "Class" that does nothing when clicked/),
      expect.stringMatching(/^tree\.html has a control "Branches" that does nothing when clicked/),
    ]);
    const titles = await reading(site, 'index.html', async (tab) => {
      await tab.focus('select');
      await Promise.all([tab.waitForNavigation(), tab.keyboard.press('ArrowDown')]);
      return tab.title();
    });
    expect(titles).toBe('Anfang');
  },
);

test.runIf(isFullRun)('a page that lies below something else in the bundle alone has a fault', async () => {
  const links = [1, 2, 3, 4].map((one) => `<p><a href="${one}.html">Page ${one}</a></p>`).join('');
  const covers = `<script>if (location.protocol === 'file:') document.body.style.pointerEvents = 'none'</script>`;
  const files: Record<string, string> = { 'index.html': page('Start', `<h1>Start</h1>${links}${covers}`) };
  for (const one of [1, 2, 3, 4]) files[`${one}.html`] = page(`Page ${one}`);
  const { report } = await exportFolder(makeSite(files), {
    ...SETTINGS,
    sampleMax: 1,
    sampleMin: 1,
    interactivity: 'keep',
  });
  expect(report.check?.faults.join()).toContain(
    'index.html (from file://) has something covering its links, but the original does not',
  );
});

test('a page that no browser can make costs no bundle: it is as the origin sent it, and a fault in plain words', async () => {
  const endless = page('Endless', '<h1>Endless</h1><p>Its text is there.</p><script>for (;;);</script>');
  const files = {
    'index.html': page(
      'Start',
      '<h1>Start</h1><a href="endless.html">on</a><script>document.title += "!"</script>',
    ),
    'endless.html': endless,
  };
  const settings = { ...SETTINGS, sampleMin: 0, sampleMax: 0, render: 'always', renderMaxMs: 2000 } as const;
  const { archive, report } = await exportFolder(makeSite(files), settings);
  expect(report.missing).toEqual([]);
  expect(report.check?.verdict).toBe('failed');
  expect(report.check?.faults).toEqual([
    expect.stringMatching(
      /^\/endless\.html is in the bundle as the origin sent it, because it could not be rendered in a browser: /,
    ),
  ]);
  expect(report.check?.faults.join()).not.toMatch(/context|protocol|net::|navigation/i);
  expect(fs.readFileSync(path.join(await unpacked(archive), 'endless.html'), 'utf8')).toContain(
    'Its text is there.',
  );
});

test.runIf(isFullRun)(
  'an API reference is read in the bundle: its menu leads to the operations, its responses and samples open, a sample is copied',
  async () => {
    const reference = new URL('../../server/exports/profiles/fixtures/redoc.html', import.meta.url);
    const site = makeSite({ 'index.html': fs.readFileSync(reference, 'utf8') });
    const bundle = await exportFolder(site, { ...SETTINGS, render: 'always' });
    expect(bundle.report.check).toMatchObject({ faults: [], findings: [], controls: { failures: [] } });
    await reading(bundle, 'index.html', async (tab) => {
      const seen = (): Promise<string> => tab.evaluate(() => document.body.innerText);
      expect(await seen()).not.toMatch(/Schema of the answer|Name of the owner/);
      await tab.click('.response button');
      await tab.click('td button');
      expect(await seen()).toMatch(/Schema of the answer[\s\S]*Name of the owner/);
      expect(await seen()).toContain('"name"');
      await tab.click('.collapser');
      expect(await seen()).not.toContain('"name"');
      // Its text alone identifies its button.
      await tab.click('.sample div button');
      await tab.waitForSelector('[data-offprint-copied=true]');
      // An entry opens its group and links to its section; a nested one only links to its own.
      await tab.click('.menu label');
      expect(await tab.evaluate(() => location.hash)).toBe('#tag/Berths');
      await tab.click('.menu ul label');
      expect(await tab.evaluate(() => location.hash)).toBe('#tag/Berths/operation/list');
      expect(await tab.$eval('.menu li', (entry) => entry.ariaExpanded)).toBe('true');
    });
  },
);
