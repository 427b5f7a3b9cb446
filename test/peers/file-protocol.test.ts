import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PNG } from 'pngjs';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackArchive } from '../../server/bundles/read.ts';
import { launchBrowser } from '../../server/exports/search/search.test-support.ts';
import { firefoxProgram, openFirefox } from '../firefox.ts';
import { type Files, makeSite, skipBecause, temporaryFolder } from '../stand-ins/fixture-site.ts';
import { exportFolder, type FolderExport } from '../stand-ins/folder-job.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';

// What browsers forbid pages of files, and where authors put references: each as a reader meets it.

const SVG = 'xmlns="http://www.w3.org/2000/svg"';
const GREEN = [0, 128, 0];
const RED = [255, 0, 0];
const WHITE = [255, 255, 255];
const DOT = `<svg ${SVG} width="20" height="20"><rect width="20" height="20" fill="#008000"/></svg>`;
const SHEET = '<link rel="stylesheet" href="/look/site.css">';
const box = (id: string, style = ''): string => `<i id="${id}"${style && ` style="${style}"`}></i>`;

function html(title: string, head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><h1>${title}</h1>${body}</body></html>`;
}

const parts = `<svg ${SVG}><style>.ink{fill:#008000}</style><defs><linearGradient id="g"><stop stop-color="#008000"/></linearGradient>
<filter id="f"><feFlood flood-color="#008000"/></filter><clipPath id="half"><rect width="40" height="15"/></clipPath></defs>
<symbol id="plain" viewBox="0 0 4 4"><rect width="4" height="4" fill="#008000"/></symbol>
<symbol id="graded" viewBox="0 0 4 4"><rect width="4" height="4" fill="url(#g)"/></symbol>
<symbol id="styled" viewBox="0 0 4 4"><rect class="ink" width="4" height="4"/></symbol></svg>`;

const refused: Files = {
  'index.html': html(
    'Start',
    `${SHEET}<style>i,svg{display:block;width:40px;height:40px}#own{background:green;mask-image:url(/art/hole.svg)}</style>`,
    [
      box('sheet'),
      box('own'),
      box(
        'inline',
        'background:green;-webkit-mask:url(/art/hole.svg) no-repeat;mask:url(/art/hole.svg) no-repeat',
      ),
      box('variable', '--icon:url(/art/hole.svg)'),
      box('filtered', 'background:red;filter:url(/art/parts.svg#f)'),
      box('clipped', 'background:green;clip-path:url(/art/parts.svg#half)'),
      '<svg id="painted"><rect width="40" height="40" fill="url(/art/parts.svg#g)"/></svg>',
      '<svg id="used"><use href="/art/parts.svg#plain"/></svg>',
      '<svg id="again"><use xlink:href="art/parts.svg#plain"></use></svg>',
      '<svg id="graded"><use href="art/parts.svg#graded"></use></svg>',
      '<svg id="styled"><use href="art/parts.svg#styled"></use></svg>',
      '<video id="film" width="40" height="40"><track default kind="captions" src="/art/words.vtt"></video>',
      '<object id="gone" data="/art/none.svg" type="image/svg+xml"><img id="instead" src="/art/dot.svg"></object>',
      '<iframe id="inner" width="200" height="60" srcdoc="&lt;link rel=stylesheet href=&quot;/look/inner.css&quot;&gt;&lt;p id=p&gt;In &lt;a target=_top href=&quot;/two.html&quot;&gt;two&lt;/a&gt;&lt;/p&gt;"></iframe>',
      '<a href="/deep/two.html">Two</a>',
    ].join('\n'),
  ),
  'two.html': html('Two', '', ''),
  'deep/two.html': html(
    'Deep',
    SHEET,
    `${box('sheet')}<svg id="used"><use href="/art/parts.svg#plain"/></svg>`,
  ),
  'look/site.css':
    'i,svg{display:block;width:40px;height:40px}#sheet{background:green;mask-image:url("../art/hole.svg")}#variable{background:green;mask:var(--icon)}',
  'look/inner.css': '#p{color:rgb(0,128,0)}',
  // Only its left half is there.
  'art/hole.svg': `<svg ${SVG} width="40" height="40"><rect width="20" height="40"/></svg>`,
  'art/dot.svg': DOT,
  'art/parts.svg': parts,
  'art/words.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n',
};

/** What bundles are read in. */
const firefox = firefoxProgram();
const browsers = new Map<string, () => Promise<Browser>>([
  ['Chromium', launchBrowser],
  ...(firefox === undefined ? [] : [['Firefox', () => openFirefox(firefox)] as const]),
]);
const everyBrowser = [...browsers.keys()];
/** For what every browser does alike, other than what it forbids pages of files. */
const oneBrowser = firstOf(1, everyBrowser);
/** Pages that the export opens, where it finds everything without: a full run has them verified too. */
const sampleMax = isFullRun ? 2 : 0;
const opened = new Map<string, Promise<Browser>>();
afterAll(() => Promise.all([...opened.values()].map(async (browser) => (await browser).close())));

async function unpack({ archive }: FolderExport): Promise<string> {
  const folder = path.join(temporaryFolder('file-protocol'), 'bundle');
  await unpackArchive(archive, folder, new AbortController().signal);
  return folder;
}

async function coloursAt(
  page: Page,
  id: string,
  points: readonly (readonly [x: number, y: number])[],
): Promise<number[][]> {
  const place = await page.$eval(`#${id}`, (element) => {
    element.scrollIntoView();
    const { left, top } = element.getBoundingClientRect();
    return { left, top };
  });
  const { data, width } = PNG.sync.read(Buffer.from(await page.screenshot()));
  return points.map(([x, y]) => {
    const at = 4 * (Math.round(place.top + y) * width + Math.round(place.left + x));
    return [...data.subarray(at, at + 3)];
  });
}

async function colourAt(page: Page, id: string, x: number, y: number): Promise<number[]> {
  const [colour = []] = await coloursAt(page, id, [[x, y]]);
  return colour;
}

async function click(page: Page, selector: string): Promise<string> {
  await Promise.all([page.waitForNavigation({ timeout: 10_000 }), page.click(selector)]);
  return page.title();
}

function tried(
  files: Files,
  settings: Parameters<typeof exportFolder>[1],
  inBrowsers: readonly string[],
  cases: (opened: {
    open: (file: string) => Promise<Page>;
    exported: () => FolderExport;
    folder: () => string;
  }) => void,
): void {
  let exported: FolderExport;
  let folder: string;
  beforeAll(async () => {
    exported = await exportFolder(makeSite(files), settings);
    folder = await unpack(exported);
  });
  describe.each(inBrowsers)('%s', (name) => {
    cases({
      open: async (file) => {
        const browser = opened.get(name) ?? browsers.get(name)?.();
        if (!browser) throw new Error(`no ${name}`);
        opened.set(name, browser);
        const page = await (await browser).newPage();
        await page.setViewport({ width: 900, height: 700 });
        await page.goto(pathToFileURL(path.join(folder, file)).href, { waitUntil: 'load' });
        return page;
      },
      exported: () => exported,
      folder: () => folder,
    });
  });
}

describe('what file:// forbids is carried in another form', () => {
  tried(refused, { sampleMax: 2 }, everyBrowser, ({ open, exported }) => {
    let start: Page;
    beforeAll(async () => {
      start = await open('index.html');
    });
    afterAll(() => start?.close());

    it.each(['sheet', 'own', 'inline', 'variable'])('a mask (%s)', async (id) => {
      const points = [
        [10, 20],
        [30, 20],
      ] as const;
      expect(await coloursAt(start, id, points)).toEqual([GREEN, WHITE]);
    });

    it.each(['painted', 'used', 'again', 'graded', 'styled', 'filtered'])(
      'a part of another SVG file (%s)',
      async (id) => {
        const colour = await colourAt(start, id, 20, 20);
        expect(colour).not.toEqual(RED);
        const [red = 0, green = 0, blue = 0] = colour;
        expect([red, green > 100, blue]).toEqual([0, true, 0]); // filters count in linear light
      },
    );

    it('a clip path, captions, the fallback of an object, a document in an attribute', async () => {
      const page = await open('index.html');
      expect([await colourAt(page, 'clipped', 20, 8), await colourAt(page, 'clipped', 20, 30)]).toEqual([
        GREEN,
        WHITE,
      ]);
      await page.waitForFunction(() => document.querySelector('track')?.readyState === 2);
      expect(await page.$eval('#instead', (image) => image.getBoundingClientRect().width)).toBe(20);
      const inner = await (await page.$('#inner'))?.contentFrame();
      expect(await inner?.$eval('#p', (text) => getComputedStyle(text).color)).toBe('rgb(0, 128, 0)');
      await Promise.all([page.waitForNavigation(), inner?.click('a')]);
      expect(await page.title()).toBe('Two');
      await page.close();
    });

    it('in a folder below', async () => {
      const page = await open('deep/two.html');
      expect(await colourAt(page, 'sheet', 10, 20)).toEqual(GREEN);
      expect(await colourAt(page, 'used', 20, 20)).toEqual(GREEN);
      await page.close();
    });

    it('and nothing is left to say', () => {
      expect(exported().report.notOffline).toEqual([]);
      expect(exported().report.check?.findings).toEqual([]);
    });
  });

  it('or named, with page and part, where it is too large', async () => {
    const large = `<svg ${SVG} width="40" height="40"><!--${'x'.repeat(70_000)}--><rect width="20" height="40"/></svg>`;
    const { report } = await exportFolder(
      makeSite({
        'index.html': html('Start', '', box('m', 'mask-image:url(large.svg)')),
        'large.svg': large,
      }),
      { sampleMax: 0 },
    );
    expect(report.notOffline).toEqual([
      {
        url: '/',
        reason: expect.stringMatching(/mask.*\/large\.svg.*blocked by Chromium.*larger than 64 kB/),
      },
    ]);
  });
});

const placed: Files = {
  'index.html': html(
    'Start',
    `${SHEET}<script src="/late.js" defer></script><script src="/card.js" defer></script>`,
    [
      '<div id="card" onclick="location.href=\'/guide/start.html\'">Card</div>',
      '<button id="assign" onclick="window.location.assign(&quot;guide/start.html&quot;)">A</button>',
      '<button id="open" onclick="window.open(\'/guide/start.html\',\'_self\')">O</button>',
      '<a id="script" href="javascript:location.replace(\'/guide/start.html\')">S</a>',
      '<select id="pick" onchange="location=this.value"><option value="">-</option><option value="guide/start.html">Start</option></select>',
      '<p class="hero" style="--hero:url(/art/dot.svg)">H</p>',
      '<img class="lazy" id="lazy" data-src="/art/dot.svg" width="20" height="20">',
      '<div class="lazy" id="ground" data-bg="/art/ground.svg"></div>',
      '<img class="lazy" id="set" data-srcset="/art/set.svg 1x, /art/set2.svg 2x" width="20" height="20">',
      '<p id="json" data-options=\'{"image":"/art/json.svg"}\' title="/art/dot.svg">J</p>',
    ].join('\n'),
  ),
  'guide/start.html': html(
    'Get started',
    SHEET,
    '<p class="hero" style="--hero:url(/art/dot.svg)">H</p><button onclick="location.href=\'/\'">Home</button>',
  ),
  'look/site.css': '.hero{width:20px;height:20px;background-image:var(--hero)}',
  'late.js':
    "for(const e of document.querySelectorAll('.lazy')){if(e.dataset.src)e.src=e.dataset.src;if(e.dataset.srcset)e.srcset=e.dataset.srcset;if(e.dataset.bg)e.style.backgroundImage='url('+e.dataset.bg+')'}document.getElementById('json').dataset.shown=JSON.parse(document.getElementById('json').dataset.options).image",
  'card.js': '',
  'art/dot.svg': DOT,
  'art/ground.svg': DOT,
  'art/set.svg': DOT,
  'art/set2.svg': DOT,
  'art/json.svg': DOT,
};

describe('references are found where authors put them', () => {
  tried(placed, { sampleMax, render: 'never' }, oneBrowser, ({ open, folder }) => {
    it.each(['#card', '#assign', '#open', '#script'])('in handlers (%s)', async (selector) => {
      const page = await open('index.html');
      expect(await click(page, selector)).toBe('Get started');
      expect(await click(page, 'button')).toBe('Start');
      await page.close();
    });

    it('in options of a list that leads somewhere', async () => {
      const page = await open('index.html');
      await Promise.all([page.waitForNavigation(), page.select('#pick', 'guide/start.html')]);
      expect(await page.title()).toBe('Get started');
      await page.close();
    });

    it.each(['index.html', 'guide/start.html'])(
      'in custom properties, for the sheet that uses them (%s)',
      async (file) => {
        const page = await open(file);
        const [, address = ''] =
          /url\("(.*)"\)/.exec(
            await page.$eval('.hero', (element) => getComputedStyle(element).backgroundImage),
          ) ?? [];
        expect(fs.existsSync(new URL(address))).toBe(true);
        await page.close();
      },
    );

    it('in data attributes, of which a title is none', async () => {
      const page = await open('index.html');
      await page.waitForFunction(() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0));
      const ground = await page.$eval('#ground', (element) => (element as HTMLElement).style.backgroundImage);
      expect(ground).toBe('url("art/ground.svg")');
      expect(
        await page.$eval('#json', (element) => [
          (element as HTMLElement).dataset.shown,
          (element as HTMLElement).title,
        ]),
      ).toEqual(['art/json.svg', '/art/dot.svg']);
      expect(fs.readdirSync(path.join(folder(), 'art')).sort()).toEqual([
        'dot.svg',
        'ground.svg',
        'json.svg',
        'set.svg',
        'set2.svg',
      ]);
      await page.close();
    });
  });
});

describe('the base of a page', () => {
  const based: Files = {
    'index.html':
      '<html><head><title>Manual</title></head><frameset cols="200,*"><frame name="toc" src="toc.html"><frame name="main" src="guide/one.html"></frameset></html>',
    'toc.html': html(
      'Contents',
      '<base href="/" target="main">',
      '<a id="two" href="guide/two.html">Two</a>',
    ),
    'guide/one.html': html('One', '', '<p>First</p>'),
    'guide/two.html': html(
      'Two',
      '<base href="/"><script defer src="late.js"></script>',
      '<a id="home" href="toc.html">Contents</a><a id="section" href="guide/two.html#end">End</a><img src="art/dot.svg"><button>Show</button><h2 id="end">End</h2>',
    ),
    'late.js':
      "document.querySelector('button').addEventListener('click',()=>{const i=document.createElement('img');i.src='art/late.svg';document.body.append(i)})",
    'art/dot.svg': DOT,
    'art/late.svg': DOT,
  };
  tried(based, { sampleMax: 4 }, oneBrowser, ({ open }) => {
    it('keeps its target: links of the contents open beside them', async () => {
      const page = await open('index.html');
      const frame = (name: string) => page.frames().find((each) => each.url().endsWith(name));
      await frame('toc.html')?.click('#two');
      await page.waitForFunction(() => frames[1] !== undefined);
      await expect.poll(() => frame('guide/two.html')?.url()).toMatch(/guide\/two\.html$/);
      expect(frame('toc.html')).toBeDefined();
      await page.close();
    });

    it('holds for what scripts load, and for links', async () => {
      const page = await open('guide/two.html');
      await page.click('button');
      await page.waitForFunction(
        () =>
          document.images.length === 2 && [...document.images].every(({ naturalWidth }) => naturalWidth > 0),
      );
      await page.click('#section');
      expect(page.url()).toMatch(/guide\/two\.html#end$/);
      expect(await click(page, '#home')).toBe('Contents');
      await page.close();
    });
  });
});

describe('links in shadow trees', () => {
  const card =
    "customElements.define('doc-card',class extends HTMLElement{connectedCallback(){this.attachShadow({mode:'open'}).innerHTML='<a href=\"/two.html\">Card</a>'}})";
  const shadows: Files = {
    'index.html': html(
      'Start',
      '<script src="/card.js"></script>',
      'See <a href="/two.html">two</a>. <doc-card id="made"></doc-card><div id="declared"><template shadowrootmode="open"><a href="/two.html">Declared</a></template></div>',
    ),
    'two.html': html('Two', '', ''),
    'card.js': card,
  };
  tried(shadows, { sampleMax: 2 }, oneBrowser, ({ open }) => {
    it.each(['made', 'declared'])(
      'lead on, also where a link of the page leads there too (%s)',
      async (id) => {
        const page = await open('index.html');
        const link = await page.evaluateHandle(
          (host) => document.getElementById(host)?.shadowRoot?.querySelector('a') as Element,
          id,
        );
        await Promise.all([page.waitForNavigation(), link.click()]);
        expect(await page.title()).toBe('Two');
        await page.close();
      },
    );
  });
});

describe('a page that a browser has made', () => {
  const frozen: Files = {
    'index.html': html(
      'Start',
      '<script src="/made.js" defer></script>',
      '<button id="go" onclick="location.href=\'/two.html\'">Go</button><select id="pick"><option value="/index.html">Start</option><option value="/two.html">Two</option></select><div id="closed"></div>',
    ),
    'two.html': html('Two', '', ''),
    'made.js':
      "document.getElementById('pick').addEventListener('change',(e)=>{location.href=e.target.value});document.getElementById('closed').attachShadow({mode:'closed'}).innerHTML='<svg width=\"40\" height=\"40\"><use href=\"/art/parts.svg#plain\"></use></svg><a href=\"/two.html\">Closed</a>'",
    'art/parts.svg': parts,
  };
  tried(frozen, { sampleMax, render: 'always' }, oneBrowser, ({ open }) => {
    it('leads on by handlers and by lists of places', async () => {
      const page = await open('index.html');
      expect(await click(page, '#go')).toBe('Two');
      await page.close();
      const again = await open('index.html');
      await Promise.all([again.waitForNavigation(), again.select('#pick', 'two.html')]);
      expect(await again.title()).toBe('Two');
      await again.close();
    });

    it('shows what is in closed shadow trees', async () => {
      const page = await open('index.html');
      expect(await colourAt(page, 'closed', 20, 20)).toEqual(GREEN);
      await page.close();
    });
  });
});

describe('without Firefox', () => {
  it('nothing of this is seen', ({ skip }) => {
    if (firefox === undefined) skipBecause(skip, 'Firefox is not installed here');
  });
});
